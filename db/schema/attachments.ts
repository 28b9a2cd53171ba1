import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { HOLDERS } from "../../domain/attachments/attachments.ts";
import { ATTACHMENT_KINDS } from "../../domain/attachments/kinds.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";

/** Attachments of records. Their bytes are in the attachment store (db/attachments/store.ts), by hash. */
export const attachments = sqliteTable(
  "attachments",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    entity: text("entity", { enum: HOLDERS }).notNull(),
    /** Ids are never reused, so a restored record has its attachments again. */
    entityId: text("entity_id").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: ATTACHMENT_KINDS }).notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    /** Deletion only marks the row: the law requires the bytes to be stored as long as the books. */
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
