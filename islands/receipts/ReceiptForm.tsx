import type { Account } from "../../domain/accounts.ts";
import { NewReceipt, type Receipt } from "../../domain/receipts.ts";
import { FormNotices } from "../ui/FormNotices.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { ReceiptFields } from "./ReceiptFields.tsx";
import { ReceiptPreview } from "./ReceiptPreview.tsx";
import { blank, bodyOf } from "./values.ts";

interface Props {
  /** Active ones. */
  accounts: Account[];
  onMade(receipt: Receipt): void;
}

export function ReceiptForm({ accounts, onMade }: Props) {
  const form = useAppForm({
    values: blank(accounts),
    schema: NewReceipt,
    read: bodyOf,
    draft: { noun: "receipt" },
    save: saveTo("/api/receipts"),
    onSaved: ({ receipt }: { receipt: Receipt }) => onMade(receipt),
    otherwise: "Failed to create receipt",
  });
  return (
    <>
      <FormNotices form={form} />
      <form {...form.props} className="form-cols receipt-form">
        <ReceiptFields field={form.field} accounts={accounts} />
        <div className="summary stack">
          <ReceiptPreview values={form.values} accounts={accounts} />
          <div className="form-acts">
            <a className="btn" href="/receipts">
              Cancel
            </a>
            <button
              className="btn btn-primary"
              type="submit"
              aria-busy={form.isBusy}
              aria-keyshortcuts="Control+Enter"
            >
              {form.isBusy ? "Creating..." : "Create Receipt"}
            </button>
          </div>
        </div>
      </form>
    </>
  );
}
