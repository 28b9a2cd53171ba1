import { useState } from "react";
import { NewRule } from "../../domain/banking/matching.ts";
import type { BankRule, RuleTrial } from "../../domain/banking/statements.ts";
import { counted } from "../../domain/counts.ts";
import { type Category, listBookable } from "../../domain/ledger/categories.ts";
import { sayFailure, send } from "../browser/api.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { named, SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog, saved } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

/** What lines that no entry is there for are proposed as. */
export function RulesDialog({ onClose }: { onClose(): void }) {
  const list = useFetch<{ rules: BankRule[] }>("/api/bank-rules");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const [isAdding, setAdding] = useState(false);
  const rules = list.data?.rules;
  const nameOf = ({ effect }: BankRule) =>
    effect.transferTo
      ? "a transfer"
      : (categories.data?.categories.find(({ _id }) => _id === effect.categoryId)?.name ?? "");
  const remove = (rule: BankRule) =>
    send("DELETE", `/api/bank-rules/${rule._id}`).then(
      list.reload,
      sayFailure("Could not delete the rule"),
    );
  if (isAdding) {
    return (
      <RuleForm categories={categories} onSaved={list.reload} onClose={() => setAdding(false)} />
    );
  }
  return (
    <Modal title="Rules" wide onClose={onClose}>
      <div className="modal-body">
        <p className="help">
          A rule proposes a category where no entry is there. You accept each line yourself.
        </p>
        {list.failure !== undefined && (
          <NotLoaded text="Failed to load rules" onRetry={list.reload} />
        )}
        {rules?.length === 0 && <p className="entry-none">No rules yet.</p>}
        <ul className="candidates" aria-label="Rules">
          {rules?.map((rule) => (
            <li className="pick" key={rule._id}>
              <span>
                <span className="strong">{rule.name}</span>
                <span className="muted small">
                  {` ${rule.test.narration ? `“${rule.test.narration}”` : ""} → ${nameOf(rule)}`}
                </span>
              </span>
              <span className="end">
                <IconButton
                  needs="enter books"
                  icon="trash-2"
                  label={`Delete ${rule.name}`}
                  onClick={() => void remove(rule)}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="modal-foot">
        <Button label="Close" className="spring" onClick={onClose} />
        <Button
          needs="enter books"
          look="primary"
          icon="plus"
          label="New rule"
          onClick={() => setAdding(true)}
        />
      </div>
    </Modal>
  );
}

interface FormProps {
  categories: Loaded<{ categories: Category[] }>;
  onSaved(): void;
  onClose(): void;
}

function RuleForm({ categories, onSaved, onClose }: FormProps) {
  const [trial, setTrial] = useState<RuleTrial>();
  const read = (values: Values) => ({
    name: values.name,
    test: { direction: values.direction, narration: values.narration, how: values.how },
    effect: { categoryId: values.categoryId, description: values.description },
  });
  const form = useAppForm<Values>({
    values: {
      ...{ name: "", direction: "out", narration: "", how: "contains" },
      ...{ categoryId: "", description: "" },
    },
    schema: NewRule,
    read,
    save: saveTo("/api/bank-rules"),
    onSaved: saved("Rule added", { onSaved, onClose }),
    otherwise: "Could not add the rule",
  });
  const { field, values } = form;
  const type = values.direction === "in" ? "Income" : "Expense";
  const ofType = listBookable(categories.data?.categories ?? [], type);
  const tryIt = () =>
    send<RuleTrial>("POST", "/api/bank-rules/try", read(values)).then(
      setTrial,
      sayFailure("Could not try the rule"),
    );
  return (
    <FormDialog
      title="New rule"
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
          ]}
          field={field("direction")}
        />
        <SelectField
          label="Narration"
          options={[
            ["contains", "contains"],
            ["begins", "begins with"],
            ["is", "is"],
            ["word", "has the word"],
          ]}
          field={field("how")}
        />
      </div>
      <TextField
        label="Words"
        required
        field={{ ...field("narration"), error: form.errorAt("test.narration") }}
      />
      <SelectField
        label="Category"
        required
        blank="Choose"
        source={categories}
        options={named(ofType)}
        field={{ ...field("categoryId"), error: form.errorAt("effect.categoryId") }}
      />
      <TextField label="Description" field={field("description")} />
      <p className="help" role="status">
        {trial &&
          `Of the last ${counted(trial.lines, "line")} it would have taken ${trial.taken}, ` +
            `of which you had booked ${trial.same} the same way.`}
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
}
