import { breakInWords, type Continuity, fileStanding } from "../../domain/banking/continuity.ts";
import type { Statement } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import { roundToPaise } from "../../domain/money.ts";
import { moneyText } from "../ui/Money.tsx";

/** The result of a statement's balance check, in words. */
export interface Reading {
  look: "right" | "wrong" | "none";
  words: string;
  help: string;
}

/** Counts the breaks in a statement's balances, including the one before the first line. */
export const countGaps = ({ gaps }: Statement, continuity: Continuity | null): number =>
  gaps.length + (continuity && continuity.difference !== 0 ? 1 : 0);

/** Returns the texts of the strip and of the upload dialog. */
export function describeReading(statement: Statement, continuity: Continuity | null): Reading {
  const { gaps, proof, lineCount } = statement;
  const whole = proof === "proved" ? `all ${lineCount} balances are continuous` : "as a whole";
  switch (fileStanding(statement, continuity)) {
    case "broken": {
      const missing = gaps.reduce((all, gap) => all + roundToPaise(gap.missing), 0) / 100;
      const words = `${moneyText(Math.abs(missing))} is missing`;
      return { look: "wrong", words, help: `${pluralize(gaps.length, "break")} in the balances` };
    }
    case "apart":
      return { look: "wrong", words: "Gap between statements", help: breakInWords(continuity) };
    case "proved":
      return { look: "right", words: "The statement adds up", help: whole };
    case "follows": {
      const day = formatDate(continuity?.previousDate ?? "").slice(0, -5);
      return { look: "right", words: "The statement adds up", help: `follows on from ${day}` };
    }
    default:
      return { look: "none", words: "Cannot be verified", help: "the file has no opening balance" };
  }
}
