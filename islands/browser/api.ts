import type { Proof } from "../../domain/agencies/secondFactors.ts";
import { readJson } from "../../domain/json.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { identityDialogs } from "./identityDialogs.ts";
import { SAVED } from "./pageEvents.ts";
import { positionHeaders, storePosition } from "./position.ts";
import { endSession, goToProfile, leaveWith, readSession } from "./session.ts";
import { showToast, storeWrite } from "./toasts.ts";

/** An error from the API, or an unreachable server (`status` 0 and no message). */
export class Failure extends Error {
  readonly status: number;
  readonly errors: FieldError[];
  /** Further fields of the response, such as the decisions that a statement needs. */
  readonly about: Record<string, unknown>;

  constructor(status: number, message: string, errors: FieldError[] = [], about = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.about = about;
  }
}

/** Returns the message to show: the server's if there is one, otherwise the screen's own. */
export function failureText(failure: unknown, otherwise: string): string {
  return (failure instanceof Failure && failure.message) || otherwise;
}

/** Returns a handler that shows an error with the server's message, otherwise with the screen's. */
export const toastError = (otherwise: string) => (failure: unknown) =>
  showToast("error", failureText(failure, otherwise));

/** @throws Failure */
export async function get<T>(url: string, signal?: AbortSignal): Promise<T> {
  return readBody<T>(takeFirstCall(url) ?? request("GET", url, { signal }));
}

/**
 * Sends a string as CSV, a form as a form, and anything else as JSON. If the server requires an identity
 * proof, asks the user for it.
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
    return identityDialogs().confirmIdentity(write);
  });
  const operation = headers.get("x-operation");
  if (operation && !headers.has("x-undo")) storeWrite(operation);
  SAVED.send();
  return answer;
}

/** Ends the token on the server. The request continues after the page is left. */
export function endToken(): void {
  const headers = { authorization: `Bearer ${readSession()?.token}` };
  fetch("/api/auth/logout", { method: "POST", headers, keepalive: true }).catch(() => {
    // Offline: the token is deleted here, and expires within a week.
  });
}

/**
 * Downloads a file, such as a PDF or an export. With a body, the request is a POST. Its name comes from the
 * server, or is "".
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
  const isForm = body instanceof FormData; // The browser sets the type, with the boundary.
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

  // A wrong password, code or passkey does not end the session; its form shows the error.
  if (answer.status === 401 && !/\/auth\/(login|register|join|passkeys\/login)$/.test(answer.url)) {
    endSession();
    throw new Failure(401, "Your session has ended. Try again.");
  }
  const { message = "", errors = [], ...about } = await answer.json().catch(() => ({}));
  if (about.needs === "second_factor") goToProfile(message);
  // At sign-in, its form shows who closed the agency.
  if (about.code === "agency_closed" && !answer.url.includes("/auth/")) leaveWith(message);
  throw new Failure(answer.status, message, errors, about);
}

/** Returns the response's body. A 401 ends the session. @throws Failure */
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
