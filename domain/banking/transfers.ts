import type { Paise } from "../money.ts";
import type { OpenEntry } from "./candidates.ts";
import {
  type Candidate,
  countDaysBetween,
  formatDaysApart,
  type OpenLine,
  type ParsedLine,
} from "./candidates.ts";
import { entryCandidates, readEntries } from "./entries.ts";
import { computeLikeness, splitNameWords } from "./names.ts";
import { NAMED, type OwnNames, toKeyed } from "./ownNames.ts";
import { reversals } from "./reversals.ts";

// Finds transfers between the agency's own accounts. Both lines must agree: the other line must not name
// another party, and no entry of its own account may fit it better.

export interface OwnAccount {
  id: string;
  name: string;
  /** Number in the bank's format; "" if unknown. */
  number: string;
  lines: (Pick<OpenLine, "amountPaise" | "date" | "id" | "narration"> & { ref?: string | null })[];
  /** Its entries with the amounts of its lines. */
  entries?: OpenEntry[];
}

const TRANSFER_DAYS = 5;
/** Penalty if another party is named, or the other line has a better match. */
const OTHER = 25;

/** Whether a narration contains an account number, in full or its last four digits. */
function namesNumber(line: ParsedLine, number: string): boolean {
  const plain = number.replace(/^0+/, "");
  if (plain.length >= 6 && line.narration.includes(plain)) return true;
  const tail = number.replace(/\D/g, "").slice(-4);
  if (tail.length < 4) return false;
  const words = line.narration.split(/\W/);
  // Four digits alone may be an invoice number.
  return words.some((word) =>
    word === tail
      ? line.payee.length === 0
      : /^X+/i.test(word) && word.replace(/^X+/i, "") === tail,
  );
}

export interface Transfers {
  /** Returns the own account whose number is in a narration. */
  accountIn(line: ParsedLine): string | undefined;
  /** Returns the transfers that a line may be. */
  of(line: ParsedLine): Candidate[];
}

export interface TransferFacts {
  names: OwnNames;
  read: (line: OpenLine) => ParsedLine;
  /** Number of the lines' own account; "" if unknown. */
  number: string;
  /** Returns the number of lines with an amount on a day. */
  countOn: (amount: number, day: number) => number;
  least: number;
}

type OtherLine = ParsedLine & { isTaken: boolean };

export function findTransfers(others: OwnAccount[], facts: TransferFacts): Transfers {
  const open = others.map((account) => ({
    account,
    byAmount: readOthers(account, facts),
    name: splitNameWords(account.name),
  }));
  const candidate = (line: ParsedLine, { account, byAmount, name }: (typeof open)[number]) => {
    const isNamed = namesNumber(line, account.number);
    const near = (byAmount.get(-line.amountPaise as Paise) ?? [])
      .filter(({ day }) => Math.abs(day - line.day) <= TRANSFER_DAYS)
      .toSorted((a, b) => Math.abs(a.day - line.day) - Math.abs(b.day - line.day));
    const [across] = near;
    if (!isNamed && !across) return [];
    const isTheirs = across !== undefined && (across.isTaken || across.kind !== "plain");
    const days = across ? countDaysBetween(across.date, line.date) : 0;
    const isNumber = isNamed || (across !== undefined && namesNumber(across, facts.number));
    const isCalled = computeLikeness(line.payee, name) >= NAMED;
    const isOther = line.payee.length > 0 && !isNumber && !isCalled;
    const isOwn = line.isOwn || isCalled || across?.isOwn === true;
    const isAlone =
      days === 0 && near.length === 1 && facts.countOn(line.amountPaise, line.day) === 1;
    const isBlocked = isOther || isTheirs || line.kind !== "plain";
    const part = { kind: "account" as const, id: account.id, name: account.name, date: line.date };
    return [
      {
        id: across ? `x:${account.id}/${across.id}` : `x:${account.id}`,
        kind: "transfer" as const,
        points: transferPoints(across && days, isNumber || isOwn, isBlocked),
        hasEvidence: !isBlocked && (isNumber || isOwn || isAlone),
        parts: [{ ...part, amountPaise: line.amountPaise, tdsPaise: 0 as Paise }],
        why: [
          `${line.amountPaise < 0 ? "to" : "from"} your ${account.name}`,
          ...(across ? [`the other account has the other side, ${formatDaysApart(days)}`] : []),
          ...(isNamed ? ["its number is in the narration"] : []),
        ],
        claims: across ? [`l:${across.id}`] : [],
        date: line.date,
      },
    ];
  };
  return {
    accountIn: (line) =>
      others.find(({ number }) => number !== "" && namesNumber(line, number))?.id,
    of: (line) => open.flatMap((other) => candidate(line, other)),
  };
}

const transferPoints = (days: number | undefined, isNamed: boolean, isBlocked: boolean) =>
  (days === undefined ? 30 : 40 + (days === 0 ? 20 : 12)) +
  (isNamed ? 25 : 0) -
  (isBlocked ? OTHER : 0);

/**
 * Returns the lines of another account by amount, each with whether an entry of its own account fits.
 */
function readOthers(
  { lines, entries = [] }: OwnAccount,
  { names, read, number: own, least }: TransferFacts,
): Map<Paise, OtherLine[]> {
  const parsed = lines.map((line) => read({ ref: null, ...line }));
  const reversed = new Set([...reversals(parsed)].map(([{ id }]) => id));
  const near = readEntries(entries);
  return Map.groupBy(
    parsed.map((line) => {
      const isOther = line.payee.length > 0 && !namesNumber(line, own);
      const found = entryCandidates(line, near.near(line), {
        fit: names.fitOf(toKeyed(line.payee)),
        isNoted: near.haveWord(line.noted),
        isOnlyOfDay: true,
        least,
      });
      const isTaken = isOther || reversed.has(line.id) || found.length > 0;
      return { ...line, isTaken };
    }),
    ({ amountPaise }) => amountPaise,
  );
}
