import type { Server } from "bun";
import type * as v from "valibot";
import type { TokenSession } from "../../db/agencies/users.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import type { User } from "../../domain/agencies/team.ts";
import { type Permission, rolesFor } from "../../domain/roles.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";

// A call is defined once: who may make it, what it takes, what it does and what it answers. From that it is
// mounted (mount.ts) and documented (document.ts), and test/server/api plays every call as it is told here.

export interface Group {
  title: string;
  /** Sentences that hold for all of its calls. */
  about: string;
  /** What its bodies and answers are made of, by the names that the document gives them. */
  schemas: Record<string, v.GenericSchema>;
  calls: Call[];
}

/** What is told of a call, beside what it does. */
export interface CallSpec {
  /** Verb and noun, as in db. */
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As the router has it, `/api/accounts/:id`. */
  path: string;
  summary: string;
  /** Sentences; what a program writes stands in backticks. */
  about?: string;
  who: Who;
  /** Of the example, in the path. */
  id?: string;
  query?: Query;
  body?: Body;
  /** It changes nothing, though it is no GET: what it is asked for does not fit in an address. */
  isRead?: true;
  /** It makes something, though it answers with what that belongs to and 200. */
  isCreate?: true;
  /** Above the agency's limit it makes what waits for an owner, and answers that with 202. */
  waits?: true;
  /** It takes a picture as the field `logo` of a multipart body, beside the body's fields or alone. */
  logo?: true;
  answer: { status: 200 | 201; schema: v.GenericSchema } | { status: 200; file: string };
  /** Statuses beside those that follow from the rest. */
  also?: readonly number[];
}

export interface Call extends CallSpec {
  /** What it answers: JSON for the status that is told, or an answer of its own. */
  run(asked: never): unknown;
}

/** Defines a call; what it is given follows from who may make it and from its schemas. */
export const call = <
  const W extends Who,
  const Q extends Query | undefined = undefined,
  const B extends Body | undefined = undefined,
>(
  definition: Omit<CallSpec, "who" | "query" | "body"> & {
    who: W;
    query?: Q;
    body?: B;
    run(asked: CallArgs<W, Q, B>): unknown;
  },
): Call => definition as unknown as Call;

/** What a call is given, once it is known who makes it and that they may. */
export type CallArgs<
  W extends Who,
  Q extends Query | undefined,
  B extends Body | undefined,
> = Requested &
  (W extends "open" ? unknown : Identified) &
  (Q extends Query ? { query: QueryOf<Q> } : unknown) &
  (B extends { schema: infer S extends v.GenericSchema }
    ? { input: B extends { isChange: true } ? object : v.InferOutput<S> }
    : unknown);

export interface Requested extends Pick<Caller, "request" | "set"> {
  context: AppContext;
  /** None in a test that listens at no port. */
  server: Server<unknown> | null;
  tokens: { sign(session: Record<string, unknown>): Promise<string> };
  /** Of the path. */
  id: string;
}

interface Identified {
  /** Of a create with its Idempotency-Key. */
  tenant: Tenant;
  user: User;
  /** Undefined for an access token. */
  session: TokenSession | undefined;
  /** Whether an access token asks. */
  isReadOnly: boolean;
  /** Whoever waits for something long. */
  asker: Caller;
}

type QueryOf<Q extends Query> = Q extends { read(query: never): infer Read }
  ? Read
  : Q["schemas"] extends readonly [infer S extends v.GenericSchema]
    ? v.InferOutput<S>
    : never;

/**
 * Whose a call is: a stranger's, the members', or that of whoever has the permission. What members write is
 * theirs who enter the books, but for what says that it is everyone's.
 */
export type Who = "open" | "everyone" | "members" | Permission;

/** Who may make a call, for its readers. */
export function describePermission(call: CallSpec): string {
  if (call.who === "open") return "Anybody";
  const others = rolesFor(findPermission(call)).filter((role) => role !== "owner");
  if (others.length > 1) return "Any member";
  const [other] = others;
  if (!other) return "Owners only";
  return `Owners and ${other === "accountant" ? "accountants" : other}`;
}

/** What the role of whoever asks has to have; nothing for a call that every member may make. */
export function findPermission(call: CallSpec): Permission | undefined {
  const { who } = call;
  if (who === "open" || who === "everyone") return undefined;
  if (who === "members") return isRead(call) ? undefined : "enter books";
  return who;
}

export interface Query {
  schemas: readonly v.GenericSchema[];
  /** Those of the schemas' fields that it takes; all, where nothing is said. */
  only?: readonly string[];
  /** Where it is not one schema that says all. */
  read?(query: Record<string, unknown>): unknown;
  /** Of the example: `dateFrom=2026-04-01`. */
  example: string;
}

/**
 * Changes are the schema's fields, each of which may be left out and then stays as it is. `maxMb`: what a
 * create of many things may take. `mayBeNone`: all of its fields may be left out, and the body with them.
 * What is streamed is read by the call itself, in a thread. `isOfAnyType`: its bytes say what it is.
 */
export type Body =
  | { schema: v.GenericSchema; isChange?: true; example: object; maxMb?: number; mayBeNone?: true }
  | { schema: v.GenericSchema; example: object; isStreamed: true }
  | { csv: string; type?: "application/octet-stream"; isOfAnyType?: true };

/** The body that is read for a call; none for one that reads it itself. */
export const findJsonBody = ({ body }: Pick<CallSpec, "body">) =>
  body && "schema" in body && !("isStreamed" in body) ? body : undefined;

/** What makes something takes an Idempotency-Key, but for registration, which nobody has signed in for. */
export const isCreate = ({ method, answer, who, isCreate }: CallSpec): boolean =>
  method === "POST" && (answer.status === 201 || isCreate === true) && who !== "open";

/** What an access token may ask for: nothing but what is known to change nothing. */
export const isRead = ({ method, isRead }: CallSpec): boolean =>
  method === "GET" || isRead === true;

/**
 * Every status that a call may answer, but for those of a fault or of too much at once: 500, 503, 429; and
 * 403, which an access token is answered by whatever is not a read, and an accountant by what members write.
 */
export function listStatuses(call: CallSpec): number[] {
  const { query, body, logo, who, path, also = [] } = call;
  const all = new Set([call.answer.status, ...also]);
  if (call.waits) all.add(202);
  if (query || body || logo || isCreate(call)) all.add(400);
  if (who !== "open") all.add(401);
  if (who !== "open" && who !== "everyone" && who !== "members") all.add(403);
  if (path.includes(":id")) all.add(404);
  if (isCreate(call)) all.add(409);
  if (findJsonBody(call) || logo) all.add(413);
  if (logo || (body && !("isOfAnyType" in body))) all.add(415);
  return [...all].sort();
}
