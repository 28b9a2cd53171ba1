import { createPublicKey } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toFilePath } from "../db/engine/errors.ts";
import { behindLinks } from "../db/engine/files.ts";
import { isLocal, type Place } from "../db/remote/primary.ts";
import { ATTACHMENT_QUOTA_MB } from "../domain/attachments/attachments.ts";
import { addressFault } from "../domain/mail/mailInput.ts";
import { MAILS_PER_DAY, type MailServer } from "../domain/mail/settings.ts";

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Environment {
  port: number;
  host: string;
  database: Place;
  sessionSecret: string;
  logLevel: LogLevel;
  /** Behind a proxy: the last X-Forwarded-For entry is the client's address. */
  trustProxy: boolean;
  isRegistrationOpen: boolean;
  /** Public keys of the Invoice Registration Portal, in PEM. If empty, its signatures are not verified. */
  einvoiceKeys: string[];
  mail: MailServer;
  /** How much of attachments each agency may store, in MB. */
  attachmentQuotaMb: number;
}

/** An error about a wrong setting, in one line. The server does not start. */
export class WrongSetting extends Error {}

/**
 * Validates the settings in the contract ("Names and running"). Creates a missing SESSION_SECRET once, and
 * stores it next to a local database, readable only by its owner.
 * @throws WrongSetting
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const database = parsePlace(env);
  return {
    port: parsePort(env.PORT || "3000"),
    host: env.HOST || "127.0.0.1",
    database: { ...database, url: fileBehind(database.url) },
    sessionSecret: resolveSecret(env.SESSION_SECRET, database.url),
    logLevel: parseChoice("LOG_LEVEL", env.LOG_LEVEL || "info", LOG_LEVELS),
    trustProxy: parseChoice("TRUST_PROXY", env.TRUST_PROXY || "0", ["0", "1"]) === "1",
    isRegistrationOpen:
      parseChoice("REGISTRATION", env.REGISTRATION || "open", ["open", "closed"]) === "open",
    einvoiceKeys: keysIn(env.EINVOICE_KEYS),
    mail: parseMailServer(env),
    attachmentQuotaMb: parseWhole(
      "ATTACHMENT_QUOTA_MB",
      env.ATTACHMENT_QUOTA_MB || String(ATTACHMENT_QUOTA_MB),
    ),
  };
}

function parseMailServer({
  SMTP_URL,
  SMTP_FROM,
  SMTP_PER_AGENCY,
  MAIL_PER_DAY,
  PUBLIC_URL,
}: Record<string, string | undefined>): MailServer {
  const [url, from] = [SMTP_URL || "", SMTP_FROM || ""];
  // Never quoted: it may hold a password.
  if (url && !/^smtps?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new WrongSetting(
      "SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT",
    );
  }
  if (Boolean(url) !== Boolean(from)) {
    throw new WrongSetting("SMTP_URL and SMTP_FROM go together: set both or neither");
  }
  if (from && addressFault(from)) {
    throw new WrongSetting(
      `SMTP_FROM must be an address, such as billing@agency.example, not "${from}"`,
    );
  }
  const perAgency = parseChoice("SMTP_PER_AGENCY", SMTP_PER_AGENCY || "0", ["0", "1", "private"]);
  return {
    url,
    from,
    isPerAgency: perAgency !== "0",
    mayBePrivate: perAgency === "private",
    perDay: parseWhole("MAIL_PER_DAY", MAIL_PER_DAY || String(MAILS_PER_DAY)),
    origin: originIn(PUBLIC_URL || ""),
  };
}

/** Returns the part of a link before its path. */
function originIn(text: string): string {
  if (text === "") return "";
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/") return url.origin;
  throw new WrongSetting(
    `PUBLIC_URL must be an address without a path, such as https://books.example, not "${text}"`,
  );
}

const PEM = /-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[^-]+-----END \1-----/g;

function keysIn(path: string | undefined): string[] {
  if (!path) return [];
  try {
    const keys = readFileSync(path, "utf8").match(PEM) ?? [];
    for (const key of keys) createPublicKey(key);
    if (keys.length > 0) return keys;
  } catch {
    // Reported below, like an empty file.
  }
  throw new WrongSetting(`EINVOICE_KEYS must be a file of public keys in PEM, not "${path}"`);
}

/** Resolves links, because locks and restores use the real file name. */
const fileBehind = (url: string) => (isLocal(url) ? `file:${behindLinks(toFilePath(url))}` : url);

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new WrongSetting(`PORT must be a number from 0 to 65535, not "${text}"`);
}

function parseWhole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new WrongSetting(`${name} must be a whole number, not "${text}"`);
}

const SERVER = /^(https?|libsql):$/;

function parsePlace(env: Record<string, string | undefined>): Place {
  const url = env.DATABASE_URL || "file:data/bahi.db";
  const [authToken, replica] = [env.DATABASE_AUTH_TOKEN, env.DATABASE_REPLICA];
  const adminUrl = env.DATABASE_ADMIN_URL;
  const isFile = isLocal(url) && url !== "file:" && !url.includes("?");
  if (!isFile && !SERVER.test(URL.parse(url)?.protocol ?? "")) {
    const forms = "file:PATH, http://HOST, https://HOST or libsql://HOST";
    throw new WrongSetting(`DATABASE_URL must be ${forms}, not "${url.slice(0, 60)}"`);
  }
  const others = {
    DATABASE_AUTH_TOKEN: authToken,
    DATABASE_REPLICA: replica,
    DATABASE_ADMIN_URL: adminUrl,
  };
  for (const [name, value] of Object.entries(others)) {
    if (isFile && value) throw new WrongSetting(`${name} requires a DATABASE_URL that is a server`);
  }
  if (replica && /^\w+:|\?/.test(replica)) {
    throw new WrongSetting("DATABASE_REPLICA must be the path of a file");
  }
  if (adminUrl && !/^https?:$/.test(URL.parse(adminUrl)?.protocol ?? "")) {
    throw new WrongSetting("DATABASE_ADMIN_URL must be http://HOST or https://HOST");
  }
  return { url, authToken, replica, adminUrl };
}

function parseChoice<T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((value) => value === text);
  if (value) return value;
  throw new WrongSetting(`${name} must be ${values.join(" or ")}, not "${text}"`);
}

const SECRET_LENGTH = 32;

function resolveSecret(given: string | undefined, databaseUrl: string): string {
  if (given !== undefined && given !== "") {
    if (given.length >= SECRET_LENGTH) return given;
    throw new WrongSetting(`SESSION_SECRET must have at least ${SECRET_LENGTH} characters`);
  }
  if (!isLocal(databaseUrl)) {
    throw new WrongSetting(
      "SESSION_SECRET must be set to the same value on every server of one database",
    );
  }
  const path = join(dirname(toFilePath(databaseUrl)), "session-secret");
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
    try {
      writeFileSync(path, secret, { mode: 0o600, flag: "wx" });
      chmodSync(path, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(path, "utf8").trim();
}
