import { formatMore } from "../counts.ts";
import { formatDate, formatRange, readMonth } from "../dates.ts";
import { formatInr } from "../money.ts";
import { formatTypeCounts, type Gone, type TallyPreview } from "./tally.ts";

const SHOWN = 1_000;

/**
 * Returns the instructions for the accountant: how to import, what to expect, and what to delete by
 * hand.
 */
export function tallyReadme(
  agencyName: string,
  {
    preview,
    masters,
    isOnlyChanged,
  }: { preview: TallyPreview; masters: number; isOnlyChanged: boolean },
): string {
  const { month, types, vouchers, gone, cancelled } = preview;
  const period = readMonth(month) ?? { dateFrom: "", dateTo: "" };
  const differing = preview.new + preview.changed;
  const expect = isOnlyChanged
    ? `${differing} of ${vouchers} vouchers: those new or changed since the last file.`
    : `${formatTypeCounts(types)}.`;
  // Without differences it is the last file again.
  const before =
    preview.file > 0 && differing + gone.length > 0
      ? [
          `Since the last file: ${preview.new} new, ${preview.changed} changed, ${gone.length} removed.`,
        ]
      : [];
  return [
    `${agencyName}: ${formatRange(period)} for Tally`,
    "",
    ...(masters > 0
      ? [`1-masters.xml    ${masters} ledgers you ticked. Import it first, as masters.`]
      : ["No ledgers are created: every name must already exist in Tally."]),
    `2-vouchers.xml   ${expect}`,
    ...before,
    "A voucher that Tally already has is altered, not duplicated: it keeps its REMOTEID.",
    "",
    "Before: set the numbering of Sales and Credit Note to Manual, or to Automatic (Manual Override).",
    "After: compare Tally's counts with these, read Tally.imp if they differ, and open",
    "GSTR-1, Uncertain Transactions.",
    ...(gone.length > 0 ? ["", "Delete these in Tally; importing does not delete them:"] : []),
    ...gone.slice(0, SHOWN).map(goneLine),
    ...(gone.length > SHOWN ? [` ${formatMore(gone.length - SHOWN)}`] : []),
    ...(cancelled.length > 0 ? ["", `Cancelled and not exported: ${cancelled.join(", ")}`] : []),
    "",
  ].join("\r\n");
}

function goneLine({ id, date, type, label, amount, movedTo }: Gone): string {
  const line = `  ${formatDate(date)}  ${type}  ${label}  ${formatInr(amount)}  [bahi ...-${id}]`;
  return movedTo
    ? `${line}: it has moved to ${formatDate(movedTo)}; that month's file updates it`
    : line;
}

/** Returns the first day of a month's financial year. */
export const yearOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return `${number < 4 ? year - 1 : year}-04-01`;
};

/** Timestamp of files in an archive, fixed so that the same books give the same bytes. */
export const toArchiveTime = (month: string): string => `${readMonth(month)?.dateTo}T12:00:00`;
