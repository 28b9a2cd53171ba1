import { today } from "../../domain/dates.ts";
import { CASH_HEADS, HEAD_WORDS, NewCashEntry } from "../../domain/gst/cashLedger.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { send } from "../browser/api.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  isGstTds: boolean;
  accounts: Account[];
  onChanged(): void;
  onClose(): void;
}

const HEADS = CASH_HEADS.map((head) => [head, HEAD_WORDS[head]] as const);
const KINDS = [
  ["tax", "Tax"],
  ["interest", "Interest"],
  ["fee", "Late fee"],
] as const;

/** Records one head of a challan (PMT-06), or GST-TDS of clients that was accepted on the portal. */
export function ChallanForm({ isGstTds, accounts, onChanged, onClose }: Props) {
  const form = useAppForm({
    needs: "keep journals",
    values: {
      head: "igst",
      kind: "tax",
      amount: "",
      date: today(),
      accountId: defaultAccount(accounts),
      cin: "",
    },
    schema: NewCashEntry,
    read: ({ amount, accountId, ...fields }) => ({
      ...fields,
      amount: readRupees(amount),
      ...(isGstTds ? { source: "GST_TDS" } : { accountId }),
    }),
    save: (body: object, key) => send("POST", "/api/gst/cash-ledger", body, key),
    onSaved: afterSave(isGstTds ? "GST-TDS recorded" : "Challan recorded", {
      onSaved: onChanged,
      onClose,
    }),
    otherwise: "Error recording the challan",
  });
  const { field } = form;
  return (
    <FormDialog
      title={isGstTds ? "GST-TDS Accepted" : "Record Challan"}
      verb="Record"
      form={form}
      onClose={onClose}
    >
      <p className="notice">
        {isGstTds
          ? "GST that clients deducted (s. 51) and you accepted on the portal. No money moves."
          : "One tax head of a PMT-06 challan. It stays in the cash ledger until you pay a return with it."}
      </p>
      <div className="grid-2 keep">
        <SelectField
          label="Head"
          required
          options={isGstTds ? HEADS.filter(([head]) => head !== "cess") : HEADS}
          field={field("head")}
        />
        {!isGstTds && <SelectField label="For" required options={KINDS} field={field("kind")} />}
      </div>
      <div className="grid-2 keep">
        <AmountField label="Amount" required autoFocus field={field("amount")} />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      {!isGstTds && <AccountField required accounts={accounts} field={field("accountId")} />}
      <TextField label={isGstTds ? "Reference" : "Challan (CIN)"} field={field("cin")} />
    </FormDialog>
  );
}
