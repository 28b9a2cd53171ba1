import { type SQL, sql } from "drizzle-orm";

/**
 * SQL for `users.signInMark`: what a person signs in with, as far as it shows that any of it is another.
 * Public keys are there as a whole: an RSA key can be made to end as another one does. Counters, days of use
 * and recovery codes, which change without an entry, are not in it.
 */
export const signInMark = (email: string | SQL) => sql<string>`(
  SELECT substr(p.password_hash, -16) || p.is_own_password || p.is_verified || p.lost_email
    || coalesce((SELECT group_concat(' ' || credential_id || hex(CAST(public_key AS BLOB)), '')
      FROM (SELECT credential_id, public_key FROM passkeys k WHERE k.email = p.email ORDER BY k.id)), '')
    || coalesce((SELECT ' ' || substr(a.secret, -16) FROM authenticator_apps a
      WHERE a.email = p.email AND a.confirmed_at <> ''), '')
  FROM people p WHERE p.email = ${email})`;
