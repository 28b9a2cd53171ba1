import { formatDate } from "../../domain/dates.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import { foreignMemo } from "../../domain/documents/paper.ts";
import { Items } from "../invoices/DocumentItems.tsx";
import { Fact, Paper, Sums } from "../invoices/InvoiceDocument.tsx";

/** The estimate as the client sees it. */
export function EstimateDocument({ estimate }: { estimate: Estimate }) {
  const { date, dueDate, deliveryAddress, notes, terms, grandTotal } = estimate;
  return (
    <Paper
      document={estimate}
      to="For"
      facts={
        <>
          <Fact label="Date">{formatDate(date)}</Fact>
          {dueDate && <Fact label="Valid until">{formatDate(dueDate)}</Fact>}
        </>
      }
      items={<Items invoice={estimate} />}
      remarks={[
        ["Delivered at", deliveryAddress],
        ["Notes", notes],
        ["Terms", terms],
      ]}
      sums={<Sums invoice={estimate} />}
      total={grandTotal}
      memo={foreignMemo(estimate)}
    />
  );
}
