import { text } from "drizzle-orm/sqlite-core";
import type { Paise } from "../../domain/money.ts";
import { TDS_RULES } from "../../domain/tds/law.ts";
import { flag, paise } from "./agencies.ts";

/** TDS of a bill. */
export const tdsColumns = {
  /** The rule and the total TDS. `tdsPaise` is the part already deducted. */
  tdsRule: text("tds_rule", { enum: ["", ...TDS_RULES] })
    .notNull()
    .default(""),
  tdsDuePaise: paise("tds_due_paise").default(0 as Paise),
  /** Computed from the rule and the vendor's other bills, because no one typed it. */
  isTdsByRule: flag("is_tds_by_rule").default(false),
  /** Number of the vendor's certificate for a lower rate; "" if there is none. */
  tdsCertificate: text("tds_certificate").notNull().default(""),
  /** TDS on payments before the bill's date. It is deducted and posted on their dates. */
  tdsEarlyPaise: paise("tds_early_paise").default(0 as Paise),
  /** Months covered by a bill for rent; empty for the month of its date. */
  rentMonths: text("rent_months", { mode: "json" }).$type<string[]>().notNull().default([]),
};
