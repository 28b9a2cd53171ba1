import { Fragment, type ReactNode } from "react";
import * as v from "valibot";
import { describeField, type FieldDescription } from "../../domain/describeField.ts";
import { toPaise } from "../../domain/money.ts";
import { upperFirst } from "../../domain/names.ts";
import type { Permission } from "../../domain/roles.ts";
import { amountText, readRupees } from "./AmountField.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { FieldInput, type InputChanges } from "./FieldInput.tsx";
import { afterSave, FormDialog } from "./FormDialog.tsx";
import { saveTo, useAppForm } from "./useAppForm.ts";

/** The values of a form: as its inputs show them. */
export type RecordValues<Fields extends v.ObjectEntries> = {
  [Name in keyof Fields]: NonNullable<v.InferOutput<Fields[Name]>> extends boolean
    ? boolean
    : string;
};

/** The props of the form of a record. */
export interface RecordFormProps<Rec> {
  /** Undefined for a new one. */
  record: Rec | undefined;
  onSaved(answer: never): void;
  onDelete?: (() => void) | undefined;
  onClose(): void;
}

interface Props<Fields extends v.ObjectEntries, Rec extends object> extends RecordFormProps<Rec> {
  noun: string;
  plural?: string;
  fields: Fields;
  schema: v.GenericSchema;
  wide?: boolean;
  needs?: Permission | "nothing";
  /** The first values of a new record that follow from where the form was opened. It has no draft then. */
  start?: Partial<RecordValues<NoInfer<Fields>>> | undefined;
  /** Values of an existing record that are not its fields. */
  toValues?(record: Rec): Partial<RecordValues<NoInfer<Fields>>>;
  /** Fields of the API's input that depend on others. */
  toBody?(values: RecordValues<NoInfer<Fields>>): object;
  /** Fields that the user may not see. They are checked, but not sent. */
  hidden?: readonly (keyof NoInfer<Fields>)[];
  /** Whether the user may only read a field. */
  isClosed?(name: keyof NoInfer<Fields>): boolean;
  /** Arranges the inputs. Defaults to all of them, one below the other. */
  children?(form: RecordInputs<NoInfer<Fields>>): ReactNode;
}

export interface RecordInputs<Fields extends v.ObjectEntries> {
  values: RecordValues<Fields>;
  change(name: keyof Fields, value: unknown): void;
  input(name: keyof Fields, changes?: InputChanges): ReactNode;
}

/** The dialog that creates or changes a record, with an input for each of its fields. */
export function RecordForm<Fields extends v.ObjectEntries, Rec extends object>(
  props: Props<Fields, Rec>,
) {
  const { noun, plural = `${noun}s`, fields, schema, record, start, hidden = [] } = props;
  const { onSaved, onDelete, onClose, children } = props;
  const title = upperFirst(noun);
  const save = saveTo(`/api/${plural}`, record);
  const form = useAppForm({
    values: { ...toValues(fields, record), ...start, ...(record && props.toValues?.(record)) },
    schema,
    read: (values) => ({ ...toBody(fields, values), ...props.toBody?.(values) }),
    needs: props.needs ?? "enter books",
    draft: record || start ? undefined : { noun },
    save: (body: object, key) =>
      save(
        Object.fromEntries(Object.entries(body).filter(([name]) => !hidden.includes(name))),
        key,
      ),
    onSaved: afterSave(`${title} ${record ? "updated" : "created"} successfully`, {
      onSaved,
      onClose,
    }),
    otherwise: "Operation failed",
  });
  const { values, change } = form;
  const input = (name: keyof Fields & string, changes: InputChanges = {}): ReactNode => {
    if (hidden.includes(name)) return null;
    const about = describeField(fields[name] as v.GenericSchema);
    if (typeof values[name] === "boolean") {
      return (
        <Checkbox
          name={name}
          label={about.label}
          isOn={values[name]}
          onChange={(isOn) => change(name, isOn)}
        />
      );
    }
    const field = form.field(name as never);
    const isClosed = field.isClosed || (props.isClosed?.(name) ?? false);
    return <FieldInput about={about} field={{ ...field, isClosed }} changes={changes} />;
  };
  return (
    <FormDialog
      title={`${record ? "Edit" : "Add"} ${title}`}
      form={form}
      wide={props.wide ?? false}
      onDelete={record && onDelete}
      onClose={onClose}
    >
      {children?.({ values, change, input } as RecordInputs<Fields>) ??
        Object.keys(fields).map((name) => <Fragment key={name}>{input(name)}</Fragment>)}
    </FormDialog>
  );
}

/** Converts a record, or the defaults of a new one, to the values of its inputs. */
function toValues<Fields extends v.ObjectEntries>(fields: Fields, record: object | undefined) {
  const known = (record ?? {}) as Record<string, unknown>;
  const entries = Object.entries(fields).map(([name, schema]) => {
    const value = known[name] ?? v.getDefault(schema) ?? "";
    return [name, toValue(describeField(schema), value)];
  });
  return Object.fromEntries(entries) as RecordValues<Fields>;
}

function toValue({ kind, names }: FieldDescription, value: unknown): string | boolean {
  if (kind === "boolean" && !names) return Boolean(value);
  const paise = kind === "rupees" && typeof value === "number" ? toPaise(value) : undefined;
  return paise === undefined ? String(value) : amountText(paise);
}

/** Converts the values of inputs to the API's input. */
const toBody = (fields: v.ObjectEntries, values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const schema = fields[name] as v.GenericSchema;
      return [name, typeof value === "string" ? readValue(schema, value) : value];
    }),
  );

function readValue(schema: v.GenericSchema, text: string): unknown {
  const { kind, options } = describeField(schema);
  if (kind === "rupees") return readRupees(text) ?? v.getDefault(schema);
  if (kind === "number") return text.trim() ? Number(text) : v.getDefault(schema);
  if (kind === "boolean") return text === "true";
  return kind === "select" && !options.includes(text) ? text || undefined : text;
}
