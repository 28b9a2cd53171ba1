import { type SQL, sql } from "drizzle-orm";

/**
 * Returns SQL for `users.signInMark`, which changes if any sign-in credential does. Public keys are included
 * in full, because an RSA key can be made with a chosen ending. Counters, days of use and recovery codes are
 * left out: they change without a log entry.
 */
export const signInMark = (email: string | SQL) => sql<string>`(
  SELECT substr(p.password_hash, -16) || p.is_own_password || p.is_verified || p.lost_email
    || coalesce((SELECT group_concat(' ' || credential_id || hex(CAST(public_key AS BLOB)), '')
      FROM (SELECT credential_id, public_key FROM passkeys k WHERE k.email = p.email ORDER BY k.id)), '')
    || coalesce((SELECT ' ' || substr(a.secret, -16) FROM authenticator_apps a
      WHERE a.email = p.email AND a.confirmed_at <> ''), '')
  FROM people p WHERE p.email = ${email})`;
