import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailContent } from "../../domain/mail/content.ts";
import { MAIL_HOLDERS, MAIL_KINDS, MAIL_STATES } from "../../domain/mail/mails.ts";
import { agencyId, flag, referenceSameAgency, users } from "./agencies.ts";

/** The outbox. Each recipient has a row, inserted in the same transaction as the change it reports. */
export const mails = sqliteTable(
  "mails",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    /** No foreign key: mails outlive deleted records, and ids are never reused. */
    entity: text("entity", { enum: MAIL_HOLDERS }).notNull(),
    entityId: text("entity_id").notNull(),
    label: text("label").notNull(),
    /** Other input for the PDF: the days of a statement of account. */
    about: text("about", { mode: "json" }).$type<Record<string, string>>().notNull(),
    to: text("to_address").notNull(),
    isCopy: flag("is_copy").default(false),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    link: text("link").notNull().default(""),
    /** Null in e-mails that an earlier version queued. */
    content: text("content", { mode: "json" }).$type<MailContent>(),
    messageId: text("message_id").notNull(),
    inReplyTo: text("in_reply_to").notNull().default(""),
    state: text("state", { enum: MAIL_STATES }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** Milliseconds since 1970 of the next attempt. While sending, when the lease expires. */
    nextAt: integer("next_at"),
    /** Id of the current or last attempt. Only that attempt may record the result. */
    lease: text("lease"),
    /** Whether that attempt has contacted the mail server. */
    isOut: flag("is_out").default(false),
    /** Number of attempts with an unknown outcome. */
    unknowns: integer("unknowns").notNull().default(0),
    /** The account and time of the last attempt, for the limit per minute. */
    account: text("account").notNull().default(""),
    triedAt: integer("tried_at"),
    code: integer("code"),
    answer: text("answer").notNull().default(""),
    handedOverAt: text("handed_over_at"),
    hasPaper: flag("has_paper"),
    /** Set before the first attempt. The bytes are in the attachment store. */
    paperName: text("paper_name").notNull().default(""),
    paperSize: integer("paper_size"),
    paperSha256: text("paper_sha256"),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("mails_waiting")
      .on(table.agencyId, table.nextAt, table.id)
      .where(sql`next_at IS NOT NULL`),
    index("mails_by_state").on(table.agencyId, table.state, table.id),
    index("mails_of_record").on(table.agencyId, table.entity, table.entityId, table.id),
    index("mails_tried").on(table.account, table.triedAt).where(sql`tried_at IS NOT NULL`),
    index("mails_by_paper")
      .on(table.agencyId, table.paperSha256)
      .where(sql`paper_sha256 IS NOT NULL`),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

/** The agency's own mail account, if it has one, and the address for replies. */
export const mailSettings = sqliteTable("mail_settings", {
  agencyId: agencyId().primaryKey(),
  /** "" to use the server's account. */
  host: text("host").notNull().default(""),
  port: integer("port").notNull().default(0),
  security: text("security", { enum: ["TLS", "STARTTLS", "NONE"] })
    .notNull()
    .default("STARTTLS"),
  username: text("username").notNull().default(""),
  /** Encrypted with AES-256-GCM, using a key derived from the server's secret. */
  password: text("password").notNull().default(""),
  fromAddress: text("from_address").notNull().default(""),
  /** "" for the address of the sender. */
  replyTo: text("reply_to").notNull().default(""),
  /** When a test last succeeded, and the mail server's response; "" if not since the settings changed. */
  testedAt: text("tested_at").notNull().default(""),
  testedAnswer: text("tested_answer").notNull().default(""),
});
