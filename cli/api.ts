import { readJson } from "../domain/json.ts";
import { TOKEN_PREFIX } from "../domain/roles.ts";
import { EXIT, Failure } from "./failure.ts";
import { adviseList } from "./lists.ts";
import { oneLine, printNote } from "./output.ts";
import { askSecretly } from "./password.ts";
import { positionHeaders, storePosition } from "./position.ts";
import type { Session } from "./session.ts";

export interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  query?: Record<string, string | number | boolean | undefined>;
  body?: BodyInit | AsyncIterable<Uint8Array>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The longest silence on the connection; false for no limit. */
  idleMs?: number | false;
  /** Inspects the response before it is read. */
  onAnswer?(response: Response): void;
  /** Advice by status, if this call knows better than the default. */
  advice?: Partial<Record<number, string>>;
}

/** The server's `/api`, called as the signed-in user. */
export interface Api {
  url: string;
  /**
   * Returns the response. It must contain the key, or one of the keys, or `waiting` for a payment that needs
   * approval; otherwise the server is not bahi.
   */
  json<T>(path: string, key: Key<T> | Key<T>[], call?: Call): Promise<T>;
  /** Returns a response with this content type, with its body unread. */
  file(path: string, type: string, call?: Call): Promise<Response>;
  /** Converts a connection error to a failure. */
  lost(error: unknown): Failure;
}

/** A call that sends JSON; with a key, it is done once. */
export const sendJson = (method: "POST" | "PUT", body: object, key?: string) => ({
  method,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
});

type Key<T> = keyof T & string;

const IDLE_MS = 60_000;
// A report of a million rows is added up before its first byte.
const FILE_IDLE_MS = 300_000;

export function createApi({ url, token }: Session, { isOpen = false } = {}): Api {
  if (token || isOpen) warnOfPlainHttp(url);
  async function send(path: string, call: Call): Promise<Response> {
    if (!token && !isOpen) {
      throw new Failure(
        EXIT.notAllowed,
        `you are not signed in to ${url}`,
        "run bahi login, or set BAHI_TOKEN",
      );
    }
    const started = performance.now();
    const request = `${call.method ?? "GET"} ${address("", path, call)}`;
    const response = await fetch(address(url, path, call), {
      method: call.method ?? "GET",
      headers: {
        "user-agent": `bahi (${process.platform})`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...positionHeaders(url),
        ...call.headers,
      },
      body: call.body as BodyInit,
      signal: call.signal ?? null,
      // A redirect would drop the body or the token. The user can enter the right URL.
      redirect: "manual",
      timeout: call.idleMs ?? IDLE_MS,
    }).catch((error) => {
      throw lost(error);
    });
    if (call.method && response.ok) storePosition(url, response);
    call.onAnswer?.(response);
    debug(`${request} ${response.status} ${Math.round(performance.now() - started)} ms`);
    return response;
  }

  function lost(error: unknown): Failure {
    // An error from reading our own body.
    if (error instanceof Failure) return error;
    const { code = "", name, message } = error as NodeJS.ErrnoException;
    debug(`${url} ${code} ${message}`);
    if (/HTTP/i.test(code)) return notBahi(url, "it does not speak HTTP", error);
    const what =
      WORDS[code] ?? WORDS[name] ?? oneLine(message.replace(`${code}: `, "")).replace(/\.$/, "");
    const advice = /certificate/i.test(`${code} ${message}`)
      ? "trust its certificate with NODE_EXTRA_CA_CERTS=FILE.pem"
      : "check that it is running and reachable, or name another with --server";
    return new Failure(EXIT.unanswered, `no response from ${url}: ${what}`, advice, {
      cause: error,
    });
  }

  return {
    url,
    lost,
    async json<T>(path: string, key: Key<T> | Key<T>[], call: Call = {}): Promise<T> {
      const response = await send(path, call);
      const answer = await parseBody(response, lost);
      const proof = await proofFor(answer, call);
      if (proof) return this.json(path, key, { ...call, headers: { ...call.headers, ...proof } });
      if (!response.ok) throw refused({ url, path }, response, answer, call);
      const keys = response.status === 202 ? ["waiting"] : [key].flat();
      if (isRecord(answer) && keys.some((one) => one in answer)) return answer as T;
      throw notBahi(url, `its response to ${path} has no "${keys[0]}"`);
    },
    async file(path, type, call = {}) {
      const response = await send(path, { idleMs: FILE_IDLE_MS, ...call });
      if (!response.ok)
        throw refused({ url, path }, response, await parseBody(response, lost), call);
      if (response.headers.get("content-type")?.startsWith(type)) return response;
      throw notBahi(url, `its response to ${path} is not ${type}`);
    },
  };
}

/** Checks whether a server runs on this machine, so that nothing leaves it. */
export const isThisMachine = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const warned = new Set<string>();

function warnOfPlainHttp(url: string): void {
  if (!url.startsWith("http:") || isThisMachine(url) || warned.has(url)) return;
  warned.add(url);
  printNote(
    `Warning: ${url} is not encrypted: others on the network can read your token. Use https.`,
  );
}

const WORDS: Record<string, string> = {
  ConnectionRefused: "no server is listening there",
  ECONNREFUSED: "no server is listening there",
  FailedToOpenSocket: "the host does not exist",
  ENOTFOUND: "the host does not exist",
  ECONNRESET: "the connection was cut",
  ConnectionClosed: "the connection was cut",
  ETIMEDOUT: "it took too long",
  TimeoutError: "it took too long",
};

function address(url: string, path: string, { query = {} }: Call): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${url}/api${path}${set.length ? `?${new URLSearchParams(set)}` : ""}`;
}

/** Parses JSON; undefined if it is invalid. */
async function parseBody(response: Response, lost: (error: unknown) => Failure): Promise<unknown> {
  const text = await response.text().catch((error) => {
    throw lost(error);
  });
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

const EXIT_CODES: Record<number, number> = {
  400: EXIT.refused,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.missing,
  409: EXIT.refused,
  413: EXIT.refused,
  415: EXIT.refused,
  422: EXIT.refused,
  429: EXIT.unanswered,
  503: EXIT.unanswered,
};

const ADVICE: Record<number, string> = {
  400: "correct it and run it again",
  401: "sign in again with bahi login",
  403: "ask an owner of the agency to do it",
  409: "nothing was changed",
  413: "send it in smaller parts",
  415: "check that it is the right file",
  422: "add what is missing and run it again",
};

/** Advice for a rejected BAHI_TOKEN, by status. */
const OF_TOKEN: Record<number, string> = {
  401: "set another, or unset it and sign in with bahi login",
  403: "unset BAHI_TOKEN, and sign in with bahi login",
};

const PROOF = "x-password";

/**
 * Returns the password from BAHI_PASSWORD or the terminal as headers, if the server requires it for a
 * sensitive change; undefined if it does not, or if the password was wrong.
 */
async function proofFor(answer: unknown, { headers = {}, body = "" }: Call) {
  if (!isAnswer(answer) || answer.needs !== "proof" || PROOF in headers) return undefined;
  const given = process.env.BAHI_PASSWORD;
  if (typeof body !== "string" || (!given && !process.stdin.isTTY)) return undefined;
  const password = given || (await askSecretly("Your password", "set BAHI_PASSWORD"));
  return { [PROOF]: encodeURIComponent(password) };
}

export interface Answer {
  message: string;
  /** A missing second factor or identity proof. */
  needs?: string;
  errors?: { path: string; column?: string; message: string }[];
}

/** Returns a failure with the server's message, and the exit code for scripts. */
function refused(
  { url, path }: { url: string; path: string },
  response: Response,
  answer: unknown,
  call: Call,
): Failure {
  const { status } = response;
  const { BAHI_TOKEN } = process.env;
  if (status === 429 || status === 503) return busy(url, response, answer);
  if (!isAnswer(answer)) {
    const location = response.headers.get("location");
    const why = location ? `it redirects to ${oneLine(location)}` : `it returned ${status}`;
    return status === 413 ? tooLarge(url) : notBahi(url, why);
  }

  const exitCode = EXIT_CODES[status] ?? EXIT.unexpected;
  const isOfToken = status === 401 ? BAHI_TOKEN : BAHI_TOKEN?.startsWith(TOKEN_PREFIX);
  const own = status === 404 ? adviseList(path) : ADVICE[status];
  const usual =
    answer.needs === "second_factor"
      ? `open ${url}/profile, then run bahi login again`
      : answer.needs === "proof"
        ? "run it in a terminal, set BAHI_PASSWORD, or run bahi login first"
        : (isOfToken && OF_TOKEN[status]) || own;
  const advice =
    call.advice?.[status] ?? usual ?? "try again; if it persists, check the server's log";
  const errors = answer.errors ?? [];
  const details =
    errors.length > 1 ? errors.map(({ path, message }) => `  ${path}  ${oneLine(message)}`) : [];
  // The server's message is for strangers. A signed-in user needs to know that the session expired.
  const known = BAHI_TOKEN
    ? "BAHI_TOKEN is not valid or was revoked"
    : `your session at ${url} has ended`;
  const what = answer.message === "Please sign in" ? known : sentence(answer.message);
  return new Failure(exitCode, what, advice, { answer, details });
}

function busy(url: string, response: Response, answer: unknown): Failure {
  const seconds = Number(response.headers.get("retry-after")) || 0;
  const wait =
    seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds || "a few"} seconds`;
  // Some of the server's messages ask for a retry, but not when.
  const what = isAnswer(answer)
    ? (sentence(answer.message).split("; try again")[0] ?? "")
    : `${url} is busy (${response.status})`;
  return new Failure(EXIT.unanswered, what, `try again in ${wait}`, { answer });
}

function tooLarge(url: string): Failure {
  return new Failure(
    EXIT.refused,
    `that is more than ${url} accepts at once`,
    "send it in smaller parts",
  );
}

function notBahi(url: string, why: string, cause?: unknown): Failure {
  const advice = "name the right server with --server or BAHI_SERVER";
  return new Failure(EXIT.unexpected, `${url} does not seem to be bahi: ${why}`, advice, { cause });
}

/** The specification's messages. Some end in a full stop, which our semicolon replaces. */
const sentence = (message: string) => oneLine(message).replace(/\.$/, "");

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;

function isAnswer(value: unknown): value is Answer {
  return isRecord(value) && "message" in value && typeof value.message === "string";
}

/** No token is ever printed, because none is in a URL. */
function debug(line: string): void {
  if (process.env.DEBUG === "bahi") process.stderr.write(`bahi: ${line}\n`);
}
