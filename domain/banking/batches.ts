import { pluralize } from "../counts.ts";
import { formatPaise, type Paise } from "../money.ts";
import {
  type Candidate,
  formatDaysApart,
  invoiceCandidate,
  type OpenDocument,
  type OpenEntry,
  type ParsedLine,
  scoreDays,
  toDayNumber,
} from "./candidates.ts";
import { splitNameWords } from "./names.ts";
import { ALIKE, type OwnNames } from "./ownNames.ts";
import { uniqueSet } from "./subsets.ts";

// Matches one line with several documents of a party, or with several entries of a day, if they add up
// to the paisa. A set is proposed only if no other plausible set has the same sum.

/** Maximum days between a batch and its line. */
export const BATCH_DAYS = 3;
/** Maximum documents of a party to try, oldest first. */
const DOCUMENTS_MAX = 24;
const BASE = 32;

/** A document and the TDS deducted from its payment. */
export interface Payable<Document extends OpenDocument> {
  document: Document;
  tdsPaise: Paise;
}

const toPay = ({ document, tdsPaise }: Payable<OpenDocument>) => document.balancePaise - tdsPaise;

const toKey = (set: Payable<OpenDocument>[]) =>
  set.map(({ document, tdsPaise }) => `${document.id} ${tdsPaise}`).join();

/**
 * Returns a search for the documents of a single party that a line pays.
 * @param ways lists of all documents, each for one way to pay them: in full or less TDS
 * @param least minimum documents of a set
 */
export function documentBatches<Document extends OpenDocument>(
  ways: Payable<Document>[][],
  names: OwnNames,
  least: number,
): (line: ParsedLine, amount: Paise) => Candidate[] {
  const parties = ways.flatMap((documents) =>
    [...Map.groupBy(documents, ({ document }) => document.clientId).values()]
      .filter((some) => some.length >= least)
      .map((some) => ({ some, words: splitNameWords(some[0]?.document.client ?? "") })),
  );
  return (line, amount) => {
    if (line.payee.length === 0) return [];
    const sets = parties
      .filter(({ words }) => names.alike(line.payee, words) >= ALIKE)
      .flatMap(({ some }) => {
        const open = some.filter(({ document }) => document.date <= line.date);
        const set = uniqueSet(open.slice(0, DOCUMENTS_MAX), toPay, amount);
        return set && set.length >= least ? [set] : [];
      });
    const found = new Map(sets.map((set) => [toKey(set), set]));
    const [only] = found.values();
    if (!only || found.size > 1) return [];
    const tds = only.map((one) => one.tdsPaise);
    const how = tds.some((paise) => paise > 0) ? "tds" : "whole";
    const invoices = only.map(({ document }) => document);
    const paid = { ...line, amountPaise: amount };
    const candidate = invoiceCandidate(paid, { invoices, tdsPaise: tds, rate: 0, how }, names);
    return candidate ? [candidate] : [];
  };
}

/**
 * Returns a search for entries of one day and category that a line pays together, such as salaries paid
 * in one file. Without evidence of a party, the result is never sure.
 */
export function entryBatches(entries: OpenEntry[]): (line: ParsedLine) => Candidate[] {
  const groups = [
    ...Map.groupBy(
      entries.filter(({ category }) => category),
      ({ date, category, amountPaise }) => `${date} ${category} ${amountPaise > 0}`,
    ).values(),
  ].filter((some) => some.length > 1);
  const byDay = Map.groupBy(groups, ([first]) => toDayNumber(first?.date ?? ""));
  return (line) => {
    const sets: OpenEntry[][] = [];
    for (let day = line.day - BATCH_DAYS; day <= line.day + BATCH_DAYS; day++) {
      for (const group of byDay.get(day) ?? []) {
        if ((group[0]?.amountPaise ?? 0) * line.amountPaise <= 0) continue;
        const set = uniqueSet(
          group,
          ({ amountPaise }) => Math.abs(amountPaise),
          Math.abs(line.amountPaise),
        );
        if (set) sets.push(set);
      }
    }
    const [only, ...others] = sets;
    return only && others.length === 0 ? [toBatch(line, only)] : [];
  };
}

function toBatch(line: ParsedLine, entries: OpenEntry[]): Candidate {
  const [first] = entries as [OpenEntry];
  const days = Math.abs(line.day - toDayNumber(first.date));
  const sums = entries
    .slice(0, 2)
    .map(({ amountPaise }) => formatPaise(Math.abs(amountPaise) as Paise));
  const more = entries.length > 2 ? [`${entries.length - 2} more`] : [];
  return {
    id: `t:${entries.map(({ id }) => id).join()}`,
    kind: "transaction",
    date: first.date,
    points: BASE + scoreDays(days),
    hasEvidence: false,
    why: [
      `${pluralize(entries.length, "entry", "entries")} of ${first.category} that add up`,
      [...sums, ...more].join(" + "),
      formatDaysApart(days),
    ],
    claims: entries.map(({ id }) => `t:${id}`),
    parts: entries.map(({ id, description, date, amountPaise }) => ({
      kind: "transaction" as const,
      id,
      name: description,
      date,
      amountPaise,
      tdsPaise: 0 as Paise,
    })),
  };
}
