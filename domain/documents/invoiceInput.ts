import * as v from "valibot";
import {
  amountOrNone,
  date,
  dateIfAny,
  datesInOrder,
  id,
  ids,
  limitOf,
  longText,
  money,
  notes,
  optionalLine,
  page,
  percent,
  q,
  quantity,
  requiredText,
  sortBy,
  strictObject,
} from "../fields.ts";
import { INVOICE_STATUSES } from "./invoices.ts";

// What may be written on an invoice, and asked of a list of them.

export const ITEMS_MAX = 1_000;

const newItem = strictObject({
  description: requiredText("Description"),
  hsnSac: optionalLine("HSN/SAC"),
  qty: quantity("Quantity"),
  rate: amountOrNone("Rate"),
  discountPct: v.optional(percent("Discount"), 0),
  /** Left out, it is the settings' default. */
  taxPct: v.optional(percent("Tax")),
});

/** Specification, section 5. Rupees, quantities and percent in, paise and hundredths out. */
export const NewInvoice = v.pipe(
  strictObject({
    clientId: id("Client is required"),
    date,
    dueDate: dateIfAny,
    placeOfSupply: optionalLine("Place of supply"),
    items: v.pipe(
      v.unknown(),
      v.check((items) => Array.isArray(items) && items.length > 0, "Please add at least one item"),
      v.check(
        (items) => Array.isArray(items) && items.length <= ITEMS_MAX,
        "An invoice has at most 1,000 items",
      ),
      v.array(newItem),
    ),
    notes,
    terms: longText("Terms"),
    roundOff: v.optional(
      v.pipe(
        money("Round off"),
        v.check((paise) => Math.abs(paise) <= 99_99, "Round off must be from -99.99 to 99.99"),
      ),
      0,
    ),
  }),
  v.forward(
    v.partialCheck(
      [["date"], ["dueDate"]],
      (invoice) => invoice.dueDate === "" || invoice.dueDate >= invoice.date,
      "Due date must not be before the invoice date",
    ),
    ["dueDate"],
  ),
);
export type NewInvoice = v.InferOutput<typeof NewInvoice>;

/** Which invoices, of many that are to be treated alike. */
export const InvoiceIds = strictObject({ ids: ids("invoices") });

const filters = {
  q,
  clientId: v.optional(id("Client is required")),
  /**
   * Two are no status of one invoice: UNPAID is what was sent and is not settled, OVERDUE what of that was
   * due before today.
   */
  status: v.optional(
    v.picklist(
      [...INVOICE_STATUSES, "UNPAID", "OVERDUE"],
      `Status must be one of ${INVOICE_STATUSES.join(", ")}`,
    ),
  ),
  dateFrom: v.optional(date),
  dateTo: v.optional(date),
};

/** What the list can be sorted by. */
export const INVOICE_SORTS = ["number", "date", "client", "dueDate", "total", "balance"] as const;

export const InvoiceQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(INVOICE_SORTS), page, limit: limitOf(10) }),
  datesInOrder(),
);
export type InvoiceQuery = v.InferOutput<typeof InvoiceQuery>;
