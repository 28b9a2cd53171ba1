import { formatDate } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import { TAX_HEADS, type TaxHead } from "../../domain/purchases/offset.ts";
import type { LedgerMoved, TaxBookBegun, TaxBookState } from "../../domain/taxbook/start.ts";
import { sendJson } from "../api.ts";
import { failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";

interface Options extends GlobalOptions {
  from?: string;
  credit?: string;
  cash?: string;
  negative?: string;
  earlierPayments?: boolean;
  dryRun?: boolean;
}

const COLUMNS: Column<LedgerMoved>[] = [
  { title: "Ledger", text: ({ name }) => name, minWidth: 12 },
  rupeesColumn("Before", ({ before }) => Number(before)),
  rupeesColumn("After", ({ after }) => Number(after)),
  rupeesColumn("Difference", ({ difference }) => Number(difference)),
];

/** Begins an existing agency's tax book and lists the ledgers that move. Without a day, lists the days. */
export async function beginTaxBook(options: Options): Promise<void> {
  const { api, output } = open(options);
  if (options.from === undefined) {
    const state = await api.json<TaxBookState>("/gst/tax-book", "hasBegun");
    return output.result(state, () => stateInWords(state));
  }
  const body = {
    startsOn: readDay("--from", options.from),
    dryRun: options.dryRun ?? false,
    takesEarlier: options.earlierPayments ?? false,
    credit: readHeads("--credit", options.credit),
    cash: readHeads("--cash", options.cash),
    negative: readHeads("--negative", options.negative),
  };
  const begun = await api.json<TaxBookBegun>("/gst/tax-book", "ledgers", sendJson("POST", body));
  const moved = begun.ledgers.filter(({ difference }) => Number(difference) !== 0);
  await printList(begun, moved, COLUMNS, options, () =>
    [
      begun.isDryRun
        ? `Nothing is changed. The tax book would begin on ${formatDate(begun.startsOn)}`
        : `The tax book begins on ${formatDate(begun.startsOn)}`,
      ...(begun.earlierPayments.length > 0
        ? [`${count(begun.earlierPayments.length, "payment")} before it for later documents`]
        : []),
      ...(begun.assumedClaimed.length > 0
        ? [`the credit of ${begun.assumedClaimed.map(monthName).join(", ")} counts as claimed`]
        : []),
    ].join("; "),
  );
}

const stateInWords = ({ hasBegun, startsOn, choice }: TaxBookState): string => {
  const since = startsOn ? `on ${formatDate(startsOn)}` : "with the books";
  const began = hasBegun ? `The tax book began ${since}` : "The tax book has not begun";
  if (!choice) return began;
  return `${began}. It can begin on ${choice.days.map(formatDate).join(", ")}: ${choice.reason}`;
};

/** Parses amounts by tax, such as `igst=1200,cgst=50.50`, in rupees. */
function readHeads(option: string, text = ""): Partial<Record<TaxHead, number>> {
  const parts = text.split(",").filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = "", amount = ""] = part.trim().split("=");
      if (!TAX_HEADS.some((one) => one === head)) {
        throw failUsage(`${option} has no head “${head}”`, "write igst=1200,cgst=50,sgst=50");
      }
      return [head, readRupees(amount)];
    }),
  );
}
