import * as v from "valibot";
import { pluralize } from "../counts.ts";
import { readMonth, toPresetRange } from "../dates.ts";
import { optionalLine, strictObject } from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import { groupIndian } from "../money.ts";
import type { Known } from "./ledgers.ts";
import type { VoucherType } from "./vouchers.ts";

/** Defaults to the last month. */
const month = v.pipe(
  v.optional(v.string(), () => toPresetRange("lastMonth").dateFrom.slice(0, 7)),
  v.check((text) => readMonth(text) !== undefined, "Month must be like 2026-10"),
);

export const TallyQuery = strictObject({ month });
export type TallyQuery = v.InferOutput<typeof TallyQuery>;

export const TallyFileQuery = strictObject({
  month,
  only: v.optional(v.picklist(["changed"], "Use only=changed or leave it out")),
  masters: v.optional(
    v.pipe(v.string(), v.maxLength(8_000, "Masters must be new, or the keys of ledgers")),
    "",
  ),
});
export type TallyFileQuery = v.InferOutput<typeof TallyFileQuery>;

/** A name to search for: see offers. */
export const TallyListQuery = strictObject({ month, file: optionalLine("File") });

/** A voucher that is in an earlier file but no longer in the books. */
export interface Gone {
  id: string;
  date: string;
  type: VoucherType;
  label: string;
  amount: Rupees;
  /** Its new date if it moved to another month. */
  movedTo: string;
}

export interface TallyPreview {
  month: string;
  /** Number of earlier files of this month. */
  file: number;
  vouchers: number;
  types: { type: VoucherType; count: number; amount: RupeeSum }[];
  /** Vouchers that are new or changed since earlier files. */
  new: number;
  changed: number;
  gone: Gone[];
  /** Numbers of the month's cancelled invoices and notes, which no voucher has. */
  cancelled: string[];
  ledgers: Omit<Known, "party">[];
}

/** Formats `14 vouchers: 6 Sales, 5 Receipt, 2 Payment, 1 Contra`. */
export const formatTypeCounts = (
  types: Pick<TallyPreview["types"][number], "count" | "type">[],
) => {
  const all = types.reduce((sum, { count }) => sum + count, 0);
  const each = types.map(({ type, count }) => `${groupIndian(count)} ${type}`);
  const vouchers = pluralize(all, "voucher");
  return each.length > 0 ? `${vouchers}: ${each.join(", ")}` : "No vouchers";
};
