import { sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import type { InvoiceQuery } from "../../domain/documents/invoiceInput.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import { toRupees } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readSum, sumOfKept } from "../ledger/sums.ts";
import { countDrafts, documentList, type Listed, toFigures } from "./listDocuments.ts";
import { readPage } from "./listPage.ts";
import { OPEN, toInvoiceRow } from "./rows.ts";

type Filter = Omit<InvoiceQuery, "limit" | "page">;

const isOpen = ({ status }: Filter) => status === "OVERDUE" || status === "UNPAID";
/** Leaves out drafts and cancelled invoices. */
const sum = (figure: string) => sumOfKept(figure, sql`status NOT IN ('DRAFT', 'CANCELLED')`);

export const INVOICE_LIST = documentList<Filter>("INVOICES", {
  // There are no sums of overdue invoices.
  isOfRows: ({ q, status }) => q !== undefined || status === "OVERDUE",
  toStatus(filter) {
    if (!isOpen(filter)) return sql`status = ${filter.status}`;
    const isLate = sql`due_date <> '' AND due_date < ${today()}`;
    const open = sql`status IN ('SENT', 'PARTIALLY_PAID')`;
    return filter.status === "OVERDUE" ? sql`${open} AND ${isLate}` : open;
  },
  // Chosen by hand, because the planner would scan all open invoices.
  index: (filter) => (isOpen(filter) ? sql`INDEXED BY documents_due` : sql``),
  figures: toFigures(OPEN),
  sums: [
    countDrafts,
    sql`${sum("grand_total")} AS "grandTotal"`,
    sql`${sum("received")} AS received`,
    sql`${sum("tds")} AS tds`,
    sql`${sum("open")} AS open`,
  ],
});

interface Sums {
  drafts: number;
  grandTotal: string;
  received: string;
  tds: string;
  open: string;
}

/** Returns a page of invoices, newest first, with totals of the whole filter. */
export async function listInvoices(tenant: Tenant, query: InvoiceQuery): Promise<InvoiceList> {
  const { rows, sums, paging } = await readPage<Filter, Listed, Sums>(tenant, INVOICE_LIST, query);
  return {
    items: rows.map(toInvoiceRow),
    ...paging,
    totals: {
      grandTotal: toRupees(readSum(sums.grandTotal)),
      received: toRupees(readSum(sums.received)),
      tds: toRupees(readSum(sums.tds)),
      balanceDue: toRupees(readSum(sums.open)),
      drafts: sums.drafts,
    },
  };
}
