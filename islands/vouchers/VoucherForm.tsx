import { useState } from "react";
import type { Metadata } from "../../domain/agencies/agency.ts";
import { today } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { findClientMode, splitGstTds } from "../../domain/documents/gstTdsLimit.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import { NewVoucher } from "../../domain/documents/vouchers.ts";
import { type Account, defaultAccount } from "../../domain/ledger/accounts.ts";
import type { Paise } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { AccountField, ChoiceField, partyChoices } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { describePrinted } from "../ui/Warning.tsx";

interface Props {
  /** The initial client; "" for none. */
  clientId: string;
  agency: Metadata;
  clients: Client[];
  accounts: Account[];
  onSaved(): void;
  onClose(): void;
}

/** Records an advance as income, with a receipt voucher. */
export function VoucherForm({ clientId, agency, clients, accounts, ...props }: Props) {
  const mayTax = agency.gstNumber !== "" && !agency.isComposition;
  const form = useVoucherForm({ clientId, agency, clients, accounts, ...props });
  const { field } = form;
  const [isGstTds, setIsGstTds] = useState(false);
  return (
    <FormDialog title="Record Advance" verb="Record Advance" form={form} onClose={props.onClose}>
      <ChoiceField
        kind="client"
        label="Client"
        required
        data-autofocus={!clientId || undefined}
        placeholder="Select a client..."
        options={partyChoices(clients)}
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
          help={mayTax && "Included in the amount; use 18 if not known yet"}
          field={field("taxPct")}
        />
      </div>
      {isGstTds ? (
        <AmountField label="GST-TDS deducted" field={field("gstTds")} />
      ) : (
        <p className="help tds-note">
          <Button
            look="link"
            label="The client also deducted GST (s. 51)"
            onClick={() => setIsGstTds(true)}
          />
        </p>
      )}
      <TextField
        label="For"
        required
        help={describePrinted(field("description"))}
        field={field("description")}
      />
      <div className="grid-2 keep">
        <SelectField label="Mode" required options={PAYMENT_MODES} field={field("mode")} />
        <AccountField required accounts={accounts} field={field("accountId")} />
      </div>
      <TextField label="Reference" field={field("reference")} />
    </FormDialog>
  );
}

function useVoucherForm({ clientId, agency, clients, accounts, ...props }: Props) {
  /** Splits the GST-TDS by tax, from the client's state. */
  const splitTypedGstTds = (text: string, client: Client | undefined) => {
    const amount = readTypedAmount(text) ?? 0;
    if (!client || amount === 0) return {};
    const mode = findClientMode(client, agency.gstNumber);
    return { gstTds: showGstTds(splitGstTds(amount as Paise, mode)) };
  };
  const mayTax = agency.gstNumber !== "" && !agency.isComposition;
  return useAppForm({
    values: {
      clientId,
      date: today(),
      amount: "",
      tdsAmount: "",
      gstTds: "",
      taxPct: mayTax ? "18" : "0",
      description: "",
      mode: "Bank Transfer",
      accountId: defaultAccount(accounts),
      reference: "",
    },
    schema: NewVoucher,
    read: ({ amount, tdsAmount, gstTds, taxPct, ...fields }) => ({
      ...fields,
      ...splitTypedGstTds(
        gstTds,
        clients.find(({ _id }) => _id === fields.clientId),
      ),
      amount: readRupees(amount),
      tdsAmount: readRupees(tdsAmount),
      taxPct: readRupees(taxPct.replace("%", "")),
    }),
    draft: { noun: "advance", of: clientId },
    save: saveTo("/api/vouchers"),
    onSaved: afterSave("Advance recorded", props),
    otherwise: "Error recording advance",
  });
}
