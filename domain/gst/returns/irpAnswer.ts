import { invalid, Refusal } from "../../refusal.ts";

// Responses of the Invoice Registration Portal: IRN, acknowledgement and signed QR code of each
// document. Each portal formats its downloads differently, so names are compared ignoring case, and
// wrappers are removed.

/** The parsed registration of one document. */
export interface IrpEntry {
  irn: string;
  ackNo: string;
  /** `2026-10-01 18:05:00`, Indian time. */
  ackDate: string;
  signedQr: string;
  signedInvoice: string;
  status: "ACT" | "CNL";
  /** The document in the signed QR code, or undefined if the code cannot be read. */
  signed: SignedDocument | undefined;
}

export interface SignedDocument {
  sellerGstin: string;
  number: string;
  type: string;
  /** `01/10/2026` */
  date: string;
  /** Rupees. */
  total: number;
  irn: string;
}

/** Why a file cannot be read as a response. */
export type Unread = { sentence: string };

/** Parses registrations from a JSON value, or returns why there are none. */
export function readIrpAnswer(value: unknown): IrpEntry[] | Unread {
  const objects = objectsIn(value, 0);
  if (objects.some((one) => "docdtls" in one && !("irn" in one))) {
    return { sentence: "This is the JSON sent to the portal, not its response." };
  }
  const entries = objects.filter((one) => "irn" in one);
  if (entries.length === 0) {
    return { sentence: "This file contains no IRN: it is not a portal response." };
  }
  return entries.map(toEntry);
}

/**
 * Parses registrations from a file of the portal.
 * @throws Refusal "invalid" if it contains none
 */
export function readIrpFile(value: unknown): IrpEntry[] {
  if (typeof value !== "object" || value === null) throw invalid("", NO_ANSWER);
  const entries = readIrpAnswer(value);
  if ("sentence" in entries) throw new Refusal("invalid", entries.sentence);
  return entries;
}

const NO_ANSWER = "Send the portal's response as JSON";

type Fields = Record<string, unknown>;

const DEEPEST = 4;

/** Finds the objects in a response, at any depth, with their keys in lower case. */
function objectsIn(value: unknown, depth: number): Fields[] {
  if (depth > DEEPEST) return [];
  if (typeof value === "string" && /^\s*[[{]/.test(value)) {
    return objectsIn(parseJson(value), depth + 1);
  }
  if (Array.isArray(value)) return value.flatMap((one) => objectsIn(one, depth + 1));
  if (typeof value !== "object" || value === null) return [];
  const fields = Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key.toLowerCase().replace(/[\s_.]/g, ""), field]),
  );
  const wrapped = fields.data ?? fields.result ?? fields.response;
  if (wrapped !== undefined && !("irn" in fields)) return objectsIn(wrapped, depth + 1);
  return [fields];
}

function toEntry(fields: Fields): IrpEntry {
  const text = (key: string) => {
    const value = fields[key];
    return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  };
  const signedQr = text("signedqrcode");
  return {
    irn: text("irn").toLowerCase(),
    ackNo: text("ackno"),
    ackDate: text("ackdt") || text("ackdate"),
    signedQr,
    signedInvoice: text("signedinvoice"),
    status: text("status").toUpperCase() === "CNL" ? "CNL" : "ACT",
    signed: signedQr ? signedDocument(signedQr) : undefined,
  };
}

/** Decodes the document in a signed QR code, a JWT. Returns undefined if it cannot be read. */
function signedDocument(jwt: string): SignedDocument | undefined {
  const payload = parseJson(decodePart(jwt.split(".")[1] ?? "")) as Fields | undefined;
  const data = typeof payload?.data === "string" ? parseJson(payload.data) : payload?.data;
  if (typeof data !== "object" || data === null) return undefined;
  const fields = data as Fields;
  const text = (key: string) => String(fields[key] ?? "");
  return {
    sellerGstin: text("SellerGstin"),
    number: text("DocNo"),
    type: text("DocTyp"),
    date: text("DocDt"),
    total: Number(fields.TotInvVal),
    irn: text("Irn").toLowerCase(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function decodePart(base64url: string): string {
  try {
    const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
  } catch {
    return "";
  }
}
