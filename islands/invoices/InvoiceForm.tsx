import { type KeyboardEvent, type ReactNode, useState } from "react";
import { NotesField } from "../parts/Field.tsx";
import { Key } from "../parts/Key.tsx";
import { printed } from "../parts/printed.tsx";
import { Figure } from "./Figure.tsx";
import { FormHead } from "./FormHead.tsx";
import { Information } from "./Information.tsx";
import { Items } from "./Items.tsx";
import { Summary } from "./Summary.tsx";
import { type InvoiceProps, useInvoice } from "./useInvoice.ts";

/** Write an invoice, or one anew. */
export function InvoiceForm(props: InvoiceProps) {
  // A draft that is not wanted any more makes room for a blank form.
  const [turn, setTurn] = useState(0);
  return <Form key={turn} {...props} onAfresh={() => setTurn(turn + 1)} />;
}

function Form(props: InvoiceProps & { onAfresh(): void }) {
  const { invoice, clients, settings, onAfresh } = props;
  const written = useInvoice(props);
  const { form, values, field, figures, supply, rows, drafts, isBusy } = written;
  const back = invoice ? `/invoices/${invoice._id}` : "/invoices";
  const addItem = () => {
    rows.addRow();
    written.focus(`items.${values.rows.length}.description`);
  };
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
        isKept={!invoice && written.isDirty}
        hasDraft={written.draft !== undefined}
        onAfresh={() => {
          drafts.drop();
          onAfresh();
        }}
      />
      <form
        ref={form}
        className="form-cols"
        noValidate
        onSubmit={written.submit}
        onKeyDown={(event) => goOn(event, values.rows.length, addItem)}
      >
        <div className="panel">
          <Information
            field={field}
            clients={clients}
            client={written.client}
            supply={supply}
            isNew={!invoice}
          />
          <Items
            values={values}
            mode={supply.mode}
            rows={rows}
            errorsOfRow={written.errorsOfRow}
            onAdd={addItem}
          />
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
          roundOff={field("roundOff")}
          onRound={written.round}
          isRegistered={written.isRegistered}
          missing={written.missing}
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

/** Ctrl Enter saves; Enter goes to the next field, and from the last line's last one to a new line. */
function goOn(event: KeyboardEvent<HTMLFormElement>, lines: number, onAdd: () => void): void {
  const { key, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== "Enter" || event.nativeEvent.isComposing) return;
  if (ctrlKey || metaKey) {
    event.preventDefault();
    currentTarget.requestSubmit();
  } else if (target instanceof HTMLInputElement) {
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
