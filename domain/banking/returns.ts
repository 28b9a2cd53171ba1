// How banks print that a payment came back: the return is named in front, `NEFT RETURN-`, `UPI/REV/`, behind,
// or between two slashes, and what follows is the payment's own narration, or some of it.

const CHANNEL = "NEFT|RTGS|IMPS|UPI|NACH|ACH|ECS|[IO]/W|CHQ|CHEQUE|CLG";
const HEAD = new RegExp(
  `^(?:(?:${CHANNEL})[-/: ]*)*(?:REV|RVSL|RTN|RETURN(?:ED)?|REVERSAL|REVERSED)\\b` +
    `(?:[-/: ]+(?:${CHANNEL})\\b)*[-/: ]+`,
  "i",
);
/** A reverend is no reversal. */
const REVEREND = /^REV /i;
const BEHIND = /[-/ ](REV|RTN|RETURN|REVERSAL|REVERSED|CANCELLED)$/i;
const BEFORE = /^(REV-|REVERSED ?: ?)/i;
const BETWEEN = /\/(RTN|RVSL|RETURN)\//i;

export interface Returned {
  /** Narrations that the payment itself may have had, the likeliest first. */
  forms: string[];
  /** NEFT, UPI …, CHQ for any cheque, or "". */
  channel: string;
  /** What follows the words of the return. */
  rest: string;
}

/** Reads a narration as that of a return; undefined if it is none. */
export function readReturn(text: string): Returned | undefined {
  const [head = ""] = REVEREND.test(text) ? [] : (HEAD.exec(text) ?? []);
  const rest = text.slice(head.length).replace(BEHIND, "");
  if (head === "" && rest === text && !BETWEEN.test(text)) return undefined;
  const plain = text.replace(BEFORE, "").replace(BEHIND, "");
  const [channel = ""] = /NEFT|RTGS|IMPS|UPI|CHQ|CHEQUE|CLG|[IO]\/W/i.exec(head) ?? [];
  const isCheque = /^(CH|CLG|[IO]\/W)/i.test(channel);
  const spoken = isCheque ? "CHQ" : channel.toUpperCase();
  const more =
    spoken && head !== "" ? ["-", "/", " "].map((mark) => `${spoken}${mark}${rest}`) : [];
  return { forms: [...more, plain], channel: spoken, rest };
}

/** Why a payment came back, which is no party. */
export const REASON = /FUNDS|INSUFF|CLOSED|FROZEN|REFER TO|STOPPED|MISMATCH|NOT EXIST|INVALID/i;

/** The party of a return that fits no form: the first piece that has letters, and is no code or reason. */
export function findParty(rest: string): string | null {
  const pieces = rest.split(/[-/]/).map((piece) => piece.trim());
  const isName = (piece: string) => /^[A-Z&.' ]{4,}$/i.test(piece) && !REASON.test(piece);
  return pieces.find(isName) ?? null;
}
