import { type ReactNode, useMemo } from "react";
import type * as v from "valibot";
import { describeField } from "../../domain/describeField.ts";
import { withArticle } from "../../domain/names.ts";
import { Button } from "./Button.tsx";
import { actionsColumn, nameColumn, RowButtons } from "./columns.tsx";
import { TablePanel } from "./DataTable.tsx";
import type { IconName } from "./Icon.tsx";
import { showValue } from "./showValue.tsx";
import { Empty } from "./states.tsx";
import { type Columns, useDataTable } from "./useDataTable.tsx";

interface Rec {
  _id: string;
  name: string;
}

interface Props<Thing extends Rec> {
  /** Its title: `Accounts`. */
  title: string;
  noun: string;
  icon: IconName;
  /** Undefined while they load. */
  records: Thing[] | undefined;
  /** The columns between the name and the buttons. Must be stable. */
  columns: Columns<Thing>;
  failure: unknown;
  /** Shown if the request fails without a message from the server. */
  otherwise: string;
  onRetry(): void;
  onAdd(): void;
  onEdit(record: Thing): void;
  onDelete(record: Thing): void;
  /** Other actions for an empty list. */
  children?: ReactNode;
}

const getId = ({ _id }: Rec) => _id;

/** A table of all records of a noun. The name opens the form. */
export function RecordTable<Thing extends Rec>(props: Props<Thing>) {
  const { title, noun, icon, records, columns, onRetry, onAdd, onEdit, onDelete } = props;
  // A new function would create new cells, and a form could not return the focus to its button.
  const [name, actions] = useMemo(
    (): Columns<Thing> => [
      {
        id: "name",
        accessorFn: ({ name }) => name,
        ...nameColumn<Thing>({ cell: "m-name", head: "m-name" }, onEdit),
      },
      actionsColumn<Thing>({ cell: "m-actions", head: "m-actions" }, (record) => (
        <RowButtons
          name={record.name}
          onEdit={() => onEdit(record)}
          onDelete={() => onDelete(record)}
        />
      )),
    ],
    [onEdit, onDelete],
  );
  const all = useMemo(
    () => [name, ...columns, actions] as Columns<Thing>,
    [name, columns, actions],
  );
  const table = useDataTable<Thing>({ name: title, rows: records, columns: all, getId });
  return (
    <TablePanel
      table={table}
      onRetry={onRetry}
      failure={props.failure}
      otherwise={props.otherwise}
      label={title}
      caption={title}
      className="tbl to-list masters"
      isLoaded={records !== undefined}
      waiting={4}
      empty={
        <Empty label={title} icon={icon} title={`No ${title.toLowerCase()} yet`}>
          <Button needs="enter books" label={`Add ${withArticle(noun)}`} onClick={onAdd} />
          {props.children}
        </Empty>
      }
    />
  );
}

/** Returns the columns of fields, with their labels. */
export const fieldColumns = <Thing extends object>(
  fields: v.ObjectEntries,
  names: string[],
): Columns<Thing> =>
  names.map((name) => {
    const about = describeField(fields[name] as v.GenericSchema);
    const { label, kind, names: texts } = about;
    const read = (record: Thing) => (record as Record<string, unknown>)[name];
    const isNumber = kind === "rupees" || kind === "number";
    const place = `m-${name}${isNumber ? " r" : ""}`;
    return {
      id: name,
      accessorFn: (record) => texts?.[String(read(record))] ?? read(record) ?? "",
      header: label,
      meta: { cell: place, head: place },
      ...(isNumber && { sortDescFirst: true }),
      cell: ({ row }) => {
        const value = read(row.original);
        const shown = showValue(about, value);
        return kind === "boolean" ? (
          <span className={`pill ${value ? "pill-pos dot" : "pill-line"}`}>{shown}</span>
        ) : (
          shown
        );
      },
    };
  });
