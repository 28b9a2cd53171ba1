import * as v from "valibot";
import { closeItemStore } from "../../db/closing/ownItems.ts";
import { markItem, unmarkItem } from "../../db/closing/ownMarks.ts";
import {
  type CloseItemSetting,
  type CloseMark,
  NewCloseItem,
  NewCloseMark,
  OfMonth,
  OWN_KINDS,
} from "../../domain/closing/ownItems.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { recordCalls } from "./records.ts";
import { createShape, day, dayIfAny, deleted, id, moment, rupees, text } from "./shapes.ts";

const named = v.object({ _id: id, name: text });
const closeItem = createShape<CloseItemSetting>()(
  v.object({
    _id: id,
    name: text,
    kind: v.picklist(OWN_KINDS),
    user: v.pipe(named, v.description("The responsible member")),
    account: v.pipe(v.nullable(named), v.description("The account to count; null for a tick")),
    from: day,
    until: v.pipe(dayIfAny, v.description('"" for every month')),
  }),
);
const mark = createShape<CloseMark>()(
  v.object({
    _id: id,
    item: named,
    month: text,
    counted: v.pipe(v.nullable(rupees), v.description("Null for a tick")),
    markedBy: named,
    markedAt: moment,
  }),
);

const DAY = "2026-04-30";

export const closeItems: Group = {
  title: "Own items of the month's close",
  about:
    "Tasks of your agency that the books cannot show, as a step of the closing checklist. A `tick` is " +
    "done by hand. A `count` compares the cash that someone counted on the month's last day with the " +
    "books, and is open while they differ.",
  schemas: { CloseItemSetting: closeItem, CloseMark: mark, NewCloseItem, NewCloseMark },
  calls: [
    call({
      name: "listCloseItems",
      method: "GET",
      path: "/api/close-items",
      summary: "List your agency's own items",
      about: "The checklist of a month has their states.",
      who: "members",
      answer: { status: 200, schema: v.object({ items: v.array(closeItem) }) },
      run: async ({ tenant }) => ({ items: await closeItemStore.list(tenant) }),
    }),
    ...recordCalls({
      noun: "closeItem",
      title: "close item",
      id: ID.closeItem,
      schema: NewCloseItem,
      record: closeItem,
      store: closeItemStore,
      writers: "set close items",
      example: {
        name: "Count petty cash",
        kind: "count",
        userId: ID.owner,
        accountId: ID.cash,
        from: "2026-04-01",
      },
      changeExample: { name: "Count the cash box" },
      list: null,
      remove: {
        about: "Its ticks and counts go with it. An item of a closed month is ended instead.",
      },
    }),
    call({
      name: "markCloseItem",
      method: "POST",
      path: "/api/close-items/:id/mark",
      summary: "Tick or count an item for a month",
      about:
        "`date` is a day of the month. A count needs `counted`, in rupees; send it again to correct it.",
      who: "everyone",
      id: ID.closeItem,
      body: { schema: NewCloseMark, example: { date: DAY, counted: 0 } },
      answer: { status: 200, schema: v.object({ mark }) },
      run: async ({ tenant, id, input }) => ({ mark: await markItem(tenant, id, input) }),
    }),
    call({
      name: "unmarkCloseItem",
      method: "POST",
      path: "/api/close-items/:id/unmark",
      summary: "Open an item of a month again",
      who: "everyone",
      id: ID.closeItem,
      body: { schema: OfMonth, example: { date: DAY } },
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id, input }) => {
        await unmarkItem(tenant, id, input.date);
        return { message: "Item opened again" };
      },
    }),
  ],
};
