/// <reference path="./mt940js.d.ts" />
import { Parser } from "mt940js";
import type { Paise } from "../money.ts";
import { formatInr } from "../money.ts";
import { Refusal } from "../refusal.ts";
import { readReference } from "./cells.ts";
import { bankOfIfsc, mustBeRupees } from "./facts.ts";
import type { Facts, RawLine } from "./statement.ts";

/** What mt940js gives of a message, as far as it is used. */
interface Message {
  accountIdentification: string;
  currency: string;
  openingBalance: number;
  closingBalance: number;
  openingBalanceDate: Date;
  closingBalanceDate: Date;
  transactions: {
    date: Date;
    entryDate?: Date;
    amount: number;
    reference: string;
    details: string;
  }[];
}

const paiseOf = (rupees: number) => Math.round(rupees * 100) as Paise;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** What banks of India put before a narration: `/INF/` of HDFC, `/TXT/` of ICICI. */
const PREFIX = /^\/(INF|TXT)\//;

/** The lines of an MT940 file, whose messages are one statement. @throws Refusal "invalid" */
export function readMt940(text: string): { lines: RawLine[]; facts: Facts; format: string } {
  const messages = parsed(text);
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) throw new Refusal("invalid", "The MT940 file holds no statement");
  for (const [at, message] of messages.entries()) {
    mustBeRupees(message.currency);
    const before = messages[at - 1];
    if (!before) continue;
    if (before.accountIdentification !== message.accountIdentification) {
      throw new Refusal("invalid", "The MT940 file holds several accounts; download one at a time");
    }
    const [closed, opened] = [paiseOf(before.closingBalance), paiseOf(message.openingBalance)];
    if (closed !== opened) {
      const figures = `${formatInr(closed / 100)} and the next opens with ${formatInr(opened / 100)}`;
      const which = `A message closes with ${figures}: one between them is missing`;
      throw new Refusal("invalid", `${which}. Nothing was changed`);
    }
  }
  return {
    format: "MT940",
    lines: messages.flatMap(({ transactions }) => transactions).map(toLine),
    facts: {
      bank: bankOfNarrations(text),
      account: first.accountIdentification.split("/").at(-1) || null,
      currency: "INR",
      period: { from: dayOf(first.openingBalanceDate), to: dayOf(last.closingBalanceDate) },
      stated: { opening: paiseOf(first.openingBalance), closing: paiseOf(last.closingBalance) },
    },
  };
}

function parsed(text: string): Message[] {
  try {
    return new Parser().parse(text) as Message[];
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    const [, sum, turnover] = /Sum of lines \(([^()]*)\) != turnover \(([^()]*)\)/.exec(why) ?? [];
    if (sum === undefined) {
      throw new Refusal("invalid", `The MT940 file cannot be read: ${why}. Nothing was changed`);
    }
    const [lines, balances] = [sum, turnover].map((figure) =>
      formatInr(paiseOf(Number(figure)) / 100),
    );
    const message = `The lines come to ${lines}, the balances around them to ${balances}: lines are missing`;
    throw new Refusal("invalid", `${message}. Nothing was changed`);
  }
}

function toLine(entry: Message["transactions"][number], at: number): RawLine {
  // A narration is broken at 65 characters, wherever that is.
  const narration = entry.details.replaceAll("\n", "").replace(PREFIX, "");
  return {
    ...{ row: at + 1, balance: null, bankId: null, narration },
    date: dayOf(entry.entryDate ?? entry.date),
    valueDate: dayOf(entry.date),
    ref: readReference(entry.reference),
    amount: paiseOf(entry.amount),
  };
}

const bankOfNarrations = (text: string): string | null =>
  text.includes(":86:/INF/")
    ? bankOfIfsc("HDFC")
    : text.includes(":86:/TXT/")
      ? bankOfIfsc("ICIC")
      : null;
