import { text } from "drizzle-orm/sqlite-core";
import type { Paise } from "../../domain/money.ts";
import { TDS_RULES } from "../../domain/tds/law.ts";
import { flag, paise } from "./agencies.ts";

/** What a bill says of TDS. */
export const tdsColumns = {
  /** By what rule tax is kept back of a bill, and how much in all: of it `tdsPaise` has been kept back. */
  tdsRule: text("tds_rule", { enum: ["", ...TDS_RULES] })
    .notNull()
    .default(""),
  tdsDuePaise: paise("tds_due_paise").default(0 as Paise),
  /** The TDS follows its rule and the vendor's other bills, because nobody typed it. */
  isTdsByRule: flag("is_tds_by_rule").default(false),
  /** Number of the vendor's certificate for a lower rate; "" for none. */
  tdsCertificate: text("tds_certificate").notNull().default(""),
  /** TDS that payments before the bill's date had: it is deducted, and posted, on their days. */
  tdsEarlyPaise: paise("tds_early_paise").default(0 as Paise),
  /** The months that a bill of rent is for; empty for the month of its date. */
  rentMonths: text("rent_months", { mode: "json" }).$type<string[]>().notNull().default([]),
};
