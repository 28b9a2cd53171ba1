import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { ANSWERS, SHARED } from "../../domain/sharing/shareLinks.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";
import { documents } from "./documents.ts";

/** Links with which a client opens a document. Only the token's hash is stored. */
export const shareLinks = sqliteTable(
  "share_links",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** SHA-256 of the token. */
    digest: text("digest").notNull(),
    entity: text("entity", { enum: SHARED }).notNull(),
    documentId: text("document_id").notNull(),
    /** The last day in India on which it works; "" if it does not expire. */
    expiresOn: text("expires_on").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    endedBy: text("ended_by"),
    endedAt: text("ended_at"),
    /** How often the document was viewed, and when. No IP address is stored. */
    views: integer("views").notNull().default(0),
    firstSeenAt: text("first_seen_at").notNull().default(""),
    lastSeenAt: text("last_seen_at").notNull().default(""),
    /** The client's answer to an estimate, the name they typed, and a hash of the estimate they saw. */
    answer: text("answer", { enum: ["", ...ANSWERS] })
      .notNull()
      .default(""),
    answeredBy: text("answered_by").notNull().default(""),
    answeredAt: text("answered_at").notNull().default(""),
    answeredHash: text("answered_hash").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("share_links_digest").on(table.digest),
    index("share_links_of_document").on(table.agencyId, table.documentId, table.id),
    // Undoing an import deletes its documents, and this deletes their links.
    foreignKey({
      columns: [table.agencyId, table.documentId],
      foreignColumns: [documents.agencyId, documents.id],
    }).onDelete("cascade"),
    referenceSameAgency(table, table.createdBy, users),
    referenceSameAgency(table, table.endedBy, users),
  ],
);
