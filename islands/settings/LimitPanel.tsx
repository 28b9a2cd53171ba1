import { useState } from "react";
import { type ApprovalLimit, NewApprovalLimit } from "../../domain/agencies/approvals.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Fold } from "../ui/Fold.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

/** The amount above which staff payments wait for an owner. */
export function LimitPanel() {
  const { data } = useFetch<ApprovalLimit>("/api/approvals/limit");
  const [saved, setSaved] = useState<{ limit: ApprovalLimit; turn: number }>();
  const present = saved?.limit ?? data;
  if (!present) return null;
  const turn = saved?.turn ?? 0;
  return (
    <LimitForm
      key={turn}
      present={present}
      onSaved={(limit) => setSaved({ limit, turn: turn + 1 })}
    />
  );
}

interface Props {
  present: ApprovalLimit;
  onSaved(limit: ApprovalLimit): void;
}

function LimitForm({ present: { limit }, onSaved }: Props) {
  const form = useAppForm({
    needs: "approve payments",
    values: { limit: limit === null ? "" : amountText((toPaise(limit) ?? 0) as Paise) },
    schema: NewApprovalLimit,
    read: ({ limit }) => ({ limit: readRupees(limit) ?? null }),
    save: (body: object) => send("PUT", "/api/approvals/limit", body),
    onSaved: (after: ApprovalLimit) => {
      showToast("success", "Limit saved");
      onSaved(after);
    },
    otherwise: "Failed to save the limit",
  });
  return (
    <form {...form.props} className="settings-form grid gap-16">
      <FormNotices form={form} />
      <div className="panel">
        <Fold label="Approvals" className="p-16" isFilled={limit !== null}>
          <p className="help">
            Staff payments above this wait in <a href="/approvals">Approvals</a> until an owner
            approves them, and are left out of all totals until then. Leave blank for no limit.
          </p>
          <AmountField label="Approval limit for staff payments" field={form.field("limit")} />
          <div className="actions">
            <SubmitButton form={form} label="Save limit" />
          </div>
        </Fold>
      </div>
    </form>
  );
}
