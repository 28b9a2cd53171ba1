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

/** Links by which a client sees a document. A link's token itself is kept nowhere. */
export const shareLinks = sqliteTable(
  "share_links",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** SHA-256 of the token, as of an invitation. */
    digest: text("digest").notNull(),
    entity: text("entity", { enum: SHARED }).notNull(),
    documentId: text("document_id").notNull(),
    /** Its last day in India; "" for none. */
    expiresOn: text("expires_on").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    endedBy: text("ended_by"),
    endedAt: text("ended_at"),
    /** How often it was in sight, and when; no address of anybody. */
    views: integer("views").notNull().default(0),
    firstSeenAt: text("first_seen_at").notNull().default(""),
    lastSeenAt: text("last_seen_at").notNull().default(""),
    /** What the client said of an estimate, by the name that they typed, and a hash of what they saw. */
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
    // What is moved in can be taken out again, and its links with it.
    foreignKey({
      columns: [table.agencyId, table.documentId],
      foreignColumns: [documents.agencyId, documents.id],
    }).onDelete("cascade"),
    referenceSameAgency(table, table.createdBy, users),
    referenceSameAgency(table, table.endedBy, users),
  ],
);
