import type { Client } from "../../domain/clients.ts";
import { daysOf, isCalendarDate } from "../../domain/dates.ts";
import { printedState, STATES } from "../../domain/states.ts";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Warning } from "../ui/Warning.tsx";
import type { Supply } from "./supply.ts";
import type { HeadName } from "./values.ts";

interface Props {
  field(name: HeadName): FormField;
  clients: Client[];
  client: { gstin: string } | undefined;
  supply: Supply;
  /** It is kept in this browser, so that its page can be left. */
  isNew: boolean;
}

/** Whom the invoice is for, when, and where. */
export function InvoiceHeader({ field, clients, client, supply, isNew }: Props) {
  const [date, dueDate, place] = [field("date"), field("dueDate"), field("placeOfSupply")];
  return (
    <section className="section" aria-labelledby="information">
      <div className="section-head">
        <h2 id="information">Invoice Information</h2>
        {isNew && (
          <a className="btn btn-quiet spring" href="/clients#new">
            <Icon name="plus" />
            Add Client
          </a>
        )}
      </div>
      <div className="grid-4">
        <SelectField
          label="Client"
          required
          data-autofocus={isNew || undefined}
          field={field("clientId")}
          help={client ? aboutOf(client) : clients.length === 0 && "Add a client first"}
        >
          <option value="">Select a client...</option>
          {clients.map(({ _id, displayName }) => (
            <option key={_id} value={_id}>
              {displayName}
            </option>
          ))}
        </SelectField>
        <DateField
          label="Invoice Date"
          required
          help={<span className="not-phone">t today, +7 next week</span>}
          field={date}
        />
        <DateField label="Due Date" help={termOf(date.value, dueDate.value)} field={dueDate} />
        <TextField
          label="Place of Supply"
          list="states"
          autoComplete="off"
          placeholder={supply.usualPlace}
          help={supply.warning ? <Warning>{supply.warning}</Warning> : supply.note}
          field={place}
        />
      </div>
      <datalist id="states">
        {STATES.map((state) => (
          <option key={state.code} value={printedState(state)} />
        ))}
      </datalist>
    </section>
  );
}

const aboutOf = ({ gstin }: { gstin: string }) => (gstin ? `GSTIN ${gstin}` : "No GSTIN");

/** `15 days`; nothing where it does not fall after the invoice. */
function termOf(date: string, dueDate: string): string | undefined {
  if (!isCalendarDate(date) || !isCalendarDate(dueDate) || dueDate < date) return undefined;
  const days = daysOf({ dateFrom: date, dateTo: dueDate }) - 1;
  return days === 0 ? "On the same day" : `${days} ${days === 1 ? "day" : "days"}`;
}
