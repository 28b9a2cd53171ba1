import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MAIL_HOLDERS, MAIL_KINDS, MAIL_STATES } from "../../domain/mail/mails.ts";
import { agencyId, flag, referenceSameAgency, users } from "./agencies.ts";

/** The outbox: a row a recipient, made in the write that it tells of. */
export const mails = sqliteTable(
  "mails",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    /** Ids are not used twice, and what is deleted leaves its mails: no reference. */
    entity: text("entity", { enum: MAIL_HOLDERS }).notNull(),
    entityId: text("entity_id").notNull(),
    label: text("label").notNull(),
    /** What else its paper is drawn of: the days of a statement of account. */
    about: text("about", { mode: "json" }).$type<Record<string, string>>().notNull(),
    to: text("to_address").notNull(),
    isCopy: flag("is_copy").default(false),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    link: text("link").notNull().default(""),
    messageId: text("message_id").notNull(),
    inReplyTo: text("in_reply_to").notNull().default(""),
    state: text("state", { enum: MAIL_STATES }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** In milliseconds since 1970: when the sender looks at it again; of one being sent, its lease's end. */
    nextAt: integer("next_at"),
    /** Of the try that has it, or had it last: only that one says how it went. */
    lease: text("lease"),
    /** Whether that try has begun to speak with the mail server. */
    isOut: flag("is_out").default(false),
    /** How often nobody knew what became of it. */
    unknowns: integer("unknowns").notNull().default(0),
    /** By which account it was tried last, and when: so many a minute. */
    account: text("account").notNull().default(""),
    triedAt: integer("tried_at"),
    code: integer("code"),
    answer: text("answer").notNull().default(""),
    handedOverAt: text("handed_over_at"),
    hasPaper: flag("has_paper"),
    /** Set before the first try; its bytes are on the shelf. */
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

/** By which account an agency's mails go, where that is its own, and where answers to them go. */
export const mailSettings = sqliteTable("mail_settings", {
  agencyId: agencyId().primaryKey(),
  /** "" where the server's account is used. */
  host: text("host").notNull().default(""),
  port: integer("port").notNull().default(0),
  security: text("security", { enum: ["TLS", "STARTTLS", "NONE"] })
    .notNull()
    .default("STARTTLS"),
  username: text("username").notNull().default(""),
  /** Sealed by a key of the server's secret: AES-256-GCM. */
  password: text("password").notNull().default(""),
  fromAddress: text("from_address").notNull().default(""),
  /** "" for whoever sends it. */
  replyTo: text("reply_to").notNull().default(""),
  /** When a test last worked, and what the mail server said; "" for never since the settings changed. */
  testedAt: text("tested_at").notNull().default(""),
  testedAnswer: text("tested_answer").notNull().default(""),
});
