import * as v from "valibot";
import type { Removed } from "../../domain/documents/removed.ts";
import type { RupeeSum } from "../../domain/money.ts";

// The parts that response shapes are built from.

/**
 * Returns a response shape. The compiler checks it against the type that the server returns: a missing,
 * extra or different field does not compile.
 */
export const createShape =
  <T>() =>
  <Schema extends v.GenericSchema<unknown, T>>(schema: Schema & Same<T, v.InferOutput<Schema>>) =>
    schema as Schema;

/** Optional fields are assignable to missing ones, so all fields are compared as required. */
type Same<A, B> = [Required<A>, Required<B>] extends [Required<B>, Required<A>] ? unknown : never;

export const text = v.string();
export const id = text;
export const isTrue = v.boolean();
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const rupees = v.pipe(v.number(), v.description("Rupees"));
/** A sum has no upper bound. In JSON it is a number like any other. */
export const rupeeSum = rupees as unknown as v.GenericSchema<unknown, RupeeSum>;
export const percent = v.pipe(v.number(), v.description("Percent"));
export const day = v.pipe(v.string(), v.isoDate());
export const dayIfAny = v.pipe(v.string(), v.description('A day, or "" for none'));
export const moment = v.pipe(v.string(), v.isoTimestamp());

export const deleted = v.object({ message: text });

/** A page of a list, newest first. */
export const createPageShape = <Item extends v.GenericSchema, More extends v.ObjectEntries>(
  item: Item,
  more: More,
) => v.object({ items: v.array(item), total: count, page: count, totalPages: count, ...more });

/** The response after a draft was discarded and its number freed, instead of the cancelled document. */
export const removed = createShape<Removed>()(
  v.object({ message: text, removed: v.literal(true) }),
);

/** Describes how calls that cancel treat drafts. */
export const DISCARDED =
  "A document keeps its number. A draft that is the newest of its series and that no one outside has seen " +
  "is removed instead, with its number: the response is then `{message, removed: true}`.";
