// Recognizes returned payments. The return is named at the start, `NEFT RETURN-`, `UPI/REV/`, at the
// end, or between two slashes. The rest is the payment's own narration or a part of it.

const CHANNEL = "NEFT|RTGS|IMPS|UPI|NACH|ACH|ECS|[IO]/W|CHQ|CHEQUE|CLG";
const HEAD = new RegExp(
  `^(?:(?:${CHANNEL})[-/: ]*)*(?:REV|RVSL|RTN|RETURN(?:ED)?|REVERSAL|REVERSED)\\b` +
    `(?:[-/: ]+(?:${CHANNEL})\\b)*[-/: ]+`,
  "i",
);
/** "REV" may also be a reverend's title. */
const REVEREND = /^REV /i;
const BEHIND = /[-/ ](REV|RTN|RETURN|REVERSAL|REVERSED|CANCELLED)$/i;
const BEFORE = /^(REV-|REVERSED ?: ?)/i;
const BETWEEN = /\/(RTN|RVSL|RETURN)\//i;

export interface Returned {
  /** Possible narrations of the payment itself, most likely first. */
  forms: string[];
  /** NEFT, UPI …, CHQ for any cheque, or "". */
  channel: string;
  /** Text after the words of the return. */
  rest: string;
}

/** Parses the narration of a return. Returns undefined if it is not one. */
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

/** Reasons for a return, which are not party names. */
export const REASON = /FUNDS|INSUFF|CLOSED|FROZEN|REFER TO|STOPPED|MISMATCH|NOT EXIST|INVALID/i;

/**
 * Finds the party of a return in an unknown format: the first piece of letters that is not a code or a
 * reason.
 */
export function readParty(rest: string): string | null {
  const pieces = rest.split(/[-/]/).map((piece) => piece.trim());
  const isName = (piece: string) => /^[A-Z&.' ]{4,}$/i.test(piece) && !REASON.test(piece);
  return pieces.find(isName) ?? null;
}
