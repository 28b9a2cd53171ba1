import { useEffect } from "react";
import { daysOf, today } from "../../domain/dates.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import { groupIndian } from "../../domain/money.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";

const KEY = "bahi-overdue";

/**
 * How much is overdue, and the way there. Whether there was something the last time is on the page before it
 * is painted (see signedIn.ts), so that its room is kept and nothing jumps.
 */
export function Overdue({ isAwake }: { isAwake: boolean }) {
  const { data } = useFetch<InvoiceList>(
    isAwake ? "/api/invoices?status=OVERDUE&sort=dueDate&limit=1" : null,
  );
  const [oldest] = data?.items ?? [];
  useEffect(() => {
    if (!data) return;
    const { dataset } = document.documentElement;
    if (data.total > 0) {
      localStorage.setItem(KEY, "yes");
      dataset.overdue = "yes";
    } else {
      localStorage.removeItem(KEY);
      delete dataset.overdue;
    }
  }, [data]);
  return (
    <section className="attn overdue" aria-label="Overdue">
      <Icon name="triangle-alert" />
      <p>
        {data && oldest ? (
          <>
            <strong>
              {data.total === 1
                ? "1 invoice is overdue"
                : `${groupIndian(data.total)} invoices are overdue`}
            </strong>{" "}
            {`by ${data.total === 1 ? "" : "up to "}${daysLate(oldest.dueDate)}, `}
            {`${moneyText(data.totals.balanceDue)} to collect`}
          </>
        ) : (
          "\u00a0"
        )}
      </p>
      <a href="/invoices?status=OVERDUE">See them</a>
    </section>
  );
}

function daysLate(dueDate: string): string {
  const days = daysOf({ dateFrom: dueDate, dateTo: today() }) - 1;
  return days === 1 ? "1 day" : `${groupIndian(days)} days`;
}
