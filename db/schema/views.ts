import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { VIEW_PATHS } from "../../domain/agencies/views.ts";
import { agencyId, flag, referenceSameAgency, users } from "./agencies.ts";

/** Saved views of lists. */
export const views = sqliteTable(
  "views",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    path: text("path", { enum: VIEW_PATHS }).notNull(),
    query: text("query").notNull(),
    /** Whether the whole team sees it. */
    shared: flag("shared").default(false),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    referenceSameAgency(table, table.createdBy, users),
  ],
);
