import * as v from "valibot";
import { isPermitted, PERMISSIONS, type Permission, type Role } from "./roles.ts";

export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "conflict"
  | "undecided"
  | "later"
  | "busy";

/** What is wrong with one field: its path in the input (`items.0.rate`) and the sentence beside it. */
export interface FieldError {
  path: string;
  message: string;
  /** Of a file's row, whose path is its line. */
  column?: string;
}

/**
 * What a person can act on. Its message is the sentence they read. Anything else that is thrown is a
 * bug, and is answered as one.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly errors: FieldError[];
  /** A stable name for programs; "" if there is none. */
  readonly code: string;

  constructor(kind: RefusalKind, message: string, errors: FieldError[] = [], code = "") {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.code = code;
  }
}

/**
 * The same may be asked again after some seconds: "later" by who asked too often, "busy" where too many ask.
 */
export class TryLater extends Refusal {
  readonly seconds: number;

  constructor(kind: "later" | "busy", message: string, seconds: number) {
    super(kind, message);
    this.seconds = seconds;
  }
}

/** What a person has to say before a statement can be read. */
export const NEEDS = ["password", "gaps", "account", "columns"] as const;
export type Needs = (typeof NEEDS)[number];

/** It can be done once a person has said something. `about` is what they need to see for that. */
export class Undecided extends Refusal {
  readonly needs: Needs;
  readonly about: object;

  constructor(needs: Needs, message: string, about: object = {}) {
    super("undecided", message);
    this.needs = needs;
    this.about = about;
  }
}

/**
 * A code to sign in with, a session that was made with a second factor, or the password or a passkey
 * once more.
 */
export const FACTOR_NEEDS = ["code", "second_factor", "proof"] as const;
export type FactorNeed = (typeof FACTOR_NEEDS)[number];
type FactorKind = "unauthenticated" | "forbidden" | "invalid";

/** Signing in, or going on, takes another proof. `needs` tells a client which step comes next. */
export class FactorNeeded extends Refusal {
  readonly needs: FactorNeed;

  constructor(kind: FactorKind, needs: FactorNeed, message: string, errors: FieldError[] = []) {
    super(kind, message, errors);
    this.needs = needs;
  }
}

/** A refusal as it goes from one thread or process to another, which keeps no classes. */
export type PlainRefusal = Pick<Refusal, "code" | "errors" | "kind" | "message"> & {
  needs?: string;
  about?: object;
  seconds?: number;
};

export function toPlain(refusal: Refusal): PlainRefusal {
  const { kind, message, errors, code } = refusal;
  const plain: PlainRefusal = { kind, message, errors, code };
  if (refusal instanceof TryLater) return { ...plain, seconds: refusal.seconds };
  const { needs, about } = refusal as Partial<Undecided>;
  return { ...plain, ...(needs && { needs }), ...(about && { about }) };
}

/** The refusal that `toPlain` was given. */
export function toRefusal(plain: PlainRefusal): Refusal {
  const { kind, message, errors, code, needs, about, seconds } = plain;
  if (seconds !== undefined) return new TryLater(kind as "later" | "busy", message, seconds);
  if (about) return new Undecided(needs as Needs, message, about);
  return needs
    ? new FactorNeeded(kind as FactorKind, needs as FactorNeed, message, errors)
    : new Refusal(kind, message, errors, code);
}

/** An invalid refusal of one field. */
export function invalid(path: string, message: string): Refusal {
  return new Refusal("invalid", message, [{ path, message }]);
}

/** @throws Refusal "forbidden" with the permission's sentence. */
export function assertAllowed({ role }: { role: Role }, permission: Permission): void {
  if (!isPermitted(role, permission)) throw new Refusal("forbidden", PERMISSIONS[permission]);
}

/** Input from outside, in the shape the schema promises, or an invalid refusal naming every field. */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new Refusal("invalid", result.issues[0].message, toFieldErrors(result.issues));
}

/** The first thing wrong with each field. */
export function toFieldErrors(issues: v.BaseIssue<unknown>[]): FieldError[] {
  const byPath = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "";
    if (!byPath.has(path)) byPath.set(path, issue.message);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/** The same for a query string, where `?type=` means no more than no `type` at all. */
export function parseQuery<Schema extends v.GenericSchema>(
  schema: Schema,
  query: Record<string, unknown>,
): v.InferOutput<Schema> {
  return parse(schema, Object.fromEntries(Object.entries(query).filter(([, text]) => text !== "")));
}
