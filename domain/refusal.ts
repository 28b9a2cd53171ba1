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

/** An error in one field: its path in the input (`items.0.rate`) and the sentence next to it. */
export interface FieldError {
  path: string;
  message: string;
  /** For a row of a file, whose path is its line. */
  column?: string;
}

/**
 * An error that a user can act on. Its message is the sentence they read. Any other exception is a bug.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly errors: FieldError[];
  /** A stable code for programs, or "". */
  readonly code: string;

  constructor(kind: RefusalKind, message: string, errors: FieldError[] = [], code = "") {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.code = code;
  }
}

/**
 * The request can be repeated after some seconds: "later" if this client sends too many, "busy" if all
 * clients together do.
 */
export class TryLater extends Refusal {
  readonly seconds: number;

  constructor(kind: "later" | "busy", message: string, seconds: number) {
    super(kind, message);
    this.seconds = seconds;
  }
}

/** Input that a user must add before a statement can be read. */
export const NEEDS = ["password", "gaps", "account", "columns"] as const;
export type Needs = (typeof NEEDS)[number];

/** A decision is missing. `about` has the details that the user needs. */
export class Undecided extends Refusal {
  readonly needs: Needs;
  readonly about: object;

  constructor(needs: Needs, message: string, about: object = {}) {
    super("undecided", message);
    this.needs = needs;
    this.about = about;
  }
}

/** An authenticator code, a session with a second factor, or the password or a passkey again. */
export const FACTOR_NEEDS = ["code", "second_factor", "proof"] as const;
export type FactorNeed = (typeof FACTOR_NEEDS)[number];
type FactorKind = "unauthenticated" | "forbidden" | "invalid";

/** Signing in or continuing needs another proof. `needs` tells the client the next step. */
export class FactorNeeded extends Refusal {
  readonly needs: FactorNeed;

  constructor(kind: FactorKind, needs: FactorNeed, message: string, errors: FieldError[] = []) {
    super(kind, message, errors);
    this.needs = needs;
  }
}

/** A refusal as plain data, for other threads and processes. */
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

/** Reverses `toPlain`. */
export function toRefusal(plain: PlainRefusal): Refusal {
  const { kind, message, errors, code, needs, about, seconds } = plain;
  if (seconds !== undefined) return new TryLater(kind as "later" | "busy", message, seconds);
  if (about) return new Undecided(needs as Needs, message, about);
  return needs
    ? new FactorNeeded(kind as FactorKind, needs as FactorNeed, message, errors)
    : new Refusal(kind, message, errors, code);
}

/** Creates an invalid refusal of a single field. */
export function invalid(path: string, message: string): Refusal {
  return new Refusal("invalid", message, [{ path, message }]);
}

/** @throws Refusal "forbidden" with the permission's sentence */
export function assertAllowed({ role }: { role: Role }, permission: Permission): void {
  if (!isPermitted(role, permission)) throw new Refusal("forbidden", PERMISSIONS[permission]);
}

/** A schema whose output has a type. */
export type Schema<Output> = v.GenericSchema<unknown, Output>;

/**
 * Parses untrusted input.
 * @throws Refusal "invalid" naming every wrong field
 */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new Refusal("invalid", result.issues[0].message, toFieldErrors(result.issues));
}

/** Returns the first error of each field. */
export function toFieldErrors(issues: v.BaseIssue<unknown>[]): FieldError[] {
  const byPath = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "";
    if (!byPath.has(path)) byPath.set(path, issue.message);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/**
 * Parses a query string, where an empty value counts as missing.
 * @throws Refusal "invalid"
 */
export function parseQuery<Schema extends v.GenericSchema>(
  schema: Schema,
  query: Record<string, unknown>,
): v.InferOutput<Schema> {
  return parse(schema, Object.fromEntries(Object.entries(query).filter(([, text]) => text !== "")));
}
