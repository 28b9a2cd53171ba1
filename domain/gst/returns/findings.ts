import type { ReturnDocument } from "./books.ts";

/** An issue that the preflight found: a code for programs and a sentence for people. */
export interface Finding {
  code: Code;
  level: "ERROR" | "WARNING";
  /** A document's number, a client's name, or the agency's. */
  subject: string;
  message: string;
  /** Page to fix it. */
  link: string;
  fix?: Fix;
}

/** A fix by one field, for all documents of the period: the client's GSTIN, or a value of lines. */
export interface Fix {
  field: "gstin" | "hsnSac" | "treatment";
  /** Id of the client or the document. */
  id: string;
  /** Current value; "" for lines. */
  value: string;
  /** Line numbers start at 1. */
  lines: { line: number; description: string; value: string }[];
}

export const CODES = [
  "ADVANCES_DIFFER",
  "ADVANCE_OVERUSED",
  "AGENCY_GSTIN_INVALID",
  "AGENCY_GSTIN_MISSING",
  "B2C_ADDRESS_MISSING",
  "CHANGED_AFTER_FILING",
  "CLIENT_GSTIN_INVALID",
  "CLIENT_GSTIN_MISSING",
  "DRAFT_IN_PERIOD",
  "EINVOICE_LATE",
  "EINVOICE_REQUIRED",
  "EXPORT_TO_INDIA",
  "GSTIN_IS_OWN",
  "GSTIN_NOT_CLIENT_STATE",
  "HSN_MISSING",
  "HSN_SHAPE",
  "HSN_SHORT",
  "HSN_UNKNOWN",
  "IFF_ABOVE_LIMIT",
  "LATE_DOCUMENT",
  "LUT_MISSING",
  "NOTE_BEFORE_ORIGINAL",
  "NOTE_EXCEEDS_ORIGINAL",
  "NOTE_TOO_LATE",
  "NOTE_WITHOUT_ORIGINAL",
  "NUMBER_CHARACTERS",
  "NUMBER_DUPLICATE",
  "NUMBER_GAP",
  "NUMBER_OUT_OF_ORDER",
  "NUMBER_TOO_LONG",
  "OVERSEAS_NOT_EXPORT",
  "POS_NOT_CLIENT_STATE",
  "POS_UNKNOWN",
  "RATE_NOT_IN_FORCE",
  "RATE_UNKNOWN",
  "REVERSE_CHARGE_UNREGISTERED",
  "SEZ_WITHOUT_GSTIN",
  "TAX_MODE_WRONG",
  "TAX_WITHOUT_GSTIN",
  "VALUES_DO_NOT_ADD",
  "ZERO_RATE_TREATMENT",
] as const;
export type Code = (typeof CODES)[number];

/** An issue that is not yet tied to a document. */
export type FindingText = Pick<Finding, "code" | "fix" | "level" | "message">;

export const error = (code: Code, message: string): FindingText => ({
  code,
  level: "ERROR",
  message,
});
export const warning = (code: Code, message: string): FindingText => ({
  code,
  level: "WARNING",
  message,
});

export const toDocumentFinding = (document: ReturnDocument, text: FindingText): Finding => ({
  ...text,
  subject: document.number,
  link: `${document.kind.endsWith("_NOTE") ? "/notes" : "/invoices"}/${document.id}`,
});

/** Adds the lines of the document whose code or treatment fixes the issue. */
export const fixedBy = (
  text: FindingText,
  field: "hsnSac" | "treatment",
  id: string,
  lines: { at: number; description: string; hsnSac: string; treatment: string }[],
): FindingText => ({
  ...text,
  fix: {
    field,
    id,
    value: "",
    lines: lines.map(({ at: line, description, ...of }) => ({
      line,
      description,
      value: of[field],
    })),
  },
});

/** Names lines briefly: `Line 2, Sundry`, `Lines 1, 2 and 5`. */
export function lineWords(lines: { at: number; description: string }[]): string {
  const [first] = lines;
  if (lines.length === 1 && first) return `Line ${first.at}, ${first.description.slice(0, 60)}`;
  const shown = lines.slice(0, 6).map(({ at }) => at);
  const rest = lines.length > shown.length ? ["others"] : [];
  const words = [...shown, ...rest].map(String);
  return `Lines ${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
