import type { Server } from "bun";
import type * as v from "valibot";
import type { TokenSession } from "../../db/agencies/users.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import type { User } from "../../domain/agencies/team.ts";
import { type Permission, rolesFor } from "../../domain/roles.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";

// A call is defined once: permission, input, operation and response. mount.ts mounts it, document.ts
// documents it, and test/server/api runs every call as defined here.

export interface Group {
  title: string;
  /** Sentences that apply to all of its calls. */
  about: string;
  /** The schemas of its bodies and responses, by their names in the document. */
  schemas: Record<string, v.GenericSchema>;
  calls: Call[];
}

/** The definition of a call, apart from its operation. */
export interface CallSpec {
  /** Verb and noun, as in db. */
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The route, such as `/api/accounts/:id`. */
  path: string;
  summary: string;
  /** Sentences. Code is in backticks. */
  about?: string;
  who: Who;
  /** The example's id in the path. */
  id?: string;
  query?: Query;
  body?: Body;
  /** Whether it only reads although it is not a GET, because its input does not fit into a URL. */
  isRead?: true;
  /** Whether it creates a record, although it returns the parent record with 200. */
  isCreate?: true;
  /**
   * Whether it creates a payment that waits for an owner and returns 202, if the amount is above the
   * agency's limit.
   */
  waits?: true;
  /** Whether it takes a picture as the field `logo` of a multipart body, with the body's fields or alone. */
  logo?: true;
  answer: { status: 200 | 201; schema: v.GenericSchema } | { status: 200; file: string };
  /** Statuses besides those that follow from the definition. */
  also?: readonly number[];
}

export interface Call extends CallSpec {
  /** Returns JSON for the declared status, or a Response. */
  run(args: never): unknown;
}

/** Defines a call. The type of its arguments follows from its permission and schemas. */
export const call = <
  const W extends Who,
  const Q extends Query | undefined = undefined,
  const B extends Body | undefined = undefined,
>(
  definition: Omit<CallSpec, "who" | "query" | "body"> & {
    who: W;
    query?: Q;
    body?: B;
    run(args: CallArgs<W, Q, B>): unknown;
  },
): Call => definition as unknown as Call;

/** The arguments of a call. The caller is known and has the permission. */
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
  /** Null in a test without a port. */
  server: Server<unknown> | null;
  tokens: { sign(session: Record<string, unknown>): Promise<string> };
  /** From the path. */
  id: string;
}

interface Identified {
  /** With the Idempotency-Key, if the call creates a record. */
  tenant: Tenant;
  user: User;
  /** Undefined for an access token. */
  session: TokenSession | undefined;
  /** Whether the caller uses an access token. */
  isReadOnly: boolean;
  /** The caller, for the queue of long work. */
  caller: Caller;
}

type QueryOf<Q extends Query> = Q extends { read(query: never): infer Read }
  ? Read
  : Q["schemas"] extends readonly [infer S extends v.GenericSchema]
    ? v.InferOutput<S>
    : never;

/**
 * Who may use a call: anyone, members, or users with a permission. Members' writes require permission to
 * enter transactions, except calls marked `everyone`.
 */
export type Who = "open" | "everyone" | "members" | Permission;

/** Describes for readers who may use a call. */
export function describePermission(call: CallSpec): string {
  if (call.who === "open") return "Anyone";
  const others = rolesFor(findPermission(call)).filter((role) => role !== "owner");
  if (others.length > 1) return "Any member";
  const [other] = others;
  if (!other) return "Owners only";
  return `Owners and ${other === "accountant" ? "accountants" : other}`;
}

/** Returns the permission that a call requires, or undefined if every member may use it. */
export function findPermission(call: CallSpec): Permission | undefined {
  const { who } = call;
  if (who === "open" || who === "everyone") return undefined;
  if (who === "members") return isRead(call) ? undefined : "enter books";
  return who;
}

export interface Query {
  schemas: readonly v.GenericSchema[];
  /** The schema's fields that the call accepts. Defaults to all. */
  only?: readonly string[];
  /** Parses a query that one schema cannot describe. */
  read?(query: Record<string, unknown>): unknown;
  /** The example's query: `dateFrom=2026-04-01`. */
  example: string;
}

/**
 * For changes, every field of the schema is optional, and a missing field keeps its value. `maxMb`: the
 * limit of a batch. `mayBeNone`: all fields are optional, and so is the body. A stream is read by the call
 * itself, in a thread. `isOfAnyType`: the type is detected from the bytes.
 */
export type Body =
  | { schema: v.GenericSchema; isChange?: true; example: object; maxMb?: number; mayBeNone?: true }
  | { schema: v.GenericSchema; example: object; isStreamed: true }
  | { csv: string; type?: "application/octet-stream"; isOfAnyType?: true };

/** Returns the body to parse before the call runs; undefined if the call reads it itself. */
export const findJsonBody = ({ body }: Pick<CallSpec, "body">) =>
  body && "schema" in body && !("isStreamed" in body) ? body : undefined;

/**
 * Returns whether a call accepts an Idempotency-Key: every create except registration, which has no user
 * yet.
 */
export const isCreate = ({ method, answer, who, isCreate }: CallSpec): boolean =>
  method === "POST" && (answer.status === 201 || isCreate === true) && who !== "open";

/** Returns whether an access token may use the call, that is, whether it only reads. */
export const isRead = ({ method, isRead }: CallSpec): boolean =>
  method === "GET" || isRead === true;

/**
 * Returns every status that a call can return, except 500, 503 and 429 for faults and overload, and the 403
 * for writes with an access token or by an accountant.
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
