import type { Account } from "../../domain/accounts.ts";
import { RECEIPT_MODES } from "../../domain/receipts.ts";
import { AmountField } from "../ui/AmountField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, NotesField, SelectField, TextField } from "../ui/Field.tsx";
import { printed } from "../ui/printed.tsx";
import type { Values } from "./values.ts";

interface Props {
  field(name: Exclude<keyof Values, "client"> | `client.${keyof Values["client"]}`): FormField;
  accounts: Account[];
}

/** The three sections of the form. */
export function ReceiptFields({ field, accounts }: Props) {
  return (
    <div className="panel">
      <AboutReceipt field={field} accounts={accounts} />
      <ReceivedFrom field={field} />
      <Payment field={field} />
    </div>
  );
}

function AboutReceipt({ field, accounts }: Props) {
  return (
    <section className="section" aria-labelledby="about">
      <h2 className="section-head" id="about">
        Receipt Details
      </h2>
      <div className="grid-2">
        <DateField label="Date" required field={field("date")} />
        <SelectField label="Account" required field={field("accountId")}>
          <option value="">Choose...</option>
          {accounts.map(({ _id, name, type }) => (
            <option key={_id} value={_id}>{`${name} (${type})`}</option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}

function ReceivedFrom({ field }: Pick<Props, "field">) {
  return (
    <section className="section" aria-labelledby="from">
      <h2 className="section-head" id="from">
        Received From
      </h2>
      <div className="grid-2">
        <TextField
          label="Client Name"
          required
          autoComplete="off"
          data-autofocus
          help={printed(field("client.name"))}
          field={field("client.name")}
        />
        <TextField label="Phone" inputMode="tel" autoComplete="off" field={field("client.phone")} />
        <TextField
          label="Email"
          inputMode="email"
          autoComplete="off"
          field={field("client.email")}
        />
        <NotesField
          label="Address"
          help={printed(field("client.address"))}
          field={field("client.address")}
        />
      </div>
    </section>
  );
}

function Payment({ field }: Pick<Props, "field">) {
  return (
    <section className="section" aria-labelledby="payment">
      <h2 className="section-head" id="payment">
        Payment Details
      </h2>
      <TextField
        label="Purpose"
        required
        autoComplete="off"
        help={printed(field("purpose"))}
        field={field("purpose")}
      />
      <div className="grid-2 keep">
        <AmountField label="Amount" required field={field("amount")} />
        <SelectField label="Payment Mode" required field={field("mode")}>
          {RECEIPT_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </SelectField>
      </div>
      <div className="grid-2">
        <TextField label="Reference Number" autoComplete="off" field={field("reference")} />
        <NotesField label="Notes" help={printed(field("notes"))} field={field("notes")} />
      </div>
    </section>
  );
}
