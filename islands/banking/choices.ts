import type { MatchCandidate } from "../../domain/banking/matchCandidates.ts";
import { showGstTds } from "../../domain/documents/gstTds.ts";
import { splitGstTds, usualGstTds } from "../../domain/documents/gstTdsLimit.ts";
import { tdsAt } from "../../domain/documents/payments.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { CLIENT_TDS_RATES } from "../../domain/tds/clientRates.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";

// The matches chosen for a bank line, and their sums.

/** A chosen entry or document, with its fields as typed. */
export interface Choice {
  candidate: MatchCandidate;
  /** Amount that settles the document, before TDS. */
  pays: string;
  isTyped: boolean;
  /** A rate in percent, "" for none, or `other`. */
  rate: string;
  /** The amount, if the rate is `other`. */
  tds: string;
  /** GST that the client deducted (s. 51), as typed; undefined for none. */
  gstTds?: string | undefined;
}

export const paise = (rupees: number) => toPaise(rupees) as Paise;

/** Returns whether a candidate always matches in full: an entry, or another bank line. */
export const isFixed = ({ kind }: MatchCandidate): boolean =>
  kind === "transaction" || kind === "line";

/** Returns the usual rates that a document can have, each with its amount. */
export const listTdsRates = ({ taxable, tdsLimit }: MatchCandidate) =>
  CLIENT_TDS_RATES.map((rate) => ({ rate: String(rate), tds: tdsAt(rate, paise(taxable)) })).filter(
    ({ tds }) => tds > 0 && tds <= paise(tdsLimit),
  );

const incomeTds = ({ candidate, rate, tds }: Choice): number =>
  rate === "other"
    ? (readTypedAmount(tds) ?? 0)
    : (listTdsRates(candidate).find((one) => one.rate === rate)?.tds ?? 0);

const readGstTds = ({ gstTds }: Choice): number => (gstTds && readTypedAmount(gstTds)) || 0;

/** Returns the income tax and GST that the client deducted. */
export const tdsOfChoice = (choice: Choice): number => incomeTds(choice) + readGstTds(choice);

/** Returns the usual GST-TDS for an invoice, formatted for a field. */
export const usualGst = ({ candidate }: Choice, date: string): string => {
  const taxable = paise(candidate.taxable);
  return amountText(
    usualGstTds({ taxablePaise: taxable, creditedPaise: paise(0), totalPaise: taxable }, date),
  );
};

export const readPays = ({ candidate, pays }: Choice): number =>
  isFixed(candidate) ? paise(candidate.open) : (readTypedAmount(pays) ?? 0);

/** Returns the sums of all choices in paise. `left` is below zero if they exceed the line. */
export function sumUp(choices: Choice[], amount: number) {
  const pays = choices.reduce((sum, one) => sum + readPays(one), 0);
  const tds = choices.reduce((sum, one) => sum + tdsOfChoice(one), 0);
  return { pays, tds, toBank: pays - tds, left: Math.abs(paise(amount)) - (pays - tds) };
}

/**
 * Creates a choice that pays as much of a document as the line allows, so a part payment if the line is
 * smaller.
 */
export const toChoice = (candidate: MatchCandidate, left: number): Choice => ({
  candidate,
  isTyped: false,
  rate: "",
  tds: "",
  pays: amountText(Math.max(0, Math.min(paise(candidate.open), left)) as Paise),
});

/**
 * Applies a TDS. An amount that was not typed grows by it, up to the balance. @param left without this
 * choice
 */
export function withTds(choice: Choice, change: Partial<Choice>, left: number): Choice {
  const next = { ...choice, ...change };
  if (next.isTyped) return next;
  const most = Math.min(paise(next.candidate.open), left + tdsOfChoice(next));
  return { ...next, pays: amountText(Math.max(0, most) as Paise) };
}

export const isWrong = (choice: Choice): boolean => {
  const { candidate } = choice;
  if (isFixed(candidate)) return false;
  const pays = readPays(choice);
  return pays <= tdsOfChoice(choice) || pays > paise(candidate.open);
};

/** Returns the API's input. The rest goes to a category, if one is chosen. */
export function toAcceptance(choices: Choice[], rest: number, categoryId: string) {
  const isEntry = ({ candidate }: Choice) => candidate.kind === "transaction";
  const other = choices.find(({ candidate }) => candidate.kind === "line");
  if (other) return { proposal: other.candidate.proposal };
  const rupees = (amount: number) => readRupees(amountText(amount as Paise));
  return {
    entries: choices.filter(isEntry).map(({ candidate }) => candidate.id),
    documents: choices
      .filter((choice) => !isEntry(choice))
      .map((choice) => {
        const amount = rupees(readPays(choice) - tdsOfChoice(choice));
        const [tds, gst] = [incomeTds(choice), readGstTds(choice)];
        const mode = choice.candidate.gstMode || "INTRA";
        return {
          id: choice.candidate.id,
          amount,
          ...(tds > 0 && { tdsAmount: rupees(tds) }),
          ...(gst > 0 && { gstTds: showGstTds(splitGstTds(gst as Paise, mode)) }),
        };
      }),
    create: rest > 0 && categoryId ? [{ categoryId, amount: rupees(rest) }] : [],
  };
}
