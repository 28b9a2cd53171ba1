import * as v from "valibot";
import { amountOrNone, date, dateIfAny, field, id, name, oneOf, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";

// The agency's own items of the month's close: what bahi cannot see in the books by itself.

export const OWN_KINDS = ["tick", "count"] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

export const OWN_KIND_NAMES: Record<OwnKind, string> = { tick: "Tick", count: "Cash count" };

export const closeItemFields = {
  name: name("Name"),
  kind: oneOf("Kind", OWN_KINDS),
  /** The member who is responsible. */
  userId: field(id("Choose who does it"), { label: "Who" }),
  /** The cash account to count; "" for a tick. */
  accountId: field(v.optional(v.string("Choose a cash account"), ""), { label: "Cash account" }),
  /** A day in its first month. */
  from: field(date, { label: "From", help: "A day in its first month" }),
  /** A day in its last month, or "" for every month. */
  until: field(dateIfAny, {
    label: "Until",
    help: "A day in its last month; leave blank for every month",
  }),
};

export const NewCloseItem = v.pipe(
  strictObject(closeItemFields),
  v.forward(
    v.partialCheck(
      [["kind"], ["accountId"]],
      ({ kind, accountId }) => kind !== "count" || accountId !== "",
      "Choose the cash account to count",
    ),
    ["accountId"],
  ),
  v.forward(
    v.partialCheck(
      [["from"], ["until"]],
      ({ from, until }) => until === "" || until >= from,
      "The last month is before the first",
    ),
    ["until"],
  ),
);
export type NewCloseItem = v.InferOutput<typeof NewCloseItem>;

interface Named {
  _id: string;
  name: string;
}

export interface CloseItemSetting {
  _id: string;
  name: string;
  kind: OwnKind;
  user: Named;
  /** Null for a tick. */
  account: Named | null;
  from: string;
  until: string;
}

/** An item done for the month of a day: ticked, or with the counted amount. Parses rupees to paise. */
export const NewCloseMark = strictObject({
  date,
  counted: v.optional(v.nullable(amountOrNone("Counted amount")), null),
});
export type NewCloseMark = v.InferOutput<typeof NewCloseMark>;

export const OfMonth = strictObject({ date });

/** An item that was ticked or counted for a month. */
export interface CloseMark {
  _id: string;
  item: Named;
  month: string;
  /** Null for a tick. */
  counted: Rupees | null;
  markedBy: Named;
  markedAt: string;
}
