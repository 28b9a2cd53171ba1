import * as v from "valibot";
import { getHistory, getOwnHistory } from "../../db/undo/history.ts";
import { listTrash } from "../../db/undo/trash.ts";
import { ACTIONS, ENTITIES } from "../../domain/agencies/audit.ts";
import {
  type HistoryItem,
  readingOf,
  type TrashItem,
  type Undone,
} from "../../domain/agencies/undo.ts";
import { strictObject } from "../../domain/fields.ts";
import { mustBeAllowed } from "../../domain/refusal.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { id, moment, shapeOf, text } from "./shapes.ts";

const person = v.object({ _id: id, name: text });
const reason = v.pipe(text, v.description('Why not; "" where it can'));
const field = v.object({ field: text, before: text, after: text });

const historyItem = shapeOf<HistoryItem>()(
  v.object({
    operation: v.pipe(
      v.nullable(id),
      v.description("Null of what was written before bahi kept any"),
    ),
    at: moment,
    userId: person,
    action: v.picklist(ACTIONS),
    entity: v.picklist(ENTITIES),
    id: v.pipe(text, v.description("The record's")),
    summary: text,
    fields: v.array(field),
    undoes: v.pipe(v.nullable(id), v.description("The operation that it took back, or did again")),
    isUndone: v.boolean(),
    canUndo: v.boolean(),
    reason,
  }),
);
const trashItem = shapeOf<TrashItem>()(
  v.object({
    ...{ _id: id, entity: v.picklist(ENTITIES), id, summary: text },
    amount: v.pipe(v.nullable(v.number()), v.description("Rupees; null of what is no money")),
    at: v.pipe(moment, v.description("When it was deleted")),
    userId: v.pipe(person, v.description("Who deleted it")),
    canRestore: v.boolean(),
    reason,
  }),
);
const undone = shapeOf<Undone>()(
  v.object({
    operation: v.pipe(id, v.description("The new one, which can be undone itself")),
    undoes: id,
    summary: v.pipe(text, v.description("`Restored: Cab to Baner and back, ₹460.00`")),
  }),
);

const before = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, "before must be a number"), v.transform(Number)),
);
const WhatOf = v.pipe(
  v.object({
    entity: v.optional(v.picklist(ENTITIES, "Entity is not one of the log's")),
    id: v.optional(v.string()),
    before,
  }),
  v.check(({ entity, id }) => (entity === undefined) === (id === undefined), "Give entity and id"),
);
const Since = strictObject({
  since: v.optional(
    strictObject({
      entity: v.picklist(ENTITIES, "Entity is not one of the log's"),
      id: v.string("Name the record by its id"),
    }),
  ),
});
const WhichTrash = v.object({
  before,
  q: v.optional(v.pipe(v.string(), v.maxLength(100, "Search for at most 100 characters"))),
  entity: v.optional(v.picklist(ENTITIES, "Entity is not one of the log's")),
  userId: v.optional(v.string()),
});
const next = v.pipe(
  v.nullable(v.number()),
  v.description("`before` of the next page; null at the end"),
);

export const history: Group = {
  title: "History, undo and trash",
  about:
    "What one call wrote is an operation; its answer names it in the header `X-Operation`. To undo it is a " +
    "new operation that writes every row as it was, all or nothing, and can be undone itself. It fits only " +
    "where each record is as the operation left it and every rule holds: else 409 says what stands in the " +
    "way, and who did it. Members undo their own operations and owners anyone's, and an undo takes the " +
    "permission of the change that it makes: to undo a creation is to delete. `X-Undo: none` beside " +
    "`X-Operation` says that the caller cannot undo the operation. A document that is not the newest of " +
    "its series, or that someone outside has seen, is cancelled in place of being removed.",
  schemas: { HistoryItem: historyItem, TrashItem: trashItem, Undone: undone },
  calls: [
    call({
      name: "getHistory",
      method: "GET",
      path: "/api/history",
      summary: "What was done to a record, newest first",
      about: "Without `entity` and `id`, your own operations of the last 24 hours.",
      who: "members",
      query: { schemas: [WhatOf], example: `entity=Transaction&id=${ID.transaction}` },
      answer: { status: 200, schema: v.object({ items: v.array(historyItem), next }) },
      also: [404],
      run: ({ tenant, query: { entity, id, before } }) => {
        if (entity === undefined || id === undefined) return getOwnHistory(tenant);
        const needed = readingOf(entity);
        if (needed) mustBeAllowed(tenant, needed);
        return getHistory(tenant, { entity, id, before });
      },
    }),
    call({
      name: "undoOperation",
      method: "POST",
      path: "/api/operations/:id/undo",
      summary: "Undo an operation",
      about:
        "Of one that was undone and done again, what did it again. An undo is undone by a redo of it. With " +
        "a record that it changed, also what was done to that record after it, the newest first, all or " +
        "nothing: the record goes back to the version before it, which is a new one.",
      who: "everyone",
      id: ID.operation,
      body: {
        schema: Since,
        mayBeNone: true,
        example: { since: { entity: "Transaction", id: ID.deleted } },
      },
      answer: { status: 201, schema: undone },
      also: [403, 404, 409],
      run: ({ context, tenant, id, input: { since } }) =>
        since
          ? context.writers.call("undoSince", tenant, { operation: id, of: since })
          : context.writers.call("undoOperation", tenant, id),
    }),
    call({
      name: "undoLast",
      method: "POST",
      path: "/api/undo",
      summary: "Undo the last that you did, in the last 24 hours",
      who: "everyone",
      about:
        "It takes the permission of the change that it makes: 403 with the sentence of that call. A " +
        "deleted receipt is skipped; an owner restores it from the trash.",
      answer: { status: 201, schema: undone },
      also: [403, 409],
      run: ({ context, tenant }) => context.writers.call("undoLast", tenant, undefined),
    }),
    call({
      name: "redoLast",
      method: "POST",
      path: "/api/redo",
      summary: "Do again what you undid last",
      about: "409 once you have written something since.",
      who: "everyone",
      answer: { status: 201, schema: undone },
      also: [409],
      run: ({ context, tenant }) => context.writers.call("redoLast", tenant, undefined),
    }),
    call({
      name: "listTrash",
      method: "GET",
      path: "/api/trash",
      summary: "What was deleted and has not come back, newest first",
      who: "members",
      about:
        "`q` looks in the name, `entity` is what it was, `userId` who deleted it. A page may have fewer " +
        "than others, and more may follow.",
      query: { schemas: [WhichTrash], example: "before=9999" },
      answer: { status: 200, schema: v.object({ items: v.array(trashItem), next }) },
      run: ({ tenant, query }) => listTrash(tenant, query),
    }),
    call({
      name: "restore",
      method: "POST",
      path: "/api/trash/:id/restore",
      summary: "Restore something deleted",
      about: "Undoes what deleted it: with all that went with it, under the same id and number.",
      who: "everyone",
      id: ID.deleted,
      answer: { status: 201, schema: undone },
      also: [403, 404, 409],
      run: ({ context, tenant, id }) => context.writers.call("restore", tenant, id),
    }),
  ],
};
