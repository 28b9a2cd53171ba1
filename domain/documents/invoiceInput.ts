import * as v from "valibot";
import { toFinancialYear } from "../dates.ts";
import {
  amountOrNone,
  date,
  dateIfAny,
  datesInOrder,
  id,
  ids,
  limitSchema,
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
import { LINE_TREATMENTS, SUPPLIES, TREATMENTS } from "../gst/supply.ts";
import { INVOICE_STATUSES, type InvoiceRow } from "./invoices.ts";
import { staysInYear } from "./numbering.ts";

// What may be written on an invoice, and asked of a list of them.

export const ITEMS_MAX = 1_000;

/** Why the rate is 0; "" where it is not, or nobody has said. */
export const treatment = v.optional(
  v.picklist([...TREATMENTS, ""], `Treatment must be one of ${TREATMENTS.join(", ")}`),
  "",
);

/** The same for what is sold, which may be no supply at all. */
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
  /** Left out, it is the settings' default. */
  taxPct: v.optional(percent("Tax")),
  unit: optionalLine("Unit"),
  treatment: lineTreatment,
  /** Bought for the client: always so on what bills; a credit note says it, or lowers the revenue. */
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

/** The items of a document: `what` begins a sentence, "An invoice". */
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

/** Rupees for one in, millionths out. */
export const exchangeRate = v.pipe(
  v.number("Exchange rate must be a number"),
  v.transform((rate) => Math.round(rate * 1_000_000)),
  v.minValue(0, "Exchange rate must be at least 0"),
  v.maxValue(1_000_000_000_000, "Exchange rate is too large"),
);

/** What an invoice says beside its dates. */
export const invoiceFields = {
  kind: v.optional(
    v.picklist(["INVOICE", "BILL_OF_SUPPLY"], "Kind must be INVOICE or BILL_OF_SUPPLY"),
  ),
  clientId: id("Client is required"),
  placeOfSupply: optionalLine("Place of supply"),
  /** Left out, it follows from the client's kind. */
  supply: v.optional(v.picklist(SUPPLIES, `Supply must be one of ${SUPPLIES.join(", ")}`)),
  reverseCharge: v.optional(v.boolean("Reverse charge must be true or false"), false),
  foreignCurrency,
  exchangeRate: v.optional(exchangeRate, 0),
  deliveryAddress: longText("Delivery address"),
  items: itemsSchema("An invoice"),
  notes,
  terms: longText("Terms"),
  roundOff,
};

const { kind, clientId, ...others } = invoiceFields;
/** What is wrong is told in this order. */
const written = strictObject({
  ...{ kind, clientId, date, dueDate: dateIfAny },
  /** The day of the service, if the invoice comes more than 30 days after it; else "". */
  serviceDate: dateIfAny,
  ...others,
});
/** `order`: said where the due date is before the date. */
const inOrder = (order: string) =>
  v.pipe(
    written,
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

/** Specification, section 5. Rupees, quantities and percent in, paise and hundredths out. */
export const NewInvoice = inOrder("Due date must not be before the invoice date");
export type NewInvoice = v.InferOutput<typeof NewInvoice>;

/** As an invoice; its due date is the day until which it holds. */
export const NewEstimate = inOrder("An estimate must be valid until its own date or later");

/** What stays in the financial year that numbered it. */
export const SENT_INVOICE = "A sent invoice";

/** What an invoice may be changed to: one that was issued stays in the financial year that numbered it. */
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
const INVOICE_SORTS = ["number", "date", "client", "dueDate", "total", "balance"] as const;

export const InvoiceQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(INVOICE_SORTS), page, limit: limitSchema(10) }),
  datesInOrder(),
);
export type InvoiceQuery = v.InferOutput<typeof InvoiceQuery>;
