import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ExportedVoucher } from "../tally/exported.ts";
import { agencyId } from "./agencies.ts";

/** What somebody has said that a thing of ours is called in Tally. */
export const tallyNames = sqliteTable(
  "tally_names",
  {
    agencyId: agencyId(),
    /** Of an account, a category, a client or a vendor its id; a system ledger's; or `sales@18`. */
    id: text("id").notNull(),
    name: text("name").notNull(),
    /** "" for the usual one. */
    group: text("group_name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.id] })],
);

/** What the last file for Tally said of a day. */
export const tallyDays = sqliteTable(
  "tally_days",
  {
    agencyId: agencyId(),
    date: text("date").notNull(),
    /** The how manieth of its month that was. */
    file: integer("file").notNull(),
    said: text("said", { mode: "json" }).$type<ExportedVoucher[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.date] })],
);
