import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { FILINGS, type Lut } from "../../domain/agencies/agency.ts";
import { ACTIONS, ENTITIES } from "../../domain/agencies/audit.ts";
import type { Constitution } from "../../domain/agencies/constitution.ts";
import { INVITATION_STATES } from "../../domain/agencies/invitations.ts";
import type { Paise } from "../../domain/money.ts";
import { ROLES } from "../../domain/roles.ts";

// Everything an agency owns has the key (agency_id, id) and is referenced by both columns, so the database
// refuses a reference into another agency's books. Rollups, search and triggers are in the migrations.

export const paise = (column: string) => integer(column).$type<Paise>().notNull();
export const flag = (column: string) => integer(column, { mode: "boolean" }).notNull();
export const agencyId = () =>
  integer("agency_id")
    .notNull()
    .references(() => agencies.id);

interface Owned<Name extends string> {
  agencyId: AnySQLiteColumn<{ tableName: Name }>;
}

/** A reference that carries the agency: `column` names a row of `target` that is the same agency's. */
export const referenceSameAgency = <Name extends string, Target extends string>(
  { agencyId }: Owned<Name>,
  column: AnySQLiteColumn<{ tableName: Name }>,
  target: Owned<Target> & { id: AnySQLiteColumn<{ tableName: Target }> },
) => foreignKey({ columns: [agencyId, column], foreignColumns: [target.agencyId, target.id] });

export const agencies = sqliteTable("agencies", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  location: text("location").notNull().default(""),
  contactNumber: text("contact_number").notNull().default(""),
  gstNumber: text("gst_number").notNull().default(""),
  legalName: text("legal_name").notNull().default(""),
  city: text("city").notNull().default(""),
  pin: text("pin").notNull().default(""),
  lut: text("lut", { mode: "json" }).$type<Lut[]>().notNull().default([]),
  aato: text("aato", { mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  filing: text("filing", { enum: FILINGS }).notNull().default("MONTHLY"),
  isComposition: flag("is_composition").default(false),
  /** "" until it is set: see `resolveConstitution`. */
  constitution: text("constitution").$type<Constitution | "">().notNull().default(""),
  createdAt: text("created_at").notNull(),
});

/** Who signs in: one person in however many agencies, known by their email while they are in any. */
export const people = sqliteTable(
  "people",
  {
    email: text("email").primaryKey(),
    passwordHash: text("password_hash").notNull(),
    /** Not, where an owner has set it, who so knows it; people of before have chosen theirs. */
    isOwnPassword: flag("is_own_password").default(true),
    /** Whether the person has opened a link that was mailed to the address. */
    isVerified: flag("is_verified").default(true),
    /** The address, once another person has verified it: it still signs in here. "" for none. */
    lostEmail: text("lost_email").notNull().default(""),
  },
  (table) => [index("people_lost_email").on(table.lostEmail).where(sql`lost_email <> ''`)],
);

/** A person's membership in an agency. */
export const users = sqliteTable(
  "users",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** Raised to end every session of this user. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    /** What the person signs in with, as `signInMark` makes it: shows what was changed outside bahi. */
    signInMark: text("sign_in_mark").notNull().default(""),
    createdAt: text("created_at").notNull(),
    /** Whoever left stays, for the books and the audit log name them; their email is free again. */
    removedAt: text("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("users_email").on(table.email, table.agencyId).where(sql`removed_at IS NULL`),
  ],
);

/** Links by which somebody may join the agency, once. A link's token itself is kept nowhere. */
export const invitations = sqliteTable(
  "invitations",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** SHA-256 of the token, as of an access token. */
    digest: text("digest").notNull(),
    /** SHA-256 of the token in the email: only the owner of the mailbox has that one. "" if none was sent. */
    mailedDigest: text("mailed_digest").notNull().default(""),
    state: text("state", { enum: INVITATION_STATES }).notNull().default("OPEN"),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("invitations_digest").on(table.digest),
    uniqueIndex("invitations_mailed_digest").on(table.mailedDigest).where(sql`mailed_digest <> ''`),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

/** Long-lived tokens for machines, which may only read. A token itself is kept nowhere. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the token, which is 256 random bits, so a plain digest gives nothing away. */
    digest: text("digest").notNull(),
    createdAt: text("created_at").notNull(),
    /** A day in India; "" for never. No moment, so that not every read has to write. */
    lastUsedOn: text("last_used_on").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("api_tokens_digest").on(table.digest),
    referenceSameAgency(table, table.userId, users),
  ],
);

/** The newest is the agency's; the ones before stay for the papers that were printed with them. */
export const logos = sqliteTable(
  "logos",
  {
    entry: integer("entry").primaryKey({ autoIncrement: true }),
    agencyId: agencyId(),
    /** Its address says it, so it cannot be guessed; another picture has another one. */
    id: text("id").notNull().unique(),
    type: text("type", { enum: ["image/png", "image/jpeg"] }).notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [index("logos_by_agency").on(table.agencyId, table.entry)],
);

/** The first answer to a create, given again when the same key comes again. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    agencyId: integer("agency_id").notNull(),
    userId: text("user_id").notNull(),
    key: text("key").notNull(),
    /** Of the call and its input. */
    digest: text("digest").notNull(),
    answer: text("answer", { mode: "json" }).notNull(),
    /** Of the write that gave it, so that it can be undone by whoever has the answer twice. */
    operation: text("operation"),
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.userId, table.key] }),
    index("idempotency_keys_by_age").on(table.at),
    referenceSameAgency(table, table.userId, users),
  ],
);

/**
 * Inserted, never changed: the database refuses UPDATE and DELETE. A chain over all entries of an agency, as
 * domain/agencies/chain.ts says, shows what somebody else did to it.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    at: text("at").notNull(),
    userId: text("user_id").notNull(),
    action: text("action", { enum: ACTIONS }).notNull(),
    entity: text("entity", { enum: ENTITIES }).notNull(),
    /** JSON, of which the chain takes every byte, so it is never parsed and written again. */
    payload: text("payload").notNull(),
    /** 1, 2, 3 … without a gap. */
    seq: integer("seq").notNull().default(0),
    /** Of the chain after this entry: 64 hexadecimal digits. "" until the first start after an update. */
    head: text("head").notNull().default(""),
    /** What one call did has one: the id of its first entry. Of an entry of before there were any, null. */
    operation: text("operation"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("audit_log_chain").on(table.agencyId, table.seq),
    index("audit_log_unchained").on(table.agencyId, table.seq).where(sql`head = ''`),
    // audit_days says on which days a page lies; its entries are found here, without their payloads.
    // Which documents someone outside has seen: a PDF that was read is in the log.
    index("audit_log_views")
      .on(table.agencyId, sql`payload ->> '$._id'`)
      .where(sql`action = 'VIEW'`),
    index("audit_log_by_moment").on(table.agencyId, table.at, table.id, table.action, table.entity),
    referenceSameAgency(table, table.userId, users),
  ],
);

/**
 * Passwords that were tried, by whom: shared by all servers of one database. Forgotten some minutes after.
 */
export const passwordAttempts = sqliteTable(
  "password_attempts",
  {
    /** A digest of email and address, or of the address alone: neither is kept. */
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    /** In milliseconds since 1970: from then on it counts no more. */
    until: integer("until").notNull(),
  },
  (table) => [index("password_attempts_by_end").on(table.until)],
);

/** Session tokens that were ended by a log-out before they expired. Deleted once they have expired anyway. */
export const endedSessions = sqliteTable(
  "ended_sessions",
  {
    /** SHA-256 of the token's claims. The token itself is not stored. */
    digest: text("digest").primaryKey(),
    /** Seconds since 1970 at which the token expires. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("ended_sessions_by_end").on(table.expiresAt)],
);

/** Session tokens in use. A token that an older server has signed gets its row when it is used. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token's claims, as in `ended_sessions`. */
    digest: text("digest").primaryKey(),
    /** The `jti` of the token. Tokens for several agencies that came from one sign-in share it. */
    id: text("id").notNull(),
    agencyId: agencyId(),
    userId: text("user_id").notNull(),
    /** The user's session epoch at the time: a later epoch has ended the session. */
    epoch: integer("epoch").notNull(),
    device: text("device").notNull(),
    address: text("address").notNull(),
    createdAt: text("created_at").notNull(),
    /** Accurate to a quarter of an hour, so that few requests write. */
    lastSeen: text("last_seen").notNull(),
    /** Seconds since 1970 at which the token expires. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("sessions_by_id").on(table.id),
    index("sessions_of_user").on(table.agencyId, table.userId),
    index("sessions_by_end").on(table.expiresAt),
    referenceSameAgency(table, table.userId, users),
  ],
);

/** Links that were mailed to a person, or printed for them on the server: each works once. */
export const accountLinks = sqliteTable(
  "account_links",
  {
    /** SHA-256 of the token, which is 256 random bits. The token itself is not stored. */
    digest: text("digest").primaryKey(),
    purpose: text("purpose", { enum: ["reset", "recover", "verify"] }).notNull(),
    email: text("email").notNull(),
    /** Milliseconds since 1970. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("account_links_of_person").on(table.email),
    index("account_links_by_end").on(table.expiresAt),
  ],
);

/** One row: how far the books of a shared database have come. Every write there moves it on. */
export const clock = sqliteTable(
  "clock",
  {
    id: integer("id").primaryKey(),
    tick: integer("tick").notNull(),
  },
  (table) => [check("clock_is_one", sql`${table.id} = 1`)],
);
