// Parses narrations: payment mode, party and reference. Each bank cuts and pads them differently, so a
// narration in an unknown format yields nothing, which is better than a wrong result.

import { REASON, type Returned, readParty, readReturn } from "./returns.ts";

export const MODES = [
  "UPI",
  "NEFT",
  "RTGS",
  "IMPS",
  "TRANSFER",
  "ACH",
  "CHEQUE",
  "CARD",
  "ATM",
  "CASH",
  "CHARGE",
  "INTEREST",
  "TAX",
  "CARDBILL",
  "OTHER",
] as const;
export type Mode = (typeof MODES)[number];

export interface Narration {
  mode: Mode;
  party: string | null;
  /** UTR, RRN, cheque or mandate number. */
  ref: string | null;
  ifsc: string | null;
  vpa: string | null;
  note: string | null;
  /** Account number in the narration, whole or masked. */
  account: string | null;
  /** A payment gateway, which settles many sales in one payment. */
  gateway: string | null;
  /** Whether the line reverses an earlier payment. */
  isReversal: boolean;
}

const IFSC = "[A-Z]{4}0[A-Z0-9]{6}";
const UTR = "(?:[A-Z]{4}[A-Z0-9]{18}|[A-Z]{4}[A-Z0-9]{12}|N\\d{15})";
const RRN = "\\d{12}";

const PIECES: Record<string, string> = {
  P: "(?<party>[^/]+)",
  UTR: `(?<ref>${UTR})`,
  RRN: `(?<ref>${RRN})`,
  CHQ: "(?<ref>\\d{6})",
  IFSC: `(?<ifsc>${IFSC})`,
  N: "(?<note>[^/]*)",
  ALL: "(?<note>.*)",
};
const form = (mode: Mode, pattern: string): [Mode, RegExp] => [
  mode,
  new RegExp(`^${pattern.replace(/\{([A-Z]+)\}/g, (_, name) => PIECES[name] ?? "")}$`, "i"),
];

/** Formats by mode. The first that matches is used. */
const FORMS: [Mode, RegExp][] = [
  form("UPI", "UPIA[A-Z]/{RRN}/(?:CR|DR)/{P}(?:/[^/]*)?(?:/(?<vpa>[^/]*@[^/]*))?(?:/.*)?"),
  form("UPI", "UPI ?(?:IN|OUT)/{RRN}/(?<vpa>[^/]+@[^/]+)(?:/{N})?(?:/.*)?"),
  form("UPI", "UPI-(?<party>.+?)-(?<vpa>[^\\s-]+@[^\\s-]+)-{IFSC}-{RRN}(?:-{ALL})?"),
  form("UPI", "UPI/(?:CR|DR)/{RRN}/{P}/[^/]*/(?<vpa>[^/]*)(?:/{N}.*)?"),
  form("UPI", "UPI/P2[A-Z]/{RRN}/{P}(?:/{N})?(?:/.*)?"),
  form("UPI", "UPI/MOB/{RRN}/{N}/(?<vpa>[^/]+)"),
  form("UPI", "UPI/{RRN}/{N}/(?<vpa>[^/]+@[^/]+)(?:/.*)?"),
  form("UPI", "UPI/{P}/(?<vpa>[^/]+@[^/]+)/{N}/[^/]*/{RRN}(?:/.*)?"),
  form("UPI", "UPI/{RRN}/{P}(?:/{ALL})?"),
  form("UPI", "UPI/{P}/{RRN}(?:/{ALL})?"),
  ...(["NEFT", "RTGS"] as const).flatMap((mode) => [
    form(mode, `${mode} (?:CR|DR)-{IFSC}-(?<party>.+?)-[^-]+-{UTR}(?:-{ALL})?`),
    form(mode, `${mode} (?:CR|DR)-{UTR}-(?<party>.+)`),
    form(mode, `${mode} {UTR} (?<party>.+)`),
    form(mode, `${mode}_(?:IN|OUT):[^/]*//{UTR}/(?<party>.+)`),
    form(mode, `${mode}-{UTR}-(?<party>[^-]+)-(?<note>[^-]*)-(?<account>\\w*)-{IFSC}`),
    form(mode, `${mode}-{UTR}-(?<party>[^-]+)(?:-{ALL})?`),
    form(mode, `BIL/${mode}/\\w+/{N}/{P}/{IFSC}`),
    form(mode, `${mode}\\*{IFSC}\\*{UTR}\\*(?<party>.+)`),
    form(mode, `(?:(?:TO |BY )?ONL )?(?:INB )?${mode} UTR NO: ?{UTR}--?(?<party>.+)`),
    form(mode, `${mode}:{P}/{UTR}(?:/.*)?`),
    form(mode, `INF/${mode}/\\w+/{IFSC}/{N}/{P}`),
    form(mode, `${mode}/{UTR}/{IFSC}/{P}(?:/{ALL})?`),
    form(mode, `(?:INB/)?${mode}/{UTR}/{P}(?:/[^/]*)?(?:/{ALL})?`),
  ]),
  form("IMPS", "IMPS-{RRN}-(?<party>.+?)-[A-Z]{4}-(?<account>X+\\d+)(?:-{ALL})?"),
  form("IMPS", "MMT/IMPS/{RRN}/{N}/{P}/{IFSC}"),
  form("IMPS", "(?:INB )?IMPS/P2[A-Z]/{RRN}/{P}(?:/[^/]*)?(?:/{N})?"),
  form("IMPS", "IMPS(?:-IN)?/{RRN}/{P}(?:/{ALL})?"),
  form("IMPS", "(?:SENT|RECD) IMPS{RRN}(?<party>[A-Z ]+)/[^/]*(?:/{ALL})?"),
  form("TRANSFER", "(?<account>\\d{9,18})-TPT-{ALL}-(?<party>[^-]+)"),
  form("TRANSFER", "FT - (?:CR|DR) - (?<account>\\d+) - (?<party>.+)"),
  form("TRANSFER", "IB FUNDS TRANSFER (?:CR|DR)-(?<account>\\d+).*"),
  form("TRANSFER", "(?:INF|BIL)/(?:INFT|ONL)/\\w+/{N}/{P}"),
  form("TRANSFER", "BIL/ONL/\\w+/{P}/{ALL}"),
  form("TRANSFER", "MOB/(?:TPFT|SELFFT)/{P}/(?<account>\\d+).*"),
  form("TRANSFER", "INB/IFT/{P}(?:/.*)?"),
  form("TRANSFER", "MB:(?:SENT TO|RECEIVED FROM) {P}(?:/{ALL})?"),
  form("TRANSFER", "FUNDS TRANSFER (?:DEBIT|CREDIT) (?<account>\\d+) - (?<party>.+)"),
  form("TRANSFER", "TRF (?:TO|FROM) {IFSC}"),
  form("ACH", "ACH [DC]- ?(?<party>.+)-(?<ref>\\w+)"),
  form("ACH", "ACH-(?:DR|CR)-(?<party>.+)-(?<ref>\\w+)"),
  form("ACH", "(?:NACH|ACH)/{P}/(?<ref>\\w+)"),
  form("ACH", "ECS/(?:ACH )?(?:DR|CR) (?<party>.+)"),
  form("ACH", "(?:DEBIT-|BULK POSTING-)ACH[DC]r (?<party>.+)"),
  form("CHEQUE", "CLG/{P}/{CHQ}/.*"),
  form("CHEQUE", "(?:TO )?CLEARING-CHQ {CHQ} (?<party>.+)"),
  form("CHEQUE", "BRN-CLG-CHQ PAID TO (?<party>.+)"),
  form("CHEQUE", "CHQ PAID-MICR CTS-\\w+-(?<party>.+)"),
  form("CHEQUE", "CHQ PAID {CHQ}"),
  form("CHEQUE", "CHQ PAID[- /](?:CTS/)?(?<party>[A-Z].+)"),
  form("CHEQUE", "CHQ {CHQ} (?<party>.+)"),
  form("CHEQUE", "CHQ DEP\\b.*"),
  form("CARD", "(?:POS|ME DC SI) \\d{4,6}X+\\d{4} (?<party>.+)"),
  form("CARD", "PCD/\\d+/{P}/.*"),
  form("CARD", "(?:VPS|IPS|POS|ECOM PUR)/{P}(?:/.*)?"),
  form("CARD", "(?:NBSM|POS & CARD)/(?:\\d+/)?{P}(?:/.*)?"),
  form("ATM", "(?:ATW|NWD|EAW)-.*"),
  form("ATM", "NFS/[^/]+/{RRN}(?:/.*)?"),
  form("ATM", "(?:ATM WDL|CWDR|NFS/).*"),
  form("CASH", "(?:BY CASH|CASH DEP).*"),
];

const TAX = /TDS ON INT|GST\/BANK REF|^CBDT\/|^GIB\/|DTAX|IDTX|\bCPIN\b|GST PMT|PAYMENT TO GSTN/i;
const INTEREST =
  /Int\.Pd|Int\.Coll|credit interest|interest credit|interest paid|^SBINT\b|^INT:|monthly interest/i;
const CARDBILL = /^CC \w+ AUTOPAY|CreditCard Payment|BILL PAID TO CREDIT CARD/i;
const CHARGE = /\b(charges?|chrgs?|chgs?)\b|INCL GST|\bAMC\b|MIN BAL/i;
const GATEWAY = /RAZORPAY|PAYU|CASHFREE|CCAVENUE|STRIPE|INSTAMOJO|\bTERMINAL\b|UPI SETTLEMENT/i;
const WRAPPER = /^(BY TRANSFER-|TO TRANSFER-|DEP TFR |WDL TFR )+/i;

const NOTHING: Omit<Narration, "mode" | "gateway" | "isReversal"> = {
  party: null,
  ref: null,
  ifsc: null,
  vpa: null,
  note: null,
  account: null,
};

/** Maximum characters to parse; more would only slow down the patterns. */
const READ = 300;

export function readNarration(text: string): Narration {
  const whole = text.slice(0, READ).replace(/\s+/g, " ").trim();
  const plain = whole.replace(WRAPPER, "").replace(/(?<!-)-{2,}$/, "");
  const returned = readReturn(plain);
  const rest = {
    ...NOTHING,
    gateway: GATEWAY.exec(whole)?.[0].toLowerCase() ?? null,
    isReversal: returned !== undefined,
  };
  if (TAX.test(plain)) return { ...rest, mode: "TAX" };
  if (INTEREST.test(plain)) return { ...rest, mode: "INTEREST" };
  if (CARDBILL.test(plain)) return { ...rest, mode: "CARDBILL" };
  const [mode, found] = returned ? formOfReturn(returned) : parseForm(plain);
  if (!found?.ref && CHARGE.test(plain)) return { ...rest, mode: "CHARGE" };
  return found ? { ...rest, ...found, mode } : { ...rest, mode: "OTHER" };
}

const REFERENCE = new RegExp(`(?<![A-Z0-9])(?:${UTR}|${RRN})(?![A-Z0-9])`, "i");

/** Parses the returned payment's own narration, or else only its reference and party. */
function formOfReturn({ forms, channel, rest }: Returned): ReturnType<typeof parseForm> {
  const read = forms.map(parseForm).filter(([, found]) => found);
  const [mode, found] = read.find(([, found]) => found?.ref) ?? read[0] ?? [toMode(channel)];
  const isCheque = mode === "CHEQUE";
  const cheque = isCheque ? /(?<!\d)\d{6}(?!\d)/.exec(rest)?.[0] : undefined;
  const ref = found?.ref ?? REFERENCE.exec(rest)?.[0] ?? cheque ?? null;
  const named = found?.party ?? readParty(rest);
  const party = named && REASON.test(named) ? null : named;
  return [mode, { ...NOTHING, ...found, ref, party }];
}

function toMode(channel: string): Mode {
  const [mode = "OTHER"] = MODES.filter((one) => one === channel);
  return channel === "CHQ" ? "CHEQUE" : mode;
}

function parseForm(text: string): [Mode, typeof NOTHING | undefined] {
  for (const [mode, pattern] of FORMS) {
    const groups = pattern.exec(text)?.groups;
    if (!groups && !pattern.test(text)) continue;
    const readGroup = (name: string) => groups?.[name]?.trim() || null;
    const { party, ref, ifsc, vpa, note, account } = Object.fromEntries(
      Object.keys(NOTHING).map((name) => [name, readGroup(name)]),
    ) as typeof NOTHING;
    // A masked account is not a name, and a cut UPI address cannot be recognized later.
    const isMasked = party !== null && /^X{3,}/i.test(party);
    const isWhole = vpa?.includes("@") && !vpa.startsWith("*");
    return [
      mode,
      { ref, ifsc, note, account, party: isMasked ? null : party, vpa: isWhole ? vpa : null },
    ];
  }
  return ["OTHER", undefined];
}
