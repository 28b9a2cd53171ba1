import type { BankLine, Part, Proposal } from "../../domain/banking/statements.ts";
import { formatDate } from "../../domain/dates.ts";
import type { IconName } from "../ui/Icon.tsx";

// The status of a bank transaction, and texts about its suggestion.

export type LineStatus = "done" | "sure" | "likely" | "possible" | "none" | "out";

/** A suggestion that creates no entry can be sure; one that creates an entry is at most likely. */
export function classifyLine({ match, proposals: [first] }: BankLine): LineStatus {
  if (match) return "done";
  if (!first) return "none";
  if (!first.likely) return "possible";
  if (first.kind === "reversed") return "out";
  return first.kind === "transaction" ? "sure" : "likely";
}

export const WORDS: Record<LineStatus, string> = {
  done: "Accepted",
  sure: "Confident",
  likely: "Likely",
  possible: "Possible",
  none: "No match",
  out: "Cancels out",
};

export const PILLS: Record<LineStatus, string> = {
  done: "pill-line",
  sure: "pill-pos dot",
  likely: "pill-info dot",
  possible: "pill-warn dot",
  none: "dot",
  out: "pill-line",
};

export const VERBS: Record<LineStatus, string> = {
  done: "Undo",
  sure: "Accept",
  likely: "Accept",
  possible: "Accept",
  none: "Enter",
  out: "Accept",
};

const ICONS: Partial<Record<Proposal["kind"], IconName>> = {
  invoice: "file-text",
  gateway: "split",
  transfer: "arrow-left-right",
  reversed: "refresh-cw",
  refund: "refresh-cw",
  challan: "file-text",
  rule: "plus",
  memory: "plus",
};

export const chooseIcon = (line: BankLine): IconName => {
  if (line.match) return "check";
  const [first] = line.proposals;
  if (!first) return "plus";
  if (classifyLine(line) === "sure") return "check";
  return ICONS[first.kind] ?? "link-2";
};

const NAMES: Partial<Record<BankLine["mode"], string>> = {
  CHARGE: "Bank charges",
  INTEREST: "Interest",
  TAX: "Tax",
  ATM: "Cash withdrawn",
  CASH: "Cash deposited",
  CARDBILL: "Credit card bill",
  CHEQUE: "Cheque",
};

/** Returns a bank transaction's name: its party, or its type, otherwise the bank's text. */
export const toDisplayName = ({ party, mode, narration }: BankLine): string =>
  party ?? NAMES[mode] ?? narration;

/** Describes what accepting would do, or did. */
export function describeProposal(line: BankLine, proposal?: Proposal): string {
  const { match } = line;
  if (match) return partsInWords(match.kind, match.parts, line.amount);
  return proposal ? partsInWords(proposal.kind, proposal.parts, line.amount) : "Nothing found";
}

function partsInWords(kind: Proposal["kind"], parts: Part[], amount: number): string {
  const names = parts.map(({ name }) => name).join(", ");
  const [first] = parts;
  if (!first) return "";
  if (first.kind === "line") return `Cancels out with the line dated ${formatDate(first.date)}`;
  if (first.kind === "category") return `New ${amount < 0 ? "expense" : "income"}: ${names}`;
  if (first.kind === "note") return `Refund of ${names}`;
  if (first.kind === "account") return `Transfer ${amount < 0 ? "to" : "from"} ${names}`;
  if (first.kind === "invoice" || first.kind === "bill") {
    const payment = `Payment of ${parts.map(({ name }) => name.split(",")[0]).join(" and ")}`;
    const client = first.name.split(", ").slice(1).join(", ");
    return `${payment}, ${client}${kind === "gateway" ? ", less the gateway’s fee" : ""}`;
  }
  return names;
}

/** Returns the text below the title. */
export function explainLine(line: BankLine, proposal?: Proposal): string {
  if (line.match) return line.match.why;
  if (proposal) return proposal.why;
  return "No matching entry or rule";
}
