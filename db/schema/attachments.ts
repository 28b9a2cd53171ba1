import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { HOLDERS } from "../../domain/attachments/attachments.ts";
import { ATTACHMENT_KINDS } from "../../domain/attachments/kinds.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";

/** Which paper is of which record. Its bytes are on the shelf (db/attachments/store.ts), by their hash. */
export const attachments = sqliteTable(
  "attachments",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    entity: text("entity", { enum: HOLDERS }).notNull(),
    /** Ids are not used twice: a record that comes back has its papers again. */
    entityId: text("entity_id").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: ATTACHMENT_KINDS }).notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    /** Marked only: bytes stay for as long as the law has books kept. */
    deletedBy: text("deleted_by"),
    deletedAt: text("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("attachments_of_record").on(table.agencyId, table.entity, table.entityId, table.id),
    index("attachments_by_hash").on(table.agencyId, table.sha256),
    referenceSameAgency(table, table.createdBy, users),
    referenceSameAgency(table, table.deletedBy, users),
  ],
);
