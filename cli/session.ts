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

/** Which server, and who we are to it: "" where nobody is signed in. */
export interface Session {
  url: string;
  token: string;
}

/** One that `bahi login` keeps. Of before there could be several, whose it is was not kept: "". */
export interface SavedSession extends Session {
  email: string;
  /** The agency's slug. */
  agency: string;
}

/** What a command says of where it goes, and as whom. */
export interface Who {
  server?: string | undefined;
  /** An email, or an agency's slug. */
  as?: string;
}

const USUAL_SERVER = "http://127.0.0.1:3000";

/**
 * `--server`, else BAHI_SERVER, else the server of the session that was saved last, else this machine's;
 * there the session that `--as` or BAHI_AS names, else the last. A token goes to the server that gave it and
 * to no other: a saved one knows its server, and BAHI_TOKEN has to come with it.
 * @throws Failure of usage if BAHI_TOKEN is set and no server is named, or if several sessions are meant
 */
export function findSession(who: Who): Session & Partial<SavedSession> {
  const { BAHI_TOKEN } = process.env;
  if (!BAHI_TOKEN) return pick(readSessions(), who) ?? { url: findServer(who), token: "" };
  const url = namedServer(who);
  if (url !== undefined) return { url, token: BAHI_TOKEN };
  throw failUsage(
    "BAHI_TOKEN is set, but no server for it",
    "name the server that issued the token with BAHI_SERVER or --server",
  );
}

/** Whose session is named: an email, an agency, or EMAIL/AGENCY. */
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

/** The server alone. */
export const findServer = (who: Who): string =>
  namedServer(who) ?? readSessions()[0]?.url ?? USUAL_SERVER;

function namedServer({ server }: Who): string | undefined {
  const named = server ?? (process.env.BAHI_SERVER || undefined);
  return named === undefined ? undefined : readUrl(named, server === undefined);
}

/** @throws Failure if nobody of that name is signed in, or if several sessions are meant */
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

/** Kept before all others, in place of an earlier one of the same person, server and agency. */
export function saveSession(session: SavedSession): void {
  const isAnother = ({ url, email, agency }: SavedSession) =>
    url !== session.url ||
    (email !== session.email && email !== "") ||
    (agency !== session.agency && agency !== "");
  locked(() => writeSessions([session, ...readSessions().filter(isAnother)]));
}

/** Forgets the session that a command would use, or all; says which. A file that is damaged goes whole. */
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

/** Two commands that change the sessions at once change them one after the other. */
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

/** Written whole, and for its owner's eyes only. */
function writeSessions(sessions: SavedSession[]): void {
  const path = sessionPath();
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify({ sessions })}\n`, { mode: 0o600 });
    // The mode above is cut by the umask, and does not count for a draft that was left behind.
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
  const advice = "make room or name another folder with XDG_CONFIG_HOME, and sign in again";
  return new Failure(
    EXIT.unexpected,
    `the session was not kept in ${sessionPath()}: ${why}`,
    advice,
  );
}

/** The last that was signed in to is the first. */
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

/** Also of a file from before there could be several. */
function sessionsIn(text: string): SavedSession[] | undefined {
  try {
    const kept = JSON.parse(text);
    const sessions = [kept.sessions ?? kept].flat();
    if (!sessions.every(isSession)) return undefined;
    return sessions.map((session) => ({ email: "", agency: "", ...session }));
  } catch {
    return undefined;
  }
}

const isSession = (kept: unknown) =>
  ["url", "token"].every((key) => typeof (kept as Record<string, unknown>)[key] === "string");

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

/** `$XDG_CONFIG_HOME/bahi`; a relative XDG_CONFIG_HOME counts as none, as its standard says. */
export function configFolder(): string {
  const { XDG_CONFIG_HOME = "" } = process.env;
  const config = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config");
  return join(config, "bahi");
}

/** People copy it with the path of the API, or of a page. */
function readUrl(text: string, isOfEnvironment: boolean): string {
  const from = isOfEnvironment ? "BAHI_SERVER" : "--server";
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) {
    return `${url.origin}${url.pathname}`.replace(/(?<!\/)(\/api)?\/*$/, "");
  }
  const what = text === "" ? `${from} is empty` : `${from} is not a valid address: ${text}`;
  throw failUsage(what, `write it like ${USUAL_SERVER}`);
}
