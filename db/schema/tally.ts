import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { VoucherType } from "../../domain/tally/vouchers.ts";
import { agencyId } from "./agencies.ts";

/** Names in Tally that a user chose for records of bahi. */
export const tallyNames = sqliteTable(
  "tally_names",
  {
    agencyId: agencyId(),
    /** Id of an account, category, client, vendor or system ledger, or a key like `sales@18`. */
    id: text("id").notNull(),
    name: text("name").notNull(),
    /** "" for the default group. */
    group: text("group_name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.id] })],
);

/** A voucher as last exported: its hash, and how to find it in Tally. */
export type ExportedVoucher = [
  id: string,
  hash: string,
  type: VoucherType,
  label: string,
  paise: number,
];

/** A day's vouchers, as last exported to Tally. */
export const tallyDays = sqliteTable(
  "tally_days",
  {
    agencyId: agencyId(),
    date: text("date").notNull(),
    /** Number of that file within its month. */
    file: integer("file").notNull(),
    said: text("said", { mode: "json" }).$type<ExportedVoucher[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.date] })],
);
