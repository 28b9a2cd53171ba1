import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { COMMENTED } from "../../domain/comments/threads.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";

/** Comments of the team on records. */
export const comments = sqliteTable(
  "comments",
  {
    agencyId: agencyId(),
    /** Sorts by time. */
    id: text("id").notNull(),
    entity: text("entity", { enum: COMMENTED }).notNull(),
    /** Ids are never reused, so a restored record has its comments again. */
    entityId: text("entity_id").notNull(),
    text: text("text").notNull(),
    /** Ids of members, or `owners`. */
    mentions: text("mentions", { mode: "json" }).$type<string[]>().notNull(),
    /** Ids of attachments of the record. */
    files: text("files", { mode: "json" }).$type<string[]>().notNull(),
    question: text("question", { enum: ["none", "open", "answered"] }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    editedAt: text("edited_at").notNull().default(""),
    /** Deletion only marks the row; the thread shows that there was a comment. */
    deletedAt: text("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("comments_of_record").on(table.agencyId, table.entity, table.entityId, table.id),
    index("comments_open").on(table.agencyId, table.id).where(sql`question = 'open'`),
    referenceSameAgency(table, table.createdBy, users),
  ],
);
