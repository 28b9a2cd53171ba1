import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { joinNames } from "../domain/names.ts";
import { EXIT, Failure, failUsage } from "./failure.ts";
import { withFileLock } from "./fileLock.ts";

/** The server and the token; "" if not signed in. */
export interface Session {
  url: string;
  token: string;
}

/** A session saved by `bahi login`. Older files did not store the user: "". */
export interface SavedSession extends Session {
  email: string;
  /** The agency's slug. */
  agency: string;
}

/** The chosen server and user. */
export interface Who {
  server?: string | undefined;
  /** An email, or an agency's slug. */
  as?: string;
}

const USUAL_SERVER = "http://127.0.0.1:3000";

/**
 * Chooses the server and the session. The server is `--server`, else BAHI_SERVER, else that of the latest
 * session, else this machine. The session is the one named by `--as` or BAHI_AS, else the latest. A token
 * is only sent to the server that issued it: a saved one knows its server, and BAHI_TOKEN needs BAHI_SERVER
 * or `--server`.
 * @throws Failure of usage if BAHI_TOKEN is set without a server, or if several sessions match
 */
export function findSession(who: Who): Session & Partial<SavedSession> {
  const { BAHI_TOKEN } = process.env;
  if (!BAHI_TOKEN) return pick(readSessions(), who) ?? { url: findServer(who), token: "" };
  const url = namedServer(who);
  if (url !== undefined) return { url, token: BAHI_TOKEN };
  throw failUsage(
    "BAHI_TOKEN is set without a server",
    "name the server that issued the token with BAHI_SERVER or --server",
  );
}

/** Returns the given name: an email, an agency, or EMAIL/AGENCY. */
export const namedPerson = ({ as }: Who): string | undefined =>
  (as ?? (process.env.BAHI_AS || undefined))?.toLowerCase();

/** Checks whether a name is that of a person in an agency. */
export const isNamed = (who: string, { email, agency }: Pick<SavedSession, "agency" | "email">) =>
  [email, agency, `${email}/${agency}`].includes(who);

/** A name fits several sessions, so the user has to choose one. */
export class SeveralSessions extends Failure {
  readonly sessions: SavedSession[];

  constructor(who: string, sessions: SavedSession[]) {
    const [{ email = "", agency = "" } = {}] = sessions;
    const agencies = new Set(sessions.map((session) => session.agency));
    const what =
      agencies.size > 1
        ? `${who} is signed in to ${joinNames([...agencies])}`
        : `${joinNames(sessions.map((session) => session.email))} are signed in to ${who}`;
    super(EXIT.usage, what, `name one, like --as ${email}/${agency}`);
    this.sessions = sessions;
  }
}

export const findServer = (who: Who): string =>
  namedServer(who) ?? readSessions()[0]?.url ?? USUAL_SERVER;

function namedServer({ server }: Who): string | undefined {
  const named = server ?? (process.env.BAHI_SERVER || undefined);
  return named === undefined ? undefined : readUrl(named, server === undefined);
}

/** @throws Failure if no session has that name, or if several match */
function pick(sessions: SavedSession[], { server, as }: Who): SavedSession | undefined {
  const url = namedServer({ server });
  const who = namedPerson(as === undefined ? {} : { as });
  const there = sessions.filter((session) => url === undefined || session.url === url);
  if (who === undefined) return there[0];
  const theirs = there.filter((session) => isNamed(who, session));
  if (new Set(theirs.map((session) => session.url)).size > 1) {
    throw failUsage(`${who} is signed in to several servers`, "name one with --server");
  }
  if (theirs.length > 1) throw new SeveralSessions(who, theirs);
  if (theirs[0]) return theirs[0];
  const where = url === undefined ? "" : ` to ${url}`;
  const advice = "see bahi whoami --all, or run bahi login";
  throw new Failure(EXIT.notAllowed, `${who} is not signed in${where}`, advice);
}

/** Saves a session as the latest, and replaces an earlier one of the same user, server and agency. */
export function saveSession(session: SavedSession): void {
  const isAnother = ({ url, email, agency }: SavedSession) =>
    url !== session.url ||
    (email !== session.email && email !== "") ||
    (agency !== session.agency && agency !== "");
  locked(() => writeSessions([session, ...readSessions().filter(isAnother)]));
}

/** Deletes the session a command would use, or all, and returns them. A damaged file is deleted whole. */
export const forgetSessions = (who: Who, isAll: boolean): SavedSession[] =>
  existsSync(sessionPath()) ? locked(() => forgetIn(who, isAll)) : forgetIn(who, isAll);

function forgetIn(who: Who, isAll: boolean): SavedSession[] {
  const sessions = isDamaged() ? [] : readSessions();
  const one = isAll ? undefined : pick(sessions, who);
  const goes = (session: SavedSession) => isAll || session === one;
  const left = sessions.filter((session) => !goes(session));
  if (left.length > 0) writeSessions(left);
  else rmSync(sessionPath(), { force: true });
  return sessions.filter(goes);
}

/** Runs changes of the sessions one at a time, across processes. */
function locked<T>(work: () => T): T {
  const path = sessionPath();
  let result: { value: T } | undefined;
  let failure: unknown;
  try {
    mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
    result = withFileLock(path, () => {
      try {
        return { value: work() };
      } catch (error) {
        failure = error;
        return undefined;
      }
    });
  } catch (error) {
    throw notKept(error);
  }
  if (result) return result.value;
  throw failure;
}

/** Writes the file atomically, readable by its owner only. */
function writeSessions(sessions: SavedSession[]): void {
  const path = sessionPath();
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify({ sessions })}\n`, { mode: 0o600 });
    // The umask reduces the mode above, and an old draft file keeps its own.
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw notKept(error);
  }
}

function notKept(error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "ENOSPC" ? "the disk is full" : message;
  const advice = "free some space or name another folder with XDG_CONFIG_HOME, and sign in again";
  return new Failure(
    EXIT.unexpected,
    `the session was not saved in ${sessionPath()}: ${why}`,
    advice,
  );
}

/** Returns the sessions, latest first. */
export function readSessions(): SavedSession[] {
  const path = sessionPath();
  const text = readText(path);
  if (text === undefined) return [];
  const sessions = sessionsIn(text);
  if (sessions) return sessions;
  throw new Failure(
    EXIT.notAllowed,
    `the session in ${path} is damaged`,
    "sign in again: bahi logout, then bahi login",
  );
}

function isDamaged(): boolean {
  const text = readText(sessionPath());
  return text !== undefined && !sessionsIn(text);
}

/** Parses the file, also in its older format with one session. */
function sessionsIn(text: string): SavedSession[] | undefined {
  try {
    const stored = JSON.parse(text);
    const sessions = [stored.sessions ?? stored].flat();
    if (!sessions.every(isSession)) return undefined;
    return sessions.map((session) => ({ email: "", agency: "", ...session }));
  } catch {
    return undefined;
  }
}

const isSession = (stored: unknown) =>
  ["url", "token"].every((key) => typeof (stored as Record<string, unknown>)[key] === "string");

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Failure(
      EXIT.notAllowed,
      `the session in ${path} cannot be read: ${message}`,
      "see who owns that file",
      { cause: error },
    );
  }
}

const sessionPath = () => join(configFolder(), "session.json");

/** Returns `$XDG_CONFIG_HOME/bahi`. A relative XDG_CONFIG_HOME is ignored, as its standard requires. */
export function configFolder(): string {
  const { XDG_CONFIG_HOME = "" } = process.env;
  const config = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config");
  return join(config, "bahi");
}

/** Users may paste a URL with the path of the API or of a page. */
function readUrl(text: string, isOfEnvironment: boolean): string {
  const from = isOfEnvironment ? "BAHI_SERVER" : "--server";
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) {
    return `${url.origin}${url.pathname}`.replace(/(?<!\/)(\/api)?\/*$/, "");
  }
  const what = text === "" ? `${from} is empty` : `${from} is not a valid address: ${text}`;
  throw failUsage(what, `write it like ${USUAL_SERVER}`);
}
