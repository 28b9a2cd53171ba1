import * as v from "valibot";
import { toFinancialYear } from "../dates.ts";
import {
  amountOrNone,
  date,
  dateIfAny,
  datesInOrder,
  field,
  id,
  ids,
  limitSchema,
  longText,
  money,
  notes,
  oneOf,
  optionalLine,
  page,
  percent,
  q,
  quantity,
  requiredText,
  sortBy,
  strictObject,
} from "../fields.ts";
import { LINE_TREATMENTS, SUPPLIES, TREATMENTS } from "../gst/supply.ts";
import { INVOICE_STATUSES, type InvoiceRow } from "./invoices.ts";
import { staysInYear } from "./numbering.ts";

// Input of invoices, and the query of their list.

export const ITEMS_MAX = 1_000;

/** Why the rate is 0. "" if it is not, or if the user gave no reason. */
export const treatment = v.optional(
  v.picklist([...TREATMENTS, ""], `Treatment must be one of ${TREATMENTS.join(", ")}`),
  "",
);

/** Treatment of a sold line, which may also be no supply at all. */
export const lineTreatment = v.optional(
  v.picklist([...LINE_TREATMENTS, ""], `Treatment must be one of ${LINE_TREATMENTS.join(", ")}`),
  "",
);

const fields = strictObject({
  description: requiredText("Description"),
  hsnSac: optionalLine("HSN/SAC"),
  qty: quantity("Quantity"),
  rate: amountOrNone("Rate"),
  discountPct: v.optional(percent("Discount"), 0),
  taxPct: field(v.optional(percent("Tax")), { help: "Defaults to the rate in the settings" }),
  unit: field(optionalLine("Unit"), { help: "Such as month, hour or page" }),
  treatment: lineTreatment,
  /**
   * Bought for the client. Always excluded from revenue on invoices; a credit note must say so, or it
   * lowers revenue.
   */
  pureAgent: v.optional(v.boolean("Pure agent must be true or false")),
});

const newItem = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [["treatment"], ["taxPct"]],
      ({ treatment, taxPct }) => treatment !== "NOT_A_SUPPLY" || !taxPct,
      "A line that is not a supply has no tax",
    ),
    ["taxPct"],
  ),
);

/** Schema of a document's items. `what` starts the error: "An invoice". */
export const itemsSchema = (what: string) =>
  v.pipe(
    v.unknown(),
    v.check((items) => Array.isArray(items) && items.length > 0, "Please add at least one item"),
    v.check(
      (items) => Array.isArray(items) && items.length <= ITEMS_MAX,
      `${what} has at most 1,000 items`,
    ),
    v.array(newItem),
  );

export const roundOff = v.optional(
  v.pipe(
    money("Round off"),
    v.check((paise) => Math.abs(paise) <= 99_99, "Round off must be from -99.99 to 99.99"),
  ),
  0,
);

const CURRENCY = "Currency must be three letters, such as USD";

export const foreignCurrency = v.optional(
  v.pipe(v.string(CURRENCY), v.toUpperCase(), v.regex(/^([A-Z]{3})?$/, CURRENCY)),
  "",
);

/** Parses rupees per unit to millionths. */
export const exchangeRate = v.pipe(
  v.number("Exchange rate must be a number"),
  v.transform((rate) => Math.round(rate * 1_000_000)),
  v.minValue(0, "Exchange rate must be at least 0"),
  v.maxValue(1_000_000_000_000, "Exchange rate is too large"),
);

/** Fields of an invoice other than its dates. */
export const invoiceFields = {
  kind: v.optional(
    v.picklist(["INVOICE", "BILL_OF_SUPPLY"], "Kind must be INVOICE or BILL_OF_SUPPLY"),
  ),
  clientId: id("Client is required"),
  placeOfSupply: field(optionalLine("Place of supply"), {
    help: "A state's code or name; defaults to the client's state",
  }),
  supply: field(v.optional(oneOf("Supply", SUPPLIES)), {
    help: "Defaults to the supply type of the client's kind",
  }),
  reverseCharge: field(v.optional(v.boolean("Reverse charge must be true or false"), false), {
    label: "Reverse charge",
    help: "The client pays the tax",
  }),
  foreignCurrency: field(foreignCurrency, { help: "Such as USD, printed with the rupees" }),
  exchangeRate: field(v.optional(exchangeRate, 0), { help: "Rupees per unit of the currency" }),
  deliveryAddress: longText("Delivery address"),
  items: itemsSchema("An invoice"),
  notes,
  terms: longText("Terms"),
  roundOff,
};

const { kind, clientId, ...others } = invoiceFields;
/** Errors are reported in this order. */
const invoiceObject = strictObject({
  kind,
  clientId,
  date,
  dueDate: dateIfAny,
  serviceDate: field(dateIfAny, {
    help: "Date of the service, if the invoice is issued more than 30 days after it",
  }),
  ...others,
});
/** `order` is the error if the due date is before the date. */
const withDateCheck = (order: string) =>
  v.pipe(
    invoiceObject,
    v.forward(
      v.partialCheck(
        [["date"], ["dueDate"]],
        ({ date, dueDate }) => dueDate === "" || dueDate >= date,
        order,
      ),
      ["dueDate"],
    ),
    v.forward(
      v.partialCheck(
        [["date"], ["serviceDate"]],
        ({ date, serviceDate }) => serviceDate === "" || serviceDate <= date,
        "The service must not be after the invoice",
      ),
      ["serviceDate"],
    ),
  );

/** Specification, section 5. Parses rupees, quantities and percent to paise and hundredths. */
export const NewInvoice = withDateCheck("Due date must not be before the invoice date");
export type NewInvoice = v.InferOutput<typeof NewInvoice>;

/** Same fields as an invoice; the due date is the last day on which the estimate is valid. */
export const NewEstimate = withDateCheck("An estimate must be valid until its own date or later");

/** Starts the error about the financial year. */
export const SENT_INVOICE = "A sent invoice";

/** Returns the schema of a change: an issued invoice must stay in the financial year of its number. */
export const changeOfInvoice = ({ status, date }: Pick<InvoiceRow, "date" | "status">) =>
  v.pipe(
    NewInvoice,
    v.forward(
      v.partialCheck(
        [["date"]],
        (to) => status === "DRAFT" || toFinancialYear(to.date) === toFinancialYear(date),
        staysInYear(SENT_INVOICE),
      ),
      ["date"],
    ),
  );

/** Invoices for a bulk action. */
export const InvoiceIds = strictObject({ ids: ids("invoices") });

const filters = {
  q,
  clientId: v.optional(id("Client is required")),
  /**
   * UNPAID and OVERDUE are filters, not statuses: sent and not settled, and due before today as well.
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

const INVOICE_SORTS = ["number", "date", "client", "dueDate", "total", "balance"] as const;

export const InvoiceQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(INVOICE_SORTS), page, limit: limitSchema(10) }),
  datesInOrder(),
);
export type InvoiceQuery = v.InferOutput<typeof InvoiceQuery>;
