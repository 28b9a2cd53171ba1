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
import { ALL_FEATURES, type FeatureChoices } from "../../domain/agencies/features.ts";
import { INVITATION_STATES } from "../../domain/agencies/invitations.ts";
import type { Paise } from "../../domain/money.ts";
import { ROLES } from "../../domain/roles.ts";

// Rows of an agency have the key (agency_id, id) and are referenced by both columns, so the database refuses
// a reference into another agency's books. Rollups, search and triggers are in the migrations.

export const paise = (column: string) => integer(column).$type<Paise>().notNull();
export const flag = (column: string) => integer(column, { mode: "boolean" }).notNull();
export const agencyId = () =>
  integer("agency_id")
    .notNull()
    .references(() => agencies.id);

interface Owned<Name extends string> {
  agencyId: AnySQLiteColumn<{ tableName: Name }>;
}

/** A foreign key that includes the agency, so `column` can only point to a row of the same agency. */
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
  /** "" until an owner sets it: see `resolveConstitution`. */
  constitution: text("constitution").$type<Constitution | "">().notNull().default(""),
  /** The member responsible for the books; "" for nobody. */
  responsibleId: text("responsible_id").notNull().default(""),
  /** Owners' choices. Agencies from before this column keep every entry of the sidebar. */
  features: text("features", { mode: "json" })
    .$type<FeatureChoices>()
    .notNull()
    .default(ALL_FEATURES),
  /** Whether accountants may close months. */
  accountantMayClose: flag("accountant_may_close").default(false),
  createdAt: text("created_at").notNull(),
});

/** People who sign in. A person is identified by email and can belong to several agencies. */
export const people = sqliteTable(
  "people",
  {
    email: text("email").primaryKey(),
    passwordHash: text("password_hash").notNull(),
    /** False if an owner set the password and so knows it. True for people from before this column. */
    isOwnPassword: flag("is_own_password").default(true),
    /** Whether the person has opened a link mailed to this address. */
    isVerified: flag("is_verified").default(true),
    /** The address after another person has verified it: it still signs in here. "" if there is none. */
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
    /** Raising it ends every session of this user. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    /** Made by `signInMark` from the email, so that a change made outside bahi shows. */
    signInMark: text("sign_in_mark").notNull().default(""),
    createdAt: text("created_at").notNull(),
    /** A removed user keeps the row, because books and audit log refer to it; their email is free again. */
    removedAt: text("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("users_email").on(table.email, table.agencyId).where(sql`removed_at IS NULL`),
  ],
);

/** Single-use links for joining an agency. Only the token's hash is stored. */
export const invitations = sqliteTable(
  "invitations",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** SHA-256 of the token. */
    digest: text("digest").notNull(),
    /** SHA-256 of the token in the email, which only the mailbox owner has. "" if no email was sent. */
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

/** Long-lived, read-only access tokens. Only the token's hash is stored. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the token. The token is 256 random bits, so an unsalted hash is safe. */
    digest: text("digest").notNull(),
    createdAt: text("created_at").notNull(),
    /** A day in India; "" if never used. A time would make every read write. */
    lastUsedOn: text("last_used_on").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("api_tokens_digest").on(table.digest),
    referenceSameAgency(table, table.userId, users),
  ],
);

/** The newest logo is the agency's. Earlier ones stay for the documents printed with them. */
export const logos = sqliteTable(
  "logos",
  {
    entry: integer("entry").primaryKey({ autoIncrement: true }),
    agencyId: agencyId(),
    /** Part of the logo's URL, so it cannot be guessed. Each image has its own. */
    id: text("id").notNull().unique(),
    type: text("type", { enum: ["image/png", "image/jpeg"] }).notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [index("logos_by_agency").on(table.agencyId, table.entry)],
);

/** The first response to a create, returned again for a repeated key. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    agencyId: integer("agency_id").notNull(),
    userId: text("user_id").notNull(),
    key: text("key").notNull(),
    /** Hash of the call and its input. */
    digest: text("digest").notNull(),
    answer: text("answer", { mode: "json" }).notNull(),
    /** The operation id of the write, so that a client with a repeated response can still undo it. */
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
 * Insert-only: the database refuses UPDATE and DELETE. An agency's hash chain (domain/agencies/chain.ts)
 * shows tampering.
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
    /** JSON. The chain hashes every byte, so it must never be parsed and written again. */
    payload: text("payload").notNull(),
    /** 1, 2, 3 … without gaps. */
    seq: integer("seq").notNull().default(0),
    /** The chain's hash after this entry: 64 hex digits. "" until the first start after an update. */
    head: text("head").notNull().default(""),
    /** Id of the call's first entry, shared by all its entries. Null in entries older than this column. */
    operation: text("operation"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("audit_log_chain").on(table.agencyId, table.seq),
    index("audit_log_unchained").on(table.agencyId, table.seq).where(sql`head = ''`),
    // Documents that someone outside has seen: downloading a PDF is logged.
    index("audit_log_views")
      .on(table.agencyId, sql`payload ->> '$._id'`)
      .where(sql`action = 'VIEW'`),
    // audit_days gives the days of a page; this index finds its entries without reading payloads.
    index("audit_log_by_moment").on(table.agencyId, table.at, table.id, table.action, table.entity),
    referenceSameAgency(table, table.userId, users),
  ],
);

/** Failed sign-ins, shared by all servers of a database. Rows expire after some minutes. */
export const passwordAttempts = sqliteTable(
  "password_attempts",
  {
    /** Hash of email and IP address, or of the IP address alone. Neither is stored. */
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    /** Milliseconds since 1970 at which the row expires. */
    until: integer("until").notNull(),
  },
  (table) => [index("password_attempts_by_end").on(table.until)],
);

/** Session tokens that were ended by signing out. Deleted when the token would have expired. */
export const endedSessions = sqliteTable(
  "ended_sessions",
  {
    /** SHA-256 of the token's claims. */
    digest: text("digest").primaryKey(),
    /** Seconds since 1970 at which the token expires. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("ended_sessions_by_end").on(table.expiresAt)],
);

/** Session tokens in use. A token signed by an older server gets its row on first use. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token's claims, as in `ended_sessions`. */
    digest: text("digest").primaryKey(),
    /** The token's `jti`. Tokens for several agencies from one sign-in share it. */
    id: text("id").notNull(),
    agencyId: agencyId(),
    userId: text("user_id").notNull(),
    /** The user's session epoch when the token was signed. A later epoch ends the session. */
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

/** Single-use links, mailed to a person or printed for them on the server. */
export const accountLinks = sqliteTable(
  "account_links",
  {
    /** SHA-256 of the token. The token is 256 random bits, so an unsalted hash is safe. */
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

/** Agencies that an owner closed. Restoring one deletes its row. */
export const closedAgencies = sqliteTable(
  "closed_agencies",
  {
    agencyId: agencyId().primaryKey(),
    closedAt: text("closed_at").notNull(),
    closedBy: text("closed_by").notNull(),
    /** The last day in India on which an owner can restore it. */
    restorableUntil: text("restorable_until").notNull(),
  },
  (table) => [referenceSameAgency(table, table.closedBy, users)],
);

/** One row: the version of a shared database. Every write there raises it. */
export const clock = sqliteTable(
  "clock",
  {
    id: integer("id").primaryKey(),
    tick: integer("tick").notNull(),
  },
  (table) => [check("clock_is_one", sql`${table.id} = 1`)],
);
