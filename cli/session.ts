import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { EXIT, Failure, wrongUsage } from "./failure.ts";

/** Which server, and who we are to it: "" where nobody is signed in. */
export interface Session {
  url: string;
  token: string;
}

const USUAL_SERVER = "http://127.0.0.1:3000";

/**
 * `--server`, else BAHI_SERVER, else the saved session's server, else this machine's. A saved token goes to
 * the server that gave it and to no other.
 */
export function findSession(server?: string): Session {
  const { BAHI_SERVER, BAHI_TOKEN } = process.env;
  const named = server ?? (BAHI_SERVER || undefined);
  const saved = BAHI_TOKEN && named ? undefined : readSession();
  const url = readUrl(
    named ?? saved?.url ?? USUAL_SERVER,
    server === undefined ? "BAHI_SERVER" : "--server",
  );
  return { url, token: BAHI_TOKEN || (saved?.url === url ? saved.token : "") };
}

/** Written whole, and for its owner's eyes only. */
export function saveSession(session: Session): void {
  const path = sessionPath();
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(session)}\n`, { mode: 0o600 });
    // The mode above is cut by the umask, and does not count for a draft that was left behind.
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOSPC" ? "the disk is full" : message;
    const advice = "make room or name another folder with XDG_CONFIG_HOME, and sign in again";
    throw new Failure(EXIT.unexpected, `the session was not kept in ${path}: ${why}`, advice);
  }
}

/** Whether there was one to forget. */
export function forgetSession(): boolean {
  const path = sessionPath();
  const text = readText(path);
  rmSync(path, { force: true });
  return text !== undefined;
}

function readSession(): Session | undefined {
  const path = sessionPath();
  const text = readText(path);
  if (text === undefined) return undefined;
  try {
    const { url, token } = JSON.parse(text);
    if (typeof url === "string" && typeof token === "string") return { url, token };
  } catch {
    // Told below, in one way for all that can be wrong with it.
  }
  throw new Failure(
    EXIT.notAllowed,
    `the session in ${path} is damaged`,
    "sign in again: bahi logout, then bahi login",
  );
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Failure(
      EXIT.unexpected,
      `the session in ${path} cannot be read (${code})`,
      "see who owns that file",
      {
        cause: error,
      },
    );
  }
}

const sessionPath = () => join(configFolder(), "session.json");

/** `$XDG_CONFIG_HOME/bahi`; a relative XDG_CONFIG_HOME counts as none, as its standard says. */
export function configFolder(): string {
  const { XDG_CONFIG_HOME = "" } = process.env;
  const config = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config");
  return join(config, "bahi");
}

function readUrl(text: string, from: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol))
    return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, "");
  const what = text === "" ? `${from} is empty` : `${from} is not a valid address: ${text}`;
  throw wrongUsage(what, `write it like ${USUAL_SERVER}`);
}
