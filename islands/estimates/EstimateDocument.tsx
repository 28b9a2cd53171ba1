import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import { foreignMemo } from "../../domain/documents/paper.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { Items } from "../invoices/DocumentItems.tsx";
import { Head, Place, Remark, Sums, Who } from "../invoices/InvoiceDocument.tsx";

/** The estimate as the client sees it. */
export function EstimateDocument({ estimate }: { estimate: Estimate }) {
  const { title, date, dueDate, deliveryAddress, notes, terms, grandTotal } = estimate;
  const memo = foreignMemo(estimate);
  return (
    <article className="paper" aria-label={title}>
      <Head invoice={estimate} />
      <dl className="paper-meta">
        <Who label="For" invoice={estimate} />
        <div>
          <dt>Date</dt>
          <dd className="num">{formatDate(date)}</dd>
        </div>
        {dueDate && (
          <div>
            <dt>Valid until</dt>
            <dd className="num">{formatDate(dueDate)}</dd>
          </div>
        )}
        <Place invoice={estimate} />
      </dl>
      <Items invoice={estimate} />
      <div className="paper-end">
        <div className="paper-notes">
          {deliveryAddress && <Remark title="Delivered at">{deliveryAddress}</Remark>}
          {notes && <Remark title="Notes">{notes}</Remark>}
          {terms && <Remark title="Terms">{terms}</Remark>}
        </div>
        <div className="paper-sums grid packed gap-8">
          <Sums invoice={estimate} />
          <p className="small soft">{amountInWords(toPaise(grandTotal) as Paise)}</p>
          {memo && <p className="small soft num">{memo}</p>}
        </div>
      </div>
    </article>
  );
}
