import * as v from "valibot";
import { getHistory, getOwnHistory } from "../../db/undo/history.ts";
import { listTrash } from "../../db/undo/trash.ts";
import { ACTIONS, ENTITIES } from "../../domain/agencies/audit.ts";
import {
  findReadPermission,
  type HistoryItem,
  type TrashItem,
  type Undone,
} from "../../domain/agencies/undo.ts";
import { strictObject } from "../../domain/fields.ts";
import { assertAllowed } from "../../domain/refusal.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { createShape, id, moment, text } from "./shapes.ts";

const person = v.object({ _id: id, name: text });
const reason = v.pipe(text, v.description('Reason why not; "" if possible'));
const field = v.object({ field: text, before: text, after: text });

const historyItem = createShape<HistoryItem>()(
  v.object({
    operation: v.pipe(
      v.nullable(id),
      v.description("Null for changes made before bahi recorded undo data"),
    ),
    at: moment,
    userId: person,
    action: v.picklist(ACTIONS),
    entity: v.picklist(ENTITIES),
    id: v.pipe(text, v.description("Name of the record")),
    summary: text,
    fields: v.array(field),
    undoes: v.pipe(v.nullable(id), v.description("The operation that it undid or redid")),
    isUndone: v.boolean(),
    canUndo: v.boolean(),
    reason,
  }),
);
const trashItem = createShape<TrashItem>()(
  v.object({
    _id: id,
    entity: v.picklist(ENTITIES),
    id,
    summary: text,
    amount: v.pipe(
      v.nullable(v.number()),
      v.description("Amount in rupees. Null if the record has no amount"),
    ),
    at: v.pipe(moment, v.description("Time of deletion")),
    userId: v.pipe(person, v.description("Who deleted it")),
    canRestore: v.boolean(),
    reason,
  }),
);
const undone = createShape<Undone>()(
  v.object({
    operation: v.pipe(id, v.description("The new operation, which can itself be undone")),
    undoes: id,
    summary: v.pipe(text, v.description("`Restored: Cab to Baner and back, ₹460.00`")),
  }),
);

const before = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, "before must be a number"), v.transform(Number)),
);
const WhatOf = v.pipe(
  v.object({
    entity: v.optional(v.picklist(ENTITIES, "Unknown entity")),
    id: v.optional(v.string()),
    before,
  }),
  v.check(({ entity, id }) => (entity === undefined) === (id === undefined), "Send entity and id"),
);
const Since = strictObject({
  since: v.optional(
    strictObject({
      entity: v.picklist(ENTITIES, "Unknown entity"),
      id: v.string("Send the id of the record"),
    }),
  ),
});
const WhichTrash = v.object({
  before,
  q: v.optional(v.pipe(v.string(), v.maxLength(100, "Search for at most 100 characters"))),
  entity: v.optional(v.picklist(ENTITIES, "Unknown entity")),
  userId: v.optional(v.string()),
});
const next = v.pipe(
  v.nullable(v.number()),
  v.description("`before` for the next page; null on the last page"),
);

export const history: Group = {
  title: "History, undo and trash",
  about:
    "The writes of one call are an operation, named in the response header `X-Operation`. Undoing " +
    "it is a new operation that restores every row, all or nothing, and can itself be undone. It " +
    "works only if each record is unchanged since the operation and every rule holds; otherwise the " +
    "API returns 409 with the conflict and who caused it. Members can undo their own operations, " +
    "owners anyone's. An undo needs the permission for the change it makes: undoing a creation " +
    "needs permission to delete. `X-Undo: none` next to `X-Operation` means that the caller cannot " +
    "undo the operation. A document that is not the newest of its series, or that someone outside " +
    "has seen, is cancelled instead of deleted.",
  schemas: { HistoryItem: historyItem, TrashItem: trashItem, Undone: undone },
  calls: [
    call({
      name: "getHistory",
      method: "GET",
      path: "/api/history",
      summary: "List the changes to a record, newest first",
      about: "Without `entity` and `id`, lists your own operations of the last 24 hours.",
      who: "members",
      query: { schemas: [WhatOf], example: `entity=Transaction&id=${ID.transaction}` },
      answer: { status: 200, schema: v.object({ items: v.array(historyItem), next }) },
      also: [404],
      run: ({ tenant, query: { entity, id, before } }) => {
        if (entity === undefined || id === undefined) return getOwnHistory(tenant);
        const needed = findReadPermission(entity);
        if (needed) assertAllowed(tenant, needed);
        return getHistory(tenant, { entity, id, before });
      },
    }),
    call({
      name: "undoOperation",
      method: "POST",
      path: "/api/operations/:id/undo",
      summary: "Undo an operation",
      about:
        "If it was undone and redone, undoes the redo. To reverse an undo, use redo. If you also send " +
        "a record that the operation changed, later changes to that record are undone too, newest " +
        "first, all or nothing: the record returns to the version before, as a new version.",
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
      summary: "Undo your last operation of the past 24 hours",
      who: "everyone",
      about:
        "Needs the permission of the change it makes; otherwise returns 403 with the message of " +
        "that call. Skips a deleted receipt, which an owner can restore from the trash.",
      answer: { status: 201, schema: undone },
      also: [403, 409],
      run: ({ context, tenant }) => context.writers.call("undoLast", tenant, undefined),
    }),
    call({
      name: "redoLast",
      method: "POST",
      path: "/api/redo",
      summary: "Redo your last undo",
      about: "Returns 409 if you have written anything since.",
      who: "everyone",
      answer: { status: 201, schema: undone },
      also: [409],
      run: ({ context, tenant }) => context.writers.call("redoLast", tenant, undefined),
    }),
    call({
      name: "listTrash",
      method: "GET",
      path: "/api/trash",
      summary: "List deleted records, newest first",
      who: "members",
      about:
        "`q` searches names, `entity` filters by type, `userId` by who deleted the record. A page " +
        "can be short even if more records follow.",
      query: { schemas: [WhichTrash], example: "before=9999" },
      answer: { status: 200, schema: v.object({ items: v.array(trashItem), next }) },
      run: ({ tenant, query }) => listTrash(tenant, query),
    }),
    call({
      name: "restore",
      method: "POST",
      path: "/api/trash/:id/restore",
      summary: "Restore a deleted record",
      about:
        "Undoes the deletion: restores everything deleted with it, under the same id and number.",
      who: "everyone",
      id: ID.deleted,
      answer: { status: 201, schema: undone },
      also: [403, 404, 409],
      run: ({ context, tenant, id }) => context.writers.call("restore", tenant, id),
    }),
  ],
};
