import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Environment {
  port: number;
  host: string;
  databaseUrl: string;
  sessionSecret: string;
  logLevel: LogLevel;
  /** Behind a proxy: the last X-Forwarded-For entry is the client's address. */
  trustProxy: boolean;
  isRegistrationOpen: boolean;
}

/** One line that names the setting which stops the start. */
export class WrongSetting extends Error {}

/**
 * The settings of the contract ("Names and running"), checked. A missing SESSION_SECRET is made once and
 * kept beside a local database, readable by its owner alone.
 * @throws WrongSetting
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const databaseUrl = databaseUrlOf(env.DATABASE_URL || "file:data/bahi.db");
  return {
    port: portOf(env.PORT || "3000"),
    host: env.HOST || "127.0.0.1",
    databaseUrl,
    sessionSecret: secretOf(env.SESSION_SECRET, databaseUrl),
    logLevel: oneOf("LOG_LEVEL", env.LOG_LEVEL || "info", LOG_LEVELS),
    trustProxy: oneOf("TRUST_PROXY", env.TRUST_PROXY || "0", ["0", "1"]) === "1",
    isRegistrationOpen:
      oneOf("REGISTRATION", env.REGISTRATION || "open", ["open", "closed"]) === "open",
  };
}

/** The path of a local database; undefined where it is on a server. */
export function localPath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith("file:") ? databaseUrl.slice("file:".length) : undefined;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new WrongSetting(`PORT must be a number from 0 to 65535, not "${text}"`);
}

function databaseUrlOf(text: string): string {
  const path = localPath(text);
  if (path === undefined || path === "" || path.includes("?")) {
    throw new WrongSetting(`DATABASE_URL must be file:PATH, not "${text.slice(0, 60)}"`);
  }
  return text;
}

function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((value) => value === text);
  if (value) return value;
  throw new WrongSetting(`${name} must be ${values.join(" or ")}, not "${text}"`);
}

const SECRET_LENGTH = 32;

function secretOf(given: string | undefined, databaseUrl: string): string {
  if (given !== undefined && given !== "") {
    if (given.length >= SECRET_LENGTH) return given;
    throw new WrongSetting(`SESSION_SECRET must have at least ${SECRET_LENGTH} characters`);
  }
  const path = join(dirname(localPath(databaseUrl) as string), "session-secret");
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
