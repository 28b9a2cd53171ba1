import { formatDate, today } from "../../domain/dates.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { formatInr } from "../../domain/money.ts";
import type { BillRow } from "../../domain/purchases/bills.ts";
import type { Vendor } from "../../domain/purchases/vendors.ts";
import { NewAdvance, NewAdvanceUse, type VendorAdvance } from "../../domain/tds/advances.ts";
import { TDS_LAW } from "../../domain/tds/law.ts";
import { showToast } from "../browser/toasts.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { AccountField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

interface Props {
  onSaved(): void;
  onClose(): void;
}

/** Records an advance to a vendor; TDS left blank follows the vendor's rule. */
export function AdvanceForm(props: Props & { vendor: Vendor; accounts: Account[] }) {
  const { vendor, accounts, onSaved, onClose } = props;
  const form = useAppForm({
    values: {
      amount: "",
      tdsAmount: "",
      date: today(),
      reference: "",
      accountId: defaultAccount(accounts),
    },
    schema: NewAdvance,
    read: ({ amount, tdsAmount, ...fields }) => ({
      ...fields,
      vendorId: vendor._id,
      amount: readRupees(amount),
      tdsAmount: readRupees(tdsAmount),
    }),
    save: saveTo("/api/vendor-advances"),
    onSaved: ({ advance }: { advance: VendorAdvance }) => {
      const tds = advance.tdsAmount > 0 ? `, ${formatInr(advance.tdsAmount)} TDS deducted` : "";
      showToast("success", `Advance recorded${tds}`);
      onSaved();
      onClose();
    },
    otherwise: "Error recording advance",
  });
  const { field } = form;
  const rule = vendor.tdsRule && TDS_LAW[vendor.tdsRule].name;
  return (
    <FormDialog title="Record advance" verb="Record advance" form={form} onClose={onClose}>
      <p className="notice">{`An advance to ${vendor.displayName}, before any bill`}</p>
      <div className="grid-2 keep">
        <AmountField label="Paid" required autoFocus field={field("amount")} />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      <AmountField label="TDS" field={field("tdsAmount")} />
      <p className="help">
        {rule ? `Leave blank to use the rule: ${rule}` : "The vendor has no TDS rule"}
      </p>
      <div className="grid-2 keep">
        <AccountField required accounts={accounts} field={field("accountId")} />
        <TextField label="Reference" field={field("reference")} />
      </div>
    </FormDialog>
  );
}

/** Settles a bill of the vendor with a whole advance. */
export function UseForm(props: Props & { advance: VendorAdvance; bills: BillRow[] }) {
  const { advance, bills, onSaved, onClose } = props;
  const form = useAppForm({
    values: { billId: bills[0]?._id ?? "" },
    schema: NewAdvanceUse,
    save: saveTo(`/api/vendor-advances/${advance._id}/use`),
    onSaved: afterSave("Bill settled with the advance", { onSaved, onClose }),
    otherwise: "Error settling the bill",
  });
  const names = bills.map(
    ({ _id, number, date, balance }) =>
      [_id, `${number}, ${formatDate(date)}, ${formatInr(balance)} due`] as const,
  );
  return (
    <FormDialog title="Settle a bill" verb="Settle bill" form={form} onClose={onClose}>
      <SelectField label="Bill" required options={names} field={form.field("billId")} />
    </FormDialog>
  );
}
