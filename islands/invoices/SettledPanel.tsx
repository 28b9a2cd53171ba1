import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Settled } from "../../domain/documents/payments.ts";
import { can } from "../browser/session.ts";
import { DeleteApplication } from "../notes/dialogs.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";

interface Props {
  invoice: Invoice;
  settled: Settled[];
  onChanged(): void;
}

const mayBeWrittenOff = ({ status, balance }: Invoice) =>
  can("write off invoices") && (status === "SENT" || status === "PARTIALLY_PAID") && balance > 0;

/** Settlement without money. Owners can undo it, and write off the remaining balance. */
export function SettledPanel({ invoice, settled, onChanged }: Props) {
  const [toTakeBack, setToTakeBack] = useState<Settled>();
  const form = useLazyDialog(() =>
    import("./WriteOffForm.tsx").then((module) => module.WriteOffForm),
  );
  const mayWriteOff = mayBeWrittenOff(invoice);
  if (settled.length === 0 && !mayWriteOff) return null;
  return (
    <section className="panel" aria-labelledby="settled">
      <div className="panel-head">
        <h2 id="settled">Credits and write-offs</h2>
        {mayWriteOff && (
          <span className="spring">
            <Button look="link" label="Write off" onClick={() => form.open(undefined)} />
          </span>
        )}
      </div>
      {settled.length === 0 && <p className="entry-none">None yet.</p>}
      <ul>
        {settled.map((each) => (
          <Line key={each._id} settled={each} onTakeBack={() => setToTakeBack(each)} />
        ))}
      </ul>
      {form.draw((Form) => (
        <Form invoice={invoice} onChanged={onChanged} onClose={form.close} />
      ))}
      {toTakeBack && (
        <DeleteApplication
          application={{ ...toTakeBack, invoiceNumber: invoice.invoiceNumber }}
          onChanged={onChanged}
          onClose={() => setToTakeBack(undefined)}
        />
      )}
    </section>
  );
}

const FOLDERS = { ADVANCE: "vouchers", CREDIT: "notes" };

function Line({ settled, onTakeBack }: { settled: Settled; onTakeBack(): void }) {
  const { kind, sourceId, number, date, amount, reason } = settled;
  const name = kind === "WRITE_OFF" ? "Written off" : number;
  return (
    <li className="entry">
      <div>
        {kind === "WRITE_OFF" ? (
          <div className="strong">{name}</div>
        ) : (
          <a className="doc" href={`/${FOLDERS[kind]}/${sourceId}`}>
            {name}
          </a>
        )}
        <div className="cell-sub paper-lines">
          {[formatDate(date), reason].filter(Boolean).join(", ")}
        </div>
      </div>
      <div className="amt">
        <Money amount={amount} />
      </div>
      {can("cancel notes") && (
        <IconButton
          icon="trash-2"
          label={`Undo ${moneyText(amount)}, ${name}`}
          onClick={onTakeBack}
        />
      )}
    </li>
  );
}
