import type { Proof } from "../../domain/agencies/secondFactors.ts";
import { readJson } from "../../domain/json.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { positionHeaders, storePosition } from "./position.ts";
import { endSession, goToProfile, readSession } from "./session.ts";
import { showToast, storeWrite } from "./toasts.ts";

/** What the API refused, or that it could not be reached (`status` 0 and no message). */
export class Failure extends Error {
  readonly status: number;
  readonly errors: FieldError[];
  /** What else the answer says: of a statement what somebody has to decide. */
  readonly about: Record<string, unknown>;

  constructor(status: number, message: string, errors: FieldError[] = [], about = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.about = about;
  }
}

/** The sentence to show: the server's where it gave one, else the screen's own. */
export function failureText(failure: unknown, otherwise: string): string {
  return (failure instanceof Failure && failure.message) || otherwise;
}

/** Says that something failed, in the server's sentence or else in the screen's. */
export const toastError = (otherwise: string) => (failure: unknown) =>
  showToast("error", failureText(failure, otherwise));

/** @throws Failure */
export async function get<T>(url: string, signal?: AbortSignal): Promise<T> {
  return readBody<T>(takeFirstCall(url) ?? request("GET", url, { signal }));
}

/**
 * A body that is a string goes as CSV, a form as one, anything else as JSON. If the server needs a proof of
 * who asks, the person is asked for it.
 * @throws Failure
 */
export async function send<T>(
  method: "POST" | "PUT" | "DELETE",
  url: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<T> {
  const write = async (proof?: Partial<Proof>) => {
    const sent = request(method, url, { body, idempotencyKey, proof });
    return { answer: await readBody<T>(sent), headers: (await sent).headers };
  };
  const { answer, headers } = await write().catch(async (failure) => {
    if (!(failure instanceof Failure) || failure.about.needs !== "proof") throw failure;
    const { confirmIdentity } = await import("../ui/confirmIdentity.tsx");
    return confirmIdentity(write);
  });
  const operation = headers.get("x-operation");
  if (operation && !headers.has("x-undo")) storeWrite(operation);
  dispatchEvent(new Event(SAVED));
  return answer;
}

/** Has the server end the token. The request goes on while the page is left. */
export function endToken(): void {
  const headers = { authorization: `Bearer ${readSession()?.token}` };
  fetch("/api/auth/logout", { method: "POST", headers, keepalive: true }).catch(() => {
    // Offline: the token is forgotten here, and expires within a week.
  });
}

/** Told to the window once the server has written something: what is counted elsewhere may be another. */
export const SAVED = "bahi-saved";

/** Told to the window once a write was taken back or done again: whatever is shown may be another. */
export const UNDONE = "bahi-undone";

/**
 * A file: a PDF, an export; what is asked for with a body goes by POST. Its name is the server's, or "".
 * @throws Failure
 */
export async function fetchFile(url: string, type: string, body?: object): Promise<File> {
  const answer = await answerTo(request(body ? "POST" : "GET", url, { body }));
  if (!answer.headers.get("content-type")?.startsWith(type)) throw new Failure(answer.status, "");
  const disposition = answer.headers.get("content-disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "";
  return new File([await answer.blob()], name, { type });
}

interface Options {
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  proof?: Partial<Proof> | undefined;
}

function request(method: string, url: string, options: Options) {
  const { body, idempotencyKey, signal, proof = {} } = options;
  const headers = new Headers(positionHeaders());
  const token = readSession()?.token;
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  const { password, passkey } = proof;
  if (password) headers.set("x-password", encodeURIComponent(password));
  if (passkey) headers.set("x-passkey", encodeURIComponent(JSON.stringify(passkey)));

  const isFile = typeof body === "string" || body instanceof Blob;
  const isForm = body instanceof FormData; // The browser says its type, with the boundary.
  if (body !== undefined && !isForm) {
    headers.set("content-type", isFile ? "text/csv" : "application/json");
  }
  const isRaw = body === undefined || isFile || isForm;
  const payload = isRaw ? (body ?? null) : JSON.stringify(body);
  return fetch(url, { method, headers, body: payload as BodyInit | null, signal: signal ?? null });
}

async function answerTo(sent: Promise<Response>): Promise<Response> {
  const answer = await sent.catch((error: Error) => {
    if (error.name === "AbortError") throw error;
    throw new Failure(0, "");
  });
  storePosition(answer);
  if (answer.ok) return answer;

  // A wrong password, code or passkey ends nothing: it is told where it was written.
  if (answer.status === 401 && !/\/auth\/(login|register|join|passkeys\/login)$/.test(answer.url)) {
    endSession();
    throw new Failure(401, "Your session has ended. Try again.");
  }
  const { message = "", errors = [], ...about } = await answer.json().catch(() => ({}));
  if (about.needs === "second_factor") goToProfile(message);
  throw new Failure(answer.status, message, errors, about);
}

/** What a call came to; a 401 of a session ends it. @throws Failure */
export async function readBody<T>(sent: Promise<Response>): Promise<T> {
  const answer = await answerTo(sent);
  try {
    return readJson(await answer.text()) as T;
  } catch {
    throw new Failure(answer.status, "");
  }
}

function takeFirstCall(url: string): Promise<Response> | undefined {
  const call = window.firstCalls?.get(url);
  window.firstCalls?.delete(url);
  return call;
}
