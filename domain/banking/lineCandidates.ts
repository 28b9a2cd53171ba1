import type { Paise } from "../money.ts";
import { documentBatches, entryBatches } from "./batches.ts";
import { createBillFinder, toBillCandidate } from "./bills.ts";
import {
  type Candidate,
  invoiceCandidate,
  type OpenDocument,
  type OpenEntry,
  type ParsedLine,
} from "./candidates.ts";
import { createGstFinder, createRefundFinder } from "./dues.ts";
import { entryCandidates, readEntries } from "./entries.ts";
import type { Field } from "./matchContext.ts";
import { type OwnNames, readOwnNames, toKeyed } from "./ownNames.ts";
import { type createCachedReaders, type Judged, lineReader } from "./readings.ts";
import { reversals } from "./reversals.ts";
import { findShares } from "./shares.ts";
import { findTransfers } from "./transfers.ts";

export const SHOWN = 45;
const ALONE = 8;
export const SLICE = 100;

/** Yields after each slice of lines; returns the candidates of each line. */
export function* findCandidates(
  field: Field,
  lines: ParsedLine[],
  { entry: readOnce, candidates: again }: ReturnType<typeof createCachedReaders>,
): Generator<void, Map<string, Candidate[]>> {
  const all = new Map(lines.map((line) => [line.id, [] as Candidate[]]));
  for (const [line, candidate] of reversals(lines)) all.get(line.id)?.push(candidate);
  const documents = [...field.invoices, ...field.bills];
  const names = readOwnNames(
    [...(field.names ?? []), ...documents.map(({ client }) => client)],
    field.entries.map(({ description }) => description),
  );
  const accounts = new Map(field.others.map(({ id, name }) => [id, name]));
  const named = (entry: OpenEntry) => ({ ...entry, account: accounts.get(entry.otherId ?? "") });
  yield;
  const entries = readEntries(field.entries.map(named), readOnce);
  yield;
  const shares = findShares(field.invoices, names);
  const toPay = createBillFinder(field.bills, names);
  const refunds = createRefundFinder(field.notes ?? [], names);
  const gst = createGstFinder(field.dues ?? []);
  const several = readBatches(field, names);
  const left = lines.filter(({ id }) => all.get(id)?.length === 0);
  const onDay = Map.groupBy(left, ({ amountPaise, day }) => `${amountPaise} ${day}`);
  const countOn = (amount: number, day: number) => onDay.get(`${amount} ${day}`)?.length ?? 0;
  const number = field.own?.number ?? "";
  const transfers = findTransfers(field.others, {
    names,
    read: lineReader(field.own?.name ?? ""),
    number,
    countOn,
    least: SHOWN,
  });
  const judge = (read: ParsedLine): Judged => {
    const line = { ...read, noted: read.noted.filter(names.isRare) };
    const found: Candidate[] = [];
    const { amountPaise, day } = line;
    const isOnlyOfDay = countOn(amountPaise, day) === 1 && entries.countOn(amountPaise, day) === 1;
    const fit = names.fitOf(toKeyed(line.payee));
    const isNoted = entries.haveWord(line.noted);
    const facts = { fit, isNoted, least: SHOWN, isOnlyOfDay };
    const namedAccount = transfers.accountIn(line);
    found.push(...entryCandidates(line, entries.near(line), { ...facts, namedAccount }));
    // An existing entry is preferred to a new one.
    if (found.length === 0) found.push(...transfers.of(line));
    const ofShares = (some: ReturnType<typeof shares.one>) => {
      for (const share of some) add(found, invoiceCandidate(line, share, names));
    };
    if (amountPaise > 0) {
      ofShares(shares.one(amountPaise));
      ofShares(shares.ofParty(line.payee, amountPaise));
    }
    if (amountPaise < 0) found.push(...toPay(line), ...refunds(line));
    // A challan that is already booked is an entry.
    if (amountPaise < 0 && found.length === 0) found.push(...gst(line));
    const isOfBatch = !found.some(({ points }) => points >= SHOWN);
    if (isOfBatch) found.push(...several(line));
    equalize(found);
    const isAlone = found.length === 1 && found[0]?.kind !== "gateway";
    // Equal amounts on other days raise no doubt.
    const alone = isAlone ? found : found.filter(({ isOfDay }) => isOfDay);
    for (const one of alone) one.points += ALONE;
    if (amountPaise > 0) ofShares(shares.parts(line.payee, amountPaise));
    equalize(found);
    return { candidates: found, isOfBatch };
  };
  const judgeOnce = again(field, names, lines, entries, judge);
  for (const [n, line] of left.entries()) {
    if (n % SLICE === 0) yield;
    all.set(line.id, judgeOnce(line));
  }
  return all;
}

/**
 * Returns a search for several documents or entries that a line pays. Sets of two and three invoices are
 * in `findShares`.
 */
function readBatches({ invoices, bills, batch = [] }: Field, names: OwnNames) {
  const whole = <Document extends OpenDocument>(documents: Document[]) =>
    documents.map((document) => ({ document, tdsPaise: 0 as Paise }));
  const received = documentBatches([whole(invoices)], names, 4);
  const less = bills.map((document) => ({ document, tdsPaise: document.tdsPaise }));
  const hasTds = bills.some(({ tdsPaise }) => tdsPaise > 0);
  const ways = [whole(bills), ...(hasTds ? [less] : [])];
  const paid = documentBatches(ways, names, 2);
  const entries = entryBatches(batch);
  return (line: ParsedLine): Candidate[] => {
    const { amountPaise } = line;
    const documents =
      amountPaise > 0
        ? received(line, amountPaise)
        : paid(line, -amountPaise as Paise).map(toBillCandidate);
    return documents.length > 0 ? documents : entries(line);
  };
}

/** Gives documents of one party and amount the best of their points, so that the oldest goes first. */
function equalize(found: Candidate[]): void {
  for (const [alike, some] of Map.groupBy(found, (one) => one.alike)) {
    if (alike === undefined || some.length === 1) continue;
    const most = Math.max(...some.map(({ points }) => points));
    for (const one of some) one.points = most;
  }
}

const add = (to: Candidate[], candidate: Candidate | undefined) => {
  if (candidate) to.push(candidate);
};
