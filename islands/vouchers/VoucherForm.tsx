import type { Metadata } from "../../domain/agencies/agency.ts";
import { today } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import { NewVoucher } from "../../domain/documents/vouchers.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { ChoiceField } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { openAccounts, SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog, saved } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { printed } from "../ui/Warning.tsx";

interface Props {
  /** Whose it is at first; "" for nobody's yet. */
  clientId: string;
  agency: Metadata;
  clients: Client[];
  accounts: Account[];
  onSaved(): void;
  onClose(): void;
}

/** Money that came before its invoice: an income, with a receipt voucher. */
export function VoucherForm({ clientId, agency, clients, accounts, ...props }: Props) {
  const mayTax = agency.gstNumber !== "" && !agency.isComposition;
  const form = useAppForm({
    values: {
      clientId,
      date: today(),
      amount: "",
      tdsAmount: "",
      taxPct: mayTax ? "18" : "0",
      description: "",
      mode: "Bank Transfer",
      accountId: defaultAccount(accounts),
      reference: "",
    },
    schema: NewVoucher,
    read: ({ amount, tdsAmount, taxPct, ...fields }) => ({
      ...fields,
      amount: readRupees(amount),
      tdsAmount: readRupees(tdsAmount),
      taxPct: readRupees(taxPct.replace("%", "")),
    }),
    draft: { noun: "advance", of: clientId },
    save: saveTo("/api/vouchers"),
    onSaved: saved("Advance recorded", props),
    otherwise: "Error recording advance",
  });
  const { field } = form;
  return (
    <FormDialog title="Record Advance" verb="Record Advance" form={form} onClose={props.onClose}>
      <ChoiceField
        kind="client"
        label="Client"
        required
        data-autofocus={!clientId || undefined}
        blank="Select a client..."
        options={clients.map(({ _id, displayName }) => [_id, displayName] as const)}
        field={field("clientId")}
      />
      <div className="grid-2 keep">
        <AmountField
          label="Amount received"
          required
          autoFocus={clientId !== ""}
          field={field("amount")}
        />
        <DateField label="Date" required isBooked field={field("date")} />
      </div>
      <div className="grid-2 keep">
        <AmountField label="TDS deducted" field={field("tdsAmount")} />
        <TextField
          label="GST %"
          inputMode="decimal"
          help={mayTax && "Inside the amount; 18 where it is not known yet"}
          field={field("taxPct")}
        />
      </div>
      <TextField
        label="For"
        required
        help={printed(field("description"))}
        field={field("description")}
      />
      <div className="grid-2 keep">
        <SelectField label="Mode" required options={PAYMENT_MODES} field={field("mode")} />
        <ChoiceField
          kind="account"
          label="Account"
          required
          blank="Choose..."
          options={openAccounts(accounts)}
          field={field("accountId")}
        />
      </div>
      <TextField label="Reference" field={field("reference")} />
    </FormDialog>
  );
}
