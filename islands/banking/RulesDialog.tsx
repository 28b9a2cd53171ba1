import { useState } from "react";
import type { BankRule } from "../../domain/banking/statements.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { send, toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { RuleForm } from "./RuleForm.tsx";

/** Lists rules, which propose a category for lines without an entry. */
export function RulesDialog({ onClose }: { onClose(): void }) {
  const list = useFetch<{ rules: BankRule[] }>("/api/bank-rules");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const [edited, setEdited] = useState<BankRule | "new">();
  const rules = list.data?.rules;
  const describeTarget = ({ effect }: BankRule) =>
    effect.transferTo
      ? "a transfer"
      : (categories.data?.categories.find(({ _id }) => _id === effect.categoryId)?.name ?? "");
  const remove = (rule: BankRule) =>
    send("DELETE", `/api/bank-rules/${rule._id}`).then(
      list.reload,
      toastError("Could not delete the rule"),
    );
  if (edited) {
    const rule = edited === "new" ? undefined : edited;
    return <RuleForm rule={rule} onSaved={list.reload} onClose={() => setEdited(undefined)} />;
  }
  return (
    <Modal title="Rules" wide onClose={onClose}>
      <div className="modal-body">
        <p className="help">
          A rule suggests a category if no entry matches. An owner can have its matches accepted at
          upload.
        </p>
        {list.failure !== undefined && (
          <NotLoaded text="Failed to load rules" onRetry={list.reload} />
        )}
        {rules?.length === 0 && <p className="entry-none">No rules yet.</p>}
        <ul className="candidates grid framed-strong round-6 on-surface" aria-label="Rules">
          {rules?.map((rule) => (
            <li className="pick flex px-8 pointer text-13 min-36" key={rule._id}>
              <span>
                <span className="strong">{rule.name}</span>
                <span className="muted small">
                  {` ${rule.test.narration ? `“${rule.test.narration}”` : ""} → ${describeTarget(rule)}`}
                  {rule.post && ", accepted at upload"}
                </span>
              </span>
              <span className="pick-acts rigid spring">
                {(!rule.post || can("post at upload")) && (
                  <IconButton
                    needs="enter books"
                    icon="pencil"
                    label={`Edit ${rule.name}`}
                    onClick={() => setEdited(rule)}
                  />
                )}
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
          onClick={() => setEdited("new")}
        />
      </div>
    </Modal>
  );
}
