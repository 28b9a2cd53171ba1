import type { KeyboardEvent, ReactNode } from "react";
import { futureWarning, isCalendarDate, today } from "../../domain/dates.ts";
import type { InvoiceSettings } from "../../domain/documents/invoiceSettings.ts";
import { formatNumber, toCounter, yearWarning } from "../../domain/documents/numbering.ts";
import { LinkButton } from "../ui/Button.tsx";
import { ChoiceField, partyChoices } from "../ui/ChoiceField.tsx";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { layOutWarning, Warning } from "../ui/Warning.tsx";
import { Additional } from "./Additional.tsx";
import { Items } from "./Items.tsx";
import { LastTime } from "./LastTime.tsx";
import { More, useMore } from "./More.tsx";
import { StateNames } from "./StateNames.tsx";
import { Figure, Summary } from "./Summary.tsx";
import { termText } from "./terms.ts";
import { type InvoiceProps, useInvoice, useLines } from "./useInvoice.ts";
import { useLastTime } from "./useLastTime.ts";
import type { Values, Written } from "./values.ts";

const WORDS = {
  invoice: {
    create: "Create New Invoice",
    about: "Invoice Information",
    date: "Invoice Date",
    dueDate: "Due Date",
    summary: "Invoice Summary",
  },
  estimate: {
    create: "New Estimate",
    about: "Estimate Information",
    date: "Estimate Date",
    dueDate: "Valid Until",
    summary: "Estimate Summary",
  },
};
const NAMES = { invoice: "Invoice", estimate: "Estimate" };

/** The form that creates or edits an invoice or an estimate. */
export function InvoiceForm(props: InvoiceProps) {
  const { noun, invoice, settings } = props;
  const form = useInvoice(props);
  const lines = useLines(form, form.usualTax);
  const more = useMore(form);
  const lastTime = useLastTime(form, settings, noun === "invoice" && !invoice);
  const { values, totals } = form;
  const back = invoice ? `/${noun}s/${invoice._id}` : `/${noun}s`;
  const verb = `${invoice ? "Update" : "Create"} ${NAMES[noun]}`;
  const save = { form, label: verb, "aria-keyshortcuts": "Control+Enter" };
  return (
    <>
      <FormHead
        noun={noun}
        invoice={invoice}
        settings={settings}
        values={values}
        back={back}
        isKept={!invoice && form.isUnsaved}
      />
      <FormNotices form={form} />
      {invoice && invoice.status !== "DRAFT" && (
        <p className="attn" role="note">
          <Icon name="triangle-alert" />
          {`This ${noun} was sent. After you change it, send ${invoice.recipient.name} the new PDF.`}
        </p>
      )}
      <form
        {...form.props}
        className="form-cols"
        onKeyDown={(event) => {
          if (event.altKey && event.code === "KeyL") lastTime.takeLines();
          else goToNextField(event, values.items.length, lines.addLine);
        }}
      >
        <div className="panel">
          <InvoiceHeader noun={noun} form={form} invoice={invoice} dueFrom={lastTime.dueFrom}>
            <More form={form} more={more} isNew={!invoice} />
          </InvoiceHeader>
          <Items
            form={form}
            lines={lines}
            hasUnits={more.isOpen}
            above={<LastTime lastTime={lastTime} />}
          />
          <Additional notes={form.field("notes")} terms={form.field("terms")} />
        </div>
        <Summary form={form} title={WORDS[noun].summary} isNew={!invoice}>
          <div className="summary-acts">
            <SubmitButton {...save} className="btn-lg btn-block" keyName="Ctrl ↵" />
            <LinkButton label="Cancel" className="btn-lg btn-block" href={back} />
          </div>
        </Summary>
        <section className="bar-phone" aria-label="Actions">
          <div className="bar-sum">
            <span className="small muted">Grand Total</span>
            <strong>
              <Figure amountPaise={totals.grandTotalPaise} />
            </strong>
          </div>
          <SubmitButton {...save} />
        </section>
      </form>
    </>
  );
}

/** Enter moves to the next text field, and from the last field of the last line to a new line. */
function goToNextField(
  event: KeyboardEvent<HTMLFormElement>,
  lines: number,
  onAdd: () => void,
): void {
  const { key, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== "Enter" || ctrlKey || metaKey || event.nativeEvent.isComposing) return;
  if (event.defaultPrevented) return; // A list took its row.
  if (target instanceof HTMLInputElement) {
    event.preventDefault();
    if (target.name === `items.${lines - 1}.taxPct`) onAdd();
    else nextField(currentTarget, target)?.focus();
  }
}

function nextField(form: HTMLFormElement, field: HTMLElement): HTMLElement | undefined {
  const fields = [...form.elements].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element.matches("input:not([type=checkbox]), textarea"),
  );
  return fields.slice(fields.indexOf(field) + 1).find(({ tabIndex }) => tabIndex >= 0);
}

interface HeadProps {
  noun: InvoiceProps["noun"];
  invoice: Written | undefined;
  settings: InvoiceSettings;
  values: Values;
  back: string;
  /** Whether input is stored in this browser as a draft. */
  isKept: boolean;
}

/** The link back, and the title. */
function FormHead({ noun, invoice, settings, values, back, isKept }: HeadProps) {
  const number = invoice?.number ?? nextNumber(settings, values);
  return (
    <PageHead
      title={invoice ? `Edit ${NAMES[noun]}` : WORDS[noun].create}
      back={{ href: back, label: "Back" }}
      aside={number && <span className="pill doc">{number}</span>}
    >
      {isKept && <span className="muted small not-phone">Draft saved in this browser</span>}
    </PageHead>
  );
}

/** Returns the next number if it is known. Only the server knows the counters of other series. */
function nextNumber(settings: InvoiceSettings, { kind, date }: Values): string | undefined {
  if (kind !== "INVOICE" || !isCalendarDate(date)) return undefined;
  const { stem } = toCounter(settings, date);
  const isPresent = stem === `${settings.series}/${settings.prefix}`;
  return isPresent ? formatNumber("INVOICE", stem, settings.nextSeq) : undefined;
}

interface Props {
  noun: InvoiceProps["noun"];
  form: ReturnType<typeof useInvoice>;
  invoice: Written | undefined;
  /** Where the due date comes from, if it was filled in. */
  dueFrom: string;
  children: ReactNode;
}

/** Client, dates and place of supply. */
function InvoiceHeader({ noun, form, invoice, dueFrom, children }: Props) {
  const words = WORDS[noun];
  const { field, clients, client, place: supplied } = form;
  const odd = form.warnings.find(({ code }) => OF_PLACE.includes(code));
  const [date, dueDate, place] = [field("date"), field("dueDate"), field("placeOfSupply")];
  const isNew = !invoice; // A new form's input is stored in this browser, so the user can leave the page.
  return (
    <section className="section" aria-labelledby="information">
      <h2 className="section-head" id="information">
        {words.about}
      </h2>
      <div className="grid-4">
        <ChoiceField
          kind="client"
          label="Client"
          required
          data-autofocus={isNew || undefined}
          field={{ ...field("clientId"), change: form.chooseClient }}
          help={
            invoice && isElsewhere(invoice, field("clientId").value) ? (
              <Warning>{`Sent to ${invoice.recipient.name}`}</Warning>
            ) : (
              client && gstinText(client)
            )
          }
          placeholder="Select a client..."
          options={partyChoices(clients)}
          onMade={form.addClient}
        />
        <DateField
          label={words.date}
          required
          isBooked={words.date !== "Estimate Date"}
          help={dateHelp(date.value, invoice)}
          field={date}
        />
        <DateField
          label={words.dueDate}
          help={[termText(date.value, dueDate.value), dueFrom].filter(Boolean).join(", ")}
          field={dueDate}
        />
        <TextField
          label="Place of Supply"
          list="states"
          placeholder={supplied.usualPlace}
          help={layOutWarning(supplied.warning ?? odd?.message, supplied.note)}
          field={place}
        />
      </div>
      {children}
      <StateNames />
    </section>
  );
}

const OF_PLACE = ["PLACE_NOT_OF_GSTIN", "EXPORT_NOT_CHOSEN"];

/** Returns whether a sent document was moved to another client. */
const isElsewhere = ({ status, clientId }: Written, to: string) =>
  status !== "DRAFT" && to !== clientId._id;

function dateHelp(date: string, invoice: Written | undefined): ReactNode {
  const other = invoice && isCalendarDate(date) ? yearWarning(invoice.number, date) : undefined;
  const keys = <span className="not-phone">t today, +7 next week</span>;
  return layOutWarning(other ?? futureWarning(date, today()), keys);
}

const gstinText = ({ gstin }: { gstin: string }) => (gstin ? `GSTIN ${gstin}` : "No GSTIN");
