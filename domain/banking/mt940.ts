/// <reference path="./mt940js.d.ts" />
import { Parser } from "mt940js";
import { type CalendarDate, isCalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { formatInr } from "../money.ts";
import { Refusal } from "../refusal.ts";
import { countDaysBetween } from "./candidates.ts";
import { readReference } from "./cells.ts";
import { assertRupees } from "./currencies.ts";
import { findBankByIfsc } from "./facts.ts";
import { assertFewLines, type Facts, type RawLine } from "./statement.ts";

/** The fields of a message from mt940js that we use. */
interface Message {
  accountIdentification: string;
  currency: string;
  openingBalance: number;
  closingBalance: number;
  openingBalanceDate: Date;
  closingBalanceDate: Date;
  transactions: {
    amount: number;
    reference: string;
    details: string;
  }[];
}

const toWholePaise = (rupees: number) => Math.round(rupees * 100) as Paise;
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** Prefixes of narrations by Indian banks: `/INF/` by HDFC, `/TXT/` by ICICI. */
const PREFIX = /^\/(INF|TXT)\//;

/**
 * Parses an MT940 file, whose messages form one statement.
 * @throws Refusal "invalid"
 */
export function readMt940(text: string): { lines: RawLine[]; facts: Facts; format: string } {
  const plain = withoutEnvelopes(text);
  const days = readDays(plain);
  assertFewLines(days.length);
  const messages = parseMessages(plain);
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) throw new Refusal("invalid", "The MT940 file contains no statement");
  for (const [at, message] of messages.entries()) {
    assertRupees(message.currency);
    const before = messages[at - 1];
    if (!before) continue;
    if (before.accountIdentification !== message.accountIdentification) {
      throw new Refusal("invalid", "The MT940 file has several accounts; download one at a time");
    }
    const [closed, opened] = [
      toWholePaise(before.closingBalance),
      toWholePaise(message.openingBalance),
    ];
    if (closed !== opened) {
      const figures = `${formatInr(closed / 100)} and the next opens with ${formatInr(opened / 100)}`;
      const which = `A message closes with ${figures}: one between them is missing`;
      throw new Refusal("invalid", `${which}. Nothing was changed`);
    }
  }
  return {
    format: "MT940",
    lines: messages
      .flatMap(({ transactions }) => transactions)
      .map((entry, at) => toLine(entry, at, days[at])),
    facts: {
      bank: bankOfNarrations(text),
      account: first.accountIdentification.split("/").at(-1) || null,
      currency: "INR",
      period: { from: toDay(first.openingBalanceDate), to: toDay(last.closingBalanceDate) },
      stated: {
        openingPaise: toWholePaise(first.openingBalance),
        closingPaise: toWholePaise(last.closingBalance),
      },
    },
  };
}

/**
 * Removes the bank's lines before each message's first tag, `ABNANL2A` and `940`. The parser would
 * attach them to the tag above, or fail.
 */
function withoutEnvelopes(text: string): string {
  let isInside = false;
  const lines = text.split(/\r?\n/).filter((line) => {
    if (/^(:\d\d[A-Z]?:|\{)/.test(line)) isInside = true;
    const isKept = isInside;
    if (line.trim() === "-" || line.startsWith("-}")) isInside = false;
    return isKept;
  });
  return lines.join("\n");
}

function parseMessages(text: string): Message[] {
  try {
    return new Parser({ no86Structure: true }).parse(text) as Message[];
  } catch (error) {
    // The parser's own errors are readable; others come from unexpected input.
    const isOwn = error instanceof Error && error.constructor === Error;
    const why = isOwn ? error.message : "it is damaged or cut off";
    const [, sum, turnover] = /Sum of lines \(([^()]*)\) != turnover \(([^()]*)\)/.exec(why) ?? [];
    if (sum === undefined) {
      throw new Refusal("invalid", `The MT940 file cannot be read: ${why}. Nothing was changed`);
    }
    const [lines, balances] = [sum, turnover].map((figure) =>
      formatInr(toWholePaise(Number(figure)) / 100),
    );
    const message = `The lines total ${lines}, but the balances differ by ${balances}: lines are missing`;
    throw new Refusal("invalid", `${message}. Nothing was changed`);
  }
}

interface Days {
  date: CalendarDate;
  valueDate: CalendarDate;
}

/**
 * Matches a line's value date YYMMDD (`:61:`) with its optional entry date MMDD, or a balance's date.
 */
const DAYS = /^:(?:61:(\d{6})(\d{4})?|6[02][FM]:[CD](\d{6}))/gm;

/**
 * Returns the dates of the lines, in order. The parser turns 30 February into 2 March, and assumes that
 * the entry date is in the value date's year.
 * @throws Refusal "invalid" if a date does not exist
 */
function readDays(text: string): Days[] {
  return [...text.matchAll(DAYS)].flatMap(([, value = "", entry, balance]) => {
    const valueDate = readDay(balance ?? value);
    return balance ? [] : [{ valueDate, date: entry ? nearest(entry, valueDate) : valueDate }];
  });
}

function readDay(digits: string): CalendarDate {
  const day = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  if (isCalendarDate(day)) return day;
  const message = `The MT940 file has an invalid date: ${digits}`;
  throw new Refusal("invalid", `${message}. Nothing was changed`);
}

/** Around New Year the two dates are in different years. */
function nearest(monthAndDay: string, to: CalendarDate): CalendarDate {
  const [month, day] = [monthAndDay.slice(0, 2), monthAndDay.slice(2)];
  const year = Number(to.slice(0, 4));
  const [first] = [year, year - 1, year + 1]
    .map((one) => `${one}-${month}-${day}`)
    .filter(isCalendarDate)
    .toSorted((a, b) => countDaysBetween(a, to) - countDaysBetween(b, to));
  return first ?? readDay(`${to.slice(2, 4)}${monthAndDay}`);
}

function toLine(entry: Message["transactions"][number], at: number, days?: Days): RawLine {
  // The bank wraps narrations at 65 characters, even within words.
  const narration = entry.details.replaceAll("\n", "").replace(PREFIX, "");
  if (!days) throw new Refusal("invalid", `The MT940 file has no date for line ${at + 1}`);
  return {
    ...days,
    row: at + 1,
    balancePaise: null,
    bankId: null,
    narration,
    ref: readReference(entry.reference),
    amountPaise: toWholePaise(entry.amount),
  };
}

const bankOfNarrations = (text: string): string | null =>
  text.includes(":86:/INF/")
    ? findBankByIfsc("HDFC")
    : text.includes(":86:/TXT/")
      ? findBankByIfsc("ICIC")
      : null;
