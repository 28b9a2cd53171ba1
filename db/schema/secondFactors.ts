import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { agencies, flag, people } from "./agencies.ts";

/** The owner of a second factor. The factor follows a change of email and is deleted with the person. */
const person = () =>
  text("email")
    .notNull()
    .references(() => people.email, { onUpdate: "cascade", onDelete: "cascade" });

/** Authenticator apps. A person has at most one. */
export const authenticatorApps = sqliteTable("authenticator_apps", {
  email: person().primaryKey(),
  /** Encrypted with a key of the server's secret. */
  secret: text("secret").notNull(),
  /** "" until a first code was accepted. Until then it is not a second factor. */
  confirmedAt: text("confirmed_at").notNull().default(""),
  /** The time step of the last accepted code. Codes up to it are refused. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Unused recovery codes. A code is deleted when it is used. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    email: person(),
    /** SHA-256 of a code. A code is 120 random bits, so an unsalted hash is safe. */
    digest: text("digest").notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.digest] })],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    email: person(),
    name: text("name").notNull(),
    /** The credential's id from the authenticator, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** The person's user handle: random bytes in base64url, the same for all their passkeys. */
    handle: text("handle").notNull(),
    publicKey: blob("public_key", { mode: "buffer" }).notNull(),
    /** The authenticator's signature counter; 0 if it does not count. */
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    /** Whether the passkey can be synced to several devices. */
    isMultiDevice: flag("is_multi_device"),
    isBackedUp: flag("is_backed_up"),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at").notNull().default(""),
  },
  (table) => [index("passkeys_by_person").on(table.email)],
);

/** Used passkey challenges, stored until they expire so that none is used twice. */
export const usedChallenges = sqliteTable(
  "used_challenges",
  {
    digest: text("digest").primaryKey(),
    /** Milliseconds since 1970. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("used_challenges_by_end").on(table.expiresAt)],
);

/** Agencies that require a second factor. */
export const requiredFactors = sqliteTable("required_factors", {
  agencyId: integer("agency_id")
    .primaryKey()
    .references(() => agencies.id),
});
