import type * as v from "valibot";
import type { Deed } from "../../domain/roles.ts";

// What the API's page and the OpenAPI document say of a call. Everything else that they say follows from
// it, and test/server/api plays every call as it is told here.

export interface Group {
  title: string;
  /** Sentences that hold for all of its calls. */
  about: string;
  /** What its bodies and answers are made of, by the names that the document gives them. */
  schemas: Record<string, v.GenericSchema>;
  calls: Call[];
}

export interface Call {
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
  /** It takes a picture as the field `logo` of a multipart body, beside the body's fields or alone. */
  logo?: true;
  answer: { status: 200 | 201; schema: v.GenericSchema } | { status: 200; file: string };
  /** Statuses beside those that follow from the rest. */
  also?: number[];
}

/** Whose a call is: a stranger's, any member's, or that of whoever may do the deed. */
export type Who = "open" | "members" | Deed;

export interface Query {
  schemas: v.GenericSchema[];
  /** Those of the schemas' fields that it takes; all, where nothing is said. */
  only?: string[];
  /** Of the example: `dateFrom=2026-04-01`. */
  example: string;
}

/** Changes are the schema's fields, each of which may be left out and then stays as it is. */
export type Body = { schema: v.GenericSchema; isChange?: true; example: object } | { csv: string };

/** What makes something takes an Idempotency-Key, but for registration, which nobody has signed in for. */
export const isCreate = ({ method, answer, who }: Call): boolean =>
  method === "POST" && answer.status === 201 && who !== "open";

/** Every status that a call may answer, but for those of a fault or of too much at once: 500, 503, 429. */
export function statusesOf(call: Call): number[] {
  const { query, body, logo, who, path, also = [] } = call;
  const all = new Set([call.answer.status, ...also]);
  if (query || body || logo) all.add(400);
  if (who !== "open") all.add(401);
  if (who !== "open" && who !== "members") all.add(403);
  if (path.includes(":id")) all.add(404);
  if (isCreate(call)) all.add(409);
  if ((body && "schema" in body) || logo) all.add(413);
  if (body || logo) all.add(415);
  return [...all].sort();
}
