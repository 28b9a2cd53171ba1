import type { KeyboardEvent, ReactNode } from "react";
import { NotesField } from "../ui/Field.tsx";
import { FormNotices } from "../ui/FormNotices.tsx";
import { Key } from "../ui/Key.tsx";
import { printed } from "../ui/printed.tsx";
import { Figure } from "./Figure.tsx";
import { FormHead } from "./FormHead.tsx";
import { InvoiceHeader } from "./InvoiceHeader.tsx";
import { Items } from "./Items.tsx";
import { Summary } from "./Summary.tsx";
import { type InvoiceProps, useInvoice } from "./useInvoice.ts";
import { useLines } from "./useLines.ts";

/** Write an invoice, or one anew. */
export function InvoiceForm(props: InvoiceProps) {
  const { invoice, clients, settings } = props;
  const form = useInvoice(props);
  const lines = useLines(form, settings.defaultTaxPct);
  const { values, field, figures, supply, isBusy } = form;
  const back = invoice ? `/invoices/${invoice._id}` : "/invoices";
  const verb = isBusy ? "Saving..." : invoice ? "Update Invoice" : "Create Invoice";
  const save = (className: string, key?: ReactNode) => (
    <button
      className={`btn btn-primary ${className}`}
      type="submit"
      aria-busy={isBusy}
      aria-keyshortcuts="Control+Enter"
    >
      {verb}
      {key}
    </button>
  );
  return (
    <>
      <FormHead
        invoice={invoice}
        settings={settings}
        date={values.date}
        back={back}
        isKept={!invoice && form.isUnsaved}
      />
      <FormNotices form={form} />
      <form
        {...form.props}
        className="form-cols"
        onKeyDown={(event) => goOn(event, values.items.length, lines.addLine)}
      >
        <div className="panel">
          <InvoiceHeader
            field={field}
            clients={clients}
            client={form.client}
            supply={supply}
            isNew={!invoice}
          />
          <Items values={values} mode={supply.mode} lines={lines} errorAt={form.errorAt} />
          <section className="section" aria-labelledby="additional">
            <div className="section-head">
              <h2 id="additional">Additional Information</h2>
            </div>
            <div className="grid-2">
              <NotesField label="Notes" help={printed(field("notes"))} field={field("notes")} />
              <NotesField
                label="Terms & Conditions"
                help={printed(field("terms"))}
                field={field("terms")}
              />
            </div>
          </section>
        </div>
        <Summary
          figures={figures}
          supply={supply}
          roundOff={form.roundOff}
          onRound={form.round}
          isRegistered={form.isRegistered}
          missing={form.missing}
        >
          <div className="summary-acts">
            {save("btn-lg btn-block", <Key name="Ctrl ↵" />)}
            <a className="btn btn-lg btn-block" href={back}>
              Cancel
            </a>
          </div>
        </Summary>
        <section className="bar-phone" aria-label="Actions">
          <div className="bar-sum">
            <span className="small muted">Grand Total</span>
            <strong>
              <Figure amount={figures.grandTotal} />
            </strong>
          </div>
          {save("")}
        </section>
      </form>
    </>
  );
}

/** Enter goes to the next field, and from the last line's last one to a new line. */
function goOn(event: KeyboardEvent<HTMLFormElement>, lines: number, onAdd: () => void): void {
  const { key, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== "Enter" || ctrlKey || metaKey || event.nativeEvent.isComposing) return;
  if (target instanceof HTMLInputElement) {
    event.preventDefault();
    if (target.name === `items.${lines - 1}.taxPct`) onAdd();
    else nextField(currentTarget, target)?.focus();
  }
}

function nextField(form: HTMLFormElement, field: HTMLElement): HTMLElement | undefined {
  const fields = [...form.elements].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element.matches("input, select, textarea"),
  );
  return fields.slice(fields.indexOf(field) + 1).find(({ tabIndex }) => tabIndex >= 0);
}
