import { useState } from "react";
import { NewRule } from "../../domain/banking/matching.ts";
import type { BankLine, BankRule, RuleTrial } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { type Category, listBookable } from "../../domain/ledger/categories.ts";
import { send, toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { SelectField, TextField, toNamedOptions } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { toDisplayName } from "./words.ts";

export interface Chosen {
  categoryId: string;
  description: string;
}

interface FormProps {
  /** Changes this rule instead of creating one. */
  rule?: BankRule | undefined;
  /** Pre-fills the rule with this line's party or narration, and with its match. */
  line?: BankLine | undefined;
  /** The choice for the line. */
  chosen?: Chosen | undefined;
  onSaved(): void;
  onClose(): void;
}

/** Creates a rule, empty or from a line, or changes one. Conditions without a field stay as they are. */
export function RuleForm({ rule, line, chosen, onSaved, onClose }: FormProps) {
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const [trial, setTrial] = useState<RuleTrial>();
  const form = useAppForm<Values>({
    values: startValues(rule, line, chosen),
    schema: NewRule,
    read: (values) => readRule(values, rule),
    save: saveTo("/api/bank-rules", rule),
    onSaved: afterSave(rule ? "Rule saved" : "Rule added", { onSaved, onClose }),
    otherwise: rule ? "Could not save the rule" : "Could not add the rule",
  });
  const { field, values } = form;
  const types = values.direction === "in" ? ["Income"] : ["Expense"];
  if (!values.direction) types.push("Income");
  const ofType = types.flatMap((type) => listBookable(categories.data?.categories ?? [], type));
  const tryIt = () =>
    send<RuleTrial>("POST", "/api/bank-rules/try", readRule(values, rule)).then(
      setTrial,
      toastError("Could not test the rule"),
    );
  return (
    <FormDialog
      title={rule ? "Edit rule" : "New rule"}
      form={form}
      onClose={onClose}
      other={<Button label="Try" onClick={() => void tryIt()} />}
    >
      <TextField label="Name" required data-autofocus field={field("name")} />
      <div className="grid-2 keep">
        <SelectField
          label="Money"
          options={[
            ["out", "Out"],
            ["in", "In"],
            ...(rule && !rule.test.direction ? [["", "In or out"] as const] : []),
          ]}
          field={field("direction")}
        />
        <SelectField
          label="Narration"
          options={[
            ["contains", "contains"],
            ["begins", "begins with"],
            ["is", "is"],
            ["word", "contains the word"],
          ]}
          field={field("how")}
        />
      </div>
      <TextField
        label="Text"
        required={!hasOtherTest(rule)}
        field={{ ...field("narration"), error: form.errorAt("test.narration") }}
      />
      {rule?.effect.transferTo ? (
        <p className="help">This rule suggests a transfer.</p>
      ) : (
        <SelectField
          label="Category"
          required
          blank="Choose"
          source={categories}
          options={toNamedOptions(ofType)}
          field={{ ...field("categoryId"), error: form.errorAt("effect.categoryId") }}
        />
      )}
      <TextField label="Description" field={field("description")} />
      {can("post at upload") && (
        <Checkbox
          name="post"
          label="Accept matches of this rule at upload"
          isOn={values.post}
          onChange={(isOn) => form.change("post", isOn)}
        />
      )}
      <p className="help" role="status">
        {trial &&
          `In the last ${pluralize(trial.lines, "line")}, this rule matches ${trial.taken}; ` +
            `you recorded ${trial.same} of them the same way.`}
      </p>
    </FormDialog>
  );
}

interface Values {
  name: string;
  direction: string;
  narration: string;
  how: string;
  categoryId: string;
  description: string;
  post: boolean;
}

const startValues = (
  rule: BankRule | undefined,
  line: BankLine | undefined,
  chosen: Chosen | undefined,
): Values => ({
  name: "",
  direction: "out",
  narration: "",
  how: "contains",
  categoryId: "",
  description: "",
  post: false,
  ...(line && fromLine(line)),
  ...(chosen ?? (line && chosenFor(line))),
  ...(rule && toFormValues(rule)),
});

/** Returns the API's input: the fields, plus a saved rule's conditions that have no field. */
const readRule = (values: Values, rule: BankRule | undefined) => ({
  name: values.name,
  test: {
    ...rule?.test,
    direction: values.direction || undefined,
    // A new rule needs words, unless it has another condition.
    narration: values.narration || (hasOtherTest(rule) ? undefined : ""),
    how: values.how,
  },
  effect: {
    ...(rule?.effect.transferTo
      ? { transferTo: rule.effect.transferTo }
      : { categoryId: values.categoryId }),
    description: values.description,
  },
  ...(can("post at upload") && { post: values.post }),
});

const hasOtherTest = (rule: BankRule | undefined): boolean => {
  const { direction: _, narration: __, how: ___, ...others } = rule?.test ?? {};
  return Object.values(others).some((value) => value !== undefined);
};

const toFormValues = ({ name, test, effect, post }: BankRule): Values => ({
  name,
  post,
  direction: test.direction ?? "",
  narration: test.narration ?? "",
  how: test.how,
  categoryId: effect.categoryId ?? "",
  description: effect.description ?? "",
});

/** Returns the category that a line is matched with or proposed for. */
function chosenFor({ match, proposals: [first] }: BankLine): Partial<Chosen> {
  const [entry] = match?.parts ?? [];
  if (entry?.category) return { categoryId: entry.category, description: entry.name };
  const part = first?.parts.find(({ kind }) => kind === "category");
  return part ? { categoryId: part._id } : {};
}

/** Returns words likely to recur: the party's name, otherwise the text before the first number. */
function fromLine(line: BankLine) {
  const [before = ""] = line.narration.split(/\d/);
  const words = line.party ?? before.slice(0, 1 + before.search(/\p{L}[^\p{L}]*$/u)).trim();
  const narration = (words || line.narration).slice(0, 200);
  return {
    name: toDisplayName(line).slice(0, 200),
    direction: line.amount > 0 ? "in" : "out",
    narration,
  };
}
