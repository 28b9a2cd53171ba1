import type { ReactNode } from "react";
import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  lastDayWithTax,
  NOTE_KINDS,
  NOTE_REASONS,
  type NoteKind,
  REASON_NAMES,
} from "../../domain/documents/notes.ts";
import { listShownTaxes } from "../../domain/documents/paper.ts";
import { figuresWarning, type LineFigures } from "../../domain/gst/figures.ts";
import { formatInr, type Paise, roundToPaise, toRupees } from "../../domain/money.ts";
import { Figure } from "../invoices/Summary.tsx";
import { AmountField } from "../ui/AmountField.tsx";
import { Button, IconButton, LinkButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { NotesField, SelectField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Sum } from "../ui/Money.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { describePrinted, Warning } from "../ui/Warning.tsx";
import { type Base, type NoteProps, useNote } from "./useNote.ts";

type Form = ReturnType<typeof useNote>;
interface Props {
  form: Form;
  invoice: NoteProps["invoice"];
}

const WORDS: Record<NoteKind, { title: string; now: string; save: string }> = {
  CREDIT_NOTE: { title: "New Credit Note", now: "Credit now", save: "Create Credit Note" },
  DEBIT_NOTE: { title: "New Debit Note", now: "Debit now", save: "Create Debit Note" },
};

/** Creates a note for an invoice: which lines, and how much of each. */
export function NoteForm(props: NoteProps) {
  const { invoice, note } = props;
  const form = useNote(props);
  const { values } = form;
  const words = WORDS[values.kind];
  const back = note ? `/notes/${note._id}` : `/invoices/${invoice._id}`;
  const label = note ? words.save.replace("Create", "Update") : words.save;
  const title = note ? words.title.replace("New", "Edit") : words.title;
  const save = { form, label, "aria-keyshortcuts": "Control+Enter" };
  return (
    <>
      <PageHead title={title} back={{ href: back, label: "Back" }} />
      <FormNotices form={form} />
      <form {...form.props} className="form-cols">
        <div className="panel">
          <div className="note-band row wrap gap-0-8 p-12-20 line-below text-13">
            <span>Against</span>
            <a className="doc" href={`/invoices/${invoice._id}`}>
              {invoice.number}
            </a>
            <span>{`of ${formatDate(invoice.date)}`}</span>
            <span className="soft">{invoice.clientId.displayName}</span>
            <span className="spring num">
              {`${formatInr(invoice.grandTotal)}, ${formatInr(invoice.balance)} due`}
            </span>
          </div>
          <Lines form={form} />
          <About form={form} invoice={invoice} isNew={!note} />
        </div>
        <Summary form={form} invoice={invoice}>
          <SubmitButton {...save} className="btn-lg btn-block" keyName="Ctrl ↵" />
          <LinkButton label="Cancel" className="btn-lg btn-block" href={back} />
        </Summary>
        <section className="bar-phone" aria-label="Actions">
          <div className="bar-sum">
            <span className="small muted">Total</span>
            <strong>
              <Figure amountPaise={form.figures.totals.grandTotalPaise} />
            </strong>
          </div>
          <SubmitButton {...save} />
        </section>
      </form>
    </>
  );
}

function Lines({ form }: Pick<Props, "form">) {
  const { values, figures, bases } = form;
  const { now } = WORDS[values.kind];
  return (
    <Section title={values.kind === "CREDIT_NOTE" ? "Lines to credit" : "Lines to debit"}>
      {values.items.length === 0 && <p className="soft">No lines are left.</p>}
      <ul>
        {values.items.map(({ key }, index) => (
          <Line
            key={key}
            label={now}
            item={bases[Number(key)] as Base}
            figures={figures.lines[index] as LineFigures}
            field={form.amountOf(index)}
            isCredit={values.kind === "CREDIT_NOTE"}
            onRemove={() => form.remove(index)}
          />
        ))}
      </ul>
      {form.putBack && <Button look="link" label="Restore all lines" onClick={form.putBack} />}
      {form.errorAt("items") && (
        <p className="error" role="alert">
          <Icon name="circle-alert" />
          {form.errorAt("items")}
        </p>
      )}
      <p className="help">
        Amounts exclude GST; the invoice’s rate applies. You can enter sums, such as 85000*10%.
      </p>
    </Section>
  );
}

interface LineProps {
  label: string;
  item: Base;
  figures: LineFigures;
  field: ReturnType<Form["amountOf"]>;
  isCredit: boolean;
  onRemove(): void;
}

function Line({ label, item, figures, field, isCredit, onRemove }: LineProps) {
  const { description, hsnSac, billed, taxPct, pureAgent } = item;
  const isMore = isCredit && toRupees(figures.taxable) > billed;
  return (
    <li className="note-line grid items-start gap-0-12 py-8">
      <div className="note-what">
        <span className="cell-main">{description}</span>
        <span className="cell-sub num">
          {[
            hsnSac && `HSN/SAC ${hsnSac}`,
            `${formatInr(billed)} billed`,
            pureAgent ? "pure agent" : `${taxPct}% GST`,
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </div>
      <AmountField label={label} required field={field} />
      <div className="note-total grid strong">
        <span className="label">Total</span>
        <Figure amountPaise={figures.totalPaise} />
      </div>
      <IconButton icon="x" label={`Remove ${description}`} onClick={onRemove} />
      {isMore && (
        <p className="help note-more across">
          <Warning>{`More than the ${formatInr(billed)} that was billed on this line`}</Warning>
        </p>
      )}
    </li>
  );
}

const KINDS = NOTE_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const);
const REASONS = NOTE_REASONS.map((reason) => [reason, REASON_NAMES[reason]] as const);

function About({ form, invoice, isNew }: Props & { isNew: boolean }) {
  const { field, values } = form;
  const isCredit = values.kind === "CREDIT_NOTE";
  const reason = field("reason");
  return (
    <Section title="Reason and date">
      <div className="grid-2">
        {isNew && <SelectField label="Kind" required options={KINDS} field={field("kind")} />}
        {isCredit && (
          <SelectField
            label="Reason"
            required
            blank="Choose..."
            options={REASONS}
            field={{ ...reason, error: reason.error && "Choose a reason" }}
          />
        )}
        <DateField
          label="Date"
          required
          isBooked
          help={isCredit && `You can credit tax until ${formatDate(lastDayWithTax(invoice.date))}`}
          field={field("date")}
        />
        {!isCredit && <DateField label="Due Date" field={field("dueDate")} />}
        {isCredit && isNew && (
          <Checkbox
            name="isWithoutGst"
            label="Without GST: reduces the price; the client keeps their input credit"
            isOn={values.isWithoutGst}
            onChange={(isOn) => form.change("isWithoutGst", isOn)}
          />
        )}
        <NotesField
          label="Note to the client"
          help={describePrinted(field("notes"))}
          field={field("notes")}
        />
      </div>
    </Section>
  );
}

interface SummaryProps extends Props {
  children: ReactNode;
}

/** The totals of the note being edited, computed by the same code as on the server. */
function Summary({ form, invoice, children }: SummaryProps) {
  const { figures, values, earlier, warnings } = form;
  const { taxableValuePaise, tax, grandTotalPaise } = figures.totals;
  const sum = (name: string, amount: Paise, className = "") => (
    <Sum name={name} className={className}>
      <Figure amountPaise={amount} />
    </Sum>
  );
  const wrong = figuresWarning(figures.totals);
  const left = roundToPaise(invoice.grandTotal) - earlier - grandTotalPaise;
  return (
    <aside className="summary card" aria-labelledby="summary">
      <h2 id="summary">{KIND_NAMES[values.kind]}</h2>
      <dl className="sums mt-16">
        {sum("Taxable value", taxableValuePaise)}
        {listShownTaxes(invoice).map(({ name, part }) => (
          <Sum key={name} name={name}>
            <Figure amountPaise={tax[part]} />
          </Sum>
        ))}
        {sum("Total", grandTotalPaise, "rule grand")}
      </dl>
      {wrong ? (
        <p className="error mt-4">{wrong}</p>
      ) : (
        <p className="help mt-4">{amountInWords(grandTotalPaise)}</p>
      )}
      {values.kind === "CREDIT_NOTE" && (
        <dl className="sums mt-16">
          {earlier > 0 && sum("Credited earlier", earlier)}
          {sum("Invoice balance after this note", left as Paise)}
        </dl>
      )}
      {warnings.map(({ code, message }) => (
        <p className="help hint mt-4" key={code}>
          <Warning>{message}</Warning>
        </p>
      ))}
      <div className="summary-acts">{children}</div>
    </aside>
  );
}
