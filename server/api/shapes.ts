import * as v from "valibot";
import type { Removed } from "../../domain/documents/removed.ts";
import type { RupeeSum } from "../../domain/money.ts";

// The pieces that the shapes of answers are made of.

/**
 * The shape of an answer. The compiler holds it to the type that the server answers: a field that one has
 * and the other has not, or has otherwise, does not compile.
 */
export const createShape =
  <T>() =>
  <Schema extends v.GenericSchema<unknown, T>>(schema: Schema & Same<T, v.InferOutput<Schema>>) =>
    schema as Schema;

/** Optional fields are assignable to their absence, so all of them are looked at as if they were there. */
type Same<A, B> = [Required<A>, Required<B>] extends [Required<B>, Required<A>] ? unknown : never;

export const text = v.string();
export const id = text;
export const isTrue = v.boolean();
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const rupees = v.pipe(v.number(), v.description("Rupees"));
/** Without a bound: on the wire a number all the same, so its shape is that of one. */
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

/** The response to a draft that was discarded with its number, in place of the cancelled document. */
export const removed = createShape<Removed>()(
  v.object({ message: text, removed: v.literal(true) }),
);

/** What a call that cancels says of drafts. */
export const DISCARDED =
  "A document keeps its number. A draft that is the newest of its series and that no one outside has seen " +
  "is removed instead, with its number: the response is then `{message, removed: true}`.";
