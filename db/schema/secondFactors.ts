import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { agencies, flag, people } from "./agencies.ts";

/** The person that a second factor belongs to. It follows their email and is deleted with them. */
const person = () =>
  text("email")
    .notNull()
    .references(() => people.email, { onUpdate: "cascade", onDelete: "cascade" });

/** The authenticator app of a person, at most one. */
export const authenticatorApps = sqliteTable("authenticator_apps", {
  email: person().primaryKey(),
  /** Sealed by the server's secret. */
  secret: text("secret").notNull(),
  /** "" until a first code has shown that the app has the secret; until then it is no factor. */
  confirmedAt: text("confirmed_at").notNull().default(""),
  /** The time step of the last code that was used. Codes up to it are refused. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Recovery codes that are left. A used one is deleted. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    email: person(),
    /** SHA-256 of a code, which is 120 random bits, so a plain digest gives nothing away. */
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
    /** The id that the authenticator gave the credential, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** The person as authenticators know them: random bytes in base64url, the same for all passkeys. */
    handle: text("handle").notNull(),
    publicKey: blob("public_key", { mode: "buffer" }).notNull(),
    /** How often the authenticator says that it was used; 0 if it does not count. */
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    /** Whether it can be on several devices. */
    isMultiDevice: flag("is_multi_device"),
    isBackedUp: flag("is_backed_up"),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at").notNull().default(""),
  },
  (table) => [index("passkeys_by_person").on(table.email)],
);

/** Challenges of passkeys that were answered. Kept until they expire, so that none is answered twice. */
export const usedChallenges = sqliteTable(
  "used_challenges",
  {
    digest: text("digest").primaryKey(),
    /** Milliseconds since 1970 at which the challenge expires. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("used_challenges_by_end").on(table.expiresAt)],
);

/** Agencies whose members need a second factor. */
export const requiredFactors = sqliteTable("required_factors", {
  agencyId: integer("agency_id")
    .primaryKey()
    .references(() => agencies.id),
});
