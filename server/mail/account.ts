import { type Books, newest } from "../../db/engine/books.ts";
import { createSeal } from "../../db/engine/seal.ts";
import { findMailSettings, type StoredMailSettings } from "../../db/mail/settings.ts";
import type { MailServer } from "../../domain/mail/settings.ts";

/** A mail account, and how to connect to it. */
export interface Account {
  /** The key of its rate limits: attempts per minute, and concurrent attempts. */
  key: string;
  host: string;
  port: number;
  /** TLS from the start. */
  secure: boolean;
  /** Sends nothing before STARTTLS. */
  requireTLS: boolean;
  auth: { user: string; pass: string } | undefined;
  from: string;
  /** "" for the sending user's address. */
  replyTo: string;
  /** Whether a user entered the host. It must then have a public address, and its replies are not shown. */
  isForeign?: boolean;
}

/** The mail settings from the environment, and the secret that encrypts passwords. */
export interface MailSecrets {
  mail: MailServer;
  sessionSecret: string;
}

/** Returns the seal that encrypts the password of an agency's mail account. */
export const createMailSeal = (secret: string, agencyId: number) =>
  createSeal(secret, "passwords of mail accounts", `agency ${agencyId}`);

/** Returns the account for an agency's mails, or undefined if there is none. */
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
    key: `agency ${agencyId}`,
    host,
    port,
    secure: security === "TLS",
    requireTLS: security === "STARTTLS",
    auth: username ? { user: username, pass: pass ?? "" } : undefined,
    from: row.fromAddress,
    replyTo: row.replyTo,
  };
}

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PORTS = { "smtps:": 465, "smtp:": 587 };

/** Parses SMTP_URL. Connections to another machine are encrypted, unless the URL has `?tls=none`. */
function accountAt(address: string): Omit<Account, "from" | "key" | "replyTo"> {
  const url = new URL(address);
  const { username, password, hostname, port, searchParams } = url;
  const secure = url.protocol === "smtps:";
  const isPlain = searchParams.get("tls") === "none" || LOCAL.test(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || PORTS[url.protocol as keyof typeof PORTS],
    secure,
    requireTLS: !secure && !isPlain,
    auth: username
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : undefined,
  };
}
