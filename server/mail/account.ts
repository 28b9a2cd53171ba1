import { type Books, newest } from "../../db/engine/books.ts";
import { createSeal } from "../../db/engine/seal.ts";
import { findMailSettings, type StoredMailSettings } from "../../db/mail/settings.ts";
import type { MailServer } from "../../domain/mail/settings.ts";

/** An account at a mail server, and how it is reached. */
export interface Account {
  /** By which tries are counted: so many a minute, so many at once. */
  key: string;
  host: string;
  port: number;
  /** TLS from the start. */
  secure: boolean;
  /** No word before STARTTLS. */
  requireTLS: boolean;
  auth: { user: string; pass: string } | undefined;
  from: string;
  /** "" for whoever sends. */
  replyTo: string;
  /** A person has named the host: it must have a public address, and nothing that it says is shown. */
  isForeign?: boolean;
}

/** What the environment says of mail, and the secret by which passwords are sealed. */
export interface MailSecrets {
  mail: MailServer;
  sessionSecret: string;
}

/** Seals the passwords of an agency's mail account. */
export const createMailSeal = (secret: string, agencyId: number) =>
  createSeal(secret, "passwords of mail accounts", `agency ${agencyId}`);

/** By which account an agency's mails go; undefined where there is none. */
export async function findAccount(
  books: Books,
  agencyId: number,
  { mail, sessionSecret }: MailSecrets,
): Promise<Account | undefined> {
  const row = await findMailSettings(newest(books).read, { agencyId });
  if (mail.isPerAgency && row?.host)
    return { ...ownAccount(row, sessionSecret), isForeign: !mail.mayBePrivate };
  return findServerAccount(mail, row?.replyTo);
}

/** The account of the server itself; undefined if it has none. */
export function findServerAccount(mail: MailServer, replyTo = ""): Account | undefined {
  if (!mail.url) return undefined;
  return { ...accountAt(mail.url), key: "server", from: mail.from, replyTo };
}

function ownAccount(row: StoredMailSettings, secret: string): Account {
  const { agencyId, host, port, security, username } = row;
  const pass = row.password ? createMailSeal(secret, agencyId).unseal(row.password) : "";
  return {
    ...{ key: `agency ${agencyId}`, host, port },
    ...{ secure: security === "TLS", requireTLS: security === "STARTTLS" },
    auth: username ? { user: username, pass: pass ?? "" } : undefined,
    ...{ from: row.fromAddress, replyTo: row.replyTo },
  };
}

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PORTS = { "smtps:": 465, "smtp:": 587 };

/**
 * What SMTP_URL says. To another machine nothing is said before it is encrypted, unless the address has
 * `?tls=none`.
 */
function accountAt(address: string): Omit<Account, "from" | "key" | "replyTo"> {
  const url = new URL(address);
  const { username, password, hostname, port, searchParams } = url;
  const secure = url.protocol === "smtps:";
  const isPlain = searchParams.get("tls") === "none" || LOCAL.test(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || PORTS[url.protocol as keyof typeof PORTS],
    ...{ secure, requireTLS: !secure && !isPlain },
    auth: username
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : undefined,
  };
}
