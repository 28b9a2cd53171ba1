import { isCalendarDate } from "../../domain/dates.ts";
import type { InvoiceSettings } from "../../domain/invoiceSettings.ts";
import type { Invoice } from "../../domain/invoices.ts";
import { counterOf, formatNumber } from "../../domain/numbering.ts";
import { Icon } from "../ui/Icon.tsx";

interface Props {
  invoice: Invoice | undefined;
  settings: InvoiceSettings;
  date: string;
  back: string;
  /** What is typed is kept in this browser. */
  isKept: boolean;
}

/** The way back, and the title. */
export function FormHead({ invoice, settings, date, back, isKept }: Props) {
  const number = invoice?.invoiceNumber ?? nextNumber(settings, date);
  return (
    <div className="page-head">
      <a className="icon-btn" href={back} aria-label="Back">
        <Icon name="arrow-left" />
      </a>
      <div className="page-title">
        <h1>{invoice ? "Edit Invoice" : "Create New Invoice"}</h1>
        {number && <span className="pill doc">{number}</span>}
      </div>
      {isKept && <span className="muted small not-phone">Draft kept in this browser</span>}
    </div>
  );
}

/** The number that comes next, where it is known: another year's counter is the server's to read. */
function nextNumber(settings: InvoiceSettings, date: string): string | undefined {
  if (!isCalendarDate(date)) return undefined;
  const { stem } = counterOf(settings, date);
  const isPresent = stem === `${settings.series}/${settings.prefix}`;
  return isPresent ? formatNumber("invoice", stem, settings.nextSeq) : undefined;
}
