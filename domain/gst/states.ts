// India's states by GST code: the first two digits of a GSTIN, and the place of supply in returns.
// Two-letter names come from ISO 3166-2:IN, vehicle plates and common use.

export interface State {
  /** Two digits, such as `27`. */
  code: string;
  name: string;
}

/** Place of supply of an export. */
export const ABROAD = "96";

const NAMED: [code: string, name: string, ...others: string[]][] = [
  ["01", "Jammu and Kashmir", "JK", "J&K"],
  ["02", "Himachal Pradesh", "HP"],
  ["03", "Punjab", "PB"],
  ["04", "Chandigarh", "CH"],
  ["05", "Uttarakhand", "UK", "UT", "UA", "Uttaranchal"],
  ["06", "Haryana", "HR"],
  ["07", "Delhi", "DL", "New Delhi", "NCT of Delhi"],
  ["08", "Rajasthan", "RJ"],
  ["09", "Uttar Pradesh", "UP"],
  ["10", "Bihar", "BR"],
  ["11", "Sikkim", "SK"],
  ["12", "Arunachal Pradesh", "AR"],
  ["13", "Nagaland", "NL"],
  ["14", "Manipur", "MN"],
  ["15", "Mizoram", "MZ"],
  ["16", "Tripura", "TR"],
  ["17", "Meghalaya", "ML"],
  ["18", "Assam", "AS"],
  ["19", "West Bengal", "WB"],
  ["20", "Jharkhand", "JH"],
  ["21", "Odisha", "OD", "OR", "Orissa"],
  ["22", "Chhattisgarh", "CG", "CT", "Chattisgarh", "Chhatisgarh"],
  ["23", "Madhya Pradesh", "MP"],
  ["24", "Gujarat", "GJ"],
  [
    "26",
    "Dadra and Nagar Haveli and Daman and Diu",
    "DH",
    "DN",
    "DD",
    "DNHDD",
    "Dadra and Nagar Haveli",
    "Daman and Diu",
  ],
  ["27", "Maharashtra", "MH"],
  ["29", "Karnataka", "KA"],
  ["30", "Goa", "GA"],
  ["31", "Lakshadweep", "LD", "Lakshadweep Islands"],
  ["32", "Kerala", "KL", "Keralam"],
  ["33", "Tamil Nadu", "TN"],
  ["34", "Puducherry", "PY", "Pondicherry"],
  ["35", "Andaman and Nicobar Islands", "AN", "Andaman and Nicobar"],
  ["36", "Telangana", "TS", "TG"],
  ["37", "Andhra Pradesh", "AP", "AD", "Andhra Pradesh (New)"],
  ["38", "Ladakh", "LA"],
  [ABROAD, "Other Countries", "Foreign Country", "Outside India", "Overseas", "Export"],
  ["97", "Other Territory", "OT"],
];

export const STATES: State[] = NAMED.map(([code, name]) => ({ code, name }));

const BY_CODE = new Map(STATES.map((state) => [state.code, state]));

/** Codes of merged or divided states: Daman and Diu (2020), undivided Andhra Pradesh (2014). */
export const FORMER_STATES: Record<string, string> = { "25": "26", "28": "37" };

const BY_WORD = new Map(
  NAMED.flatMap(([code, ...names]) =>
    names.map((name) => [normalizeLetters(name), BY_CODE.get(code) as State] as const),
  ),
);

/** Union Territories without a legislature, where half of the tax is UTGST (UTGST Act 2017). */
const UTGST = new Set(["04", "26", "31", "35", "38", "97"]);

/**
 * Finds a state by code, by name or by both: `27`, `Maharashtra`, `27-Maharashtra`, `mh`. Returns
 * undefined for a city, for an unknown code, and if code and name disagree.
 */
export function findState(text: string): State | undefined {
  if (text.length > LONGEST) return undefined;
  const written = text.normalize("NFKC").trim();
  const letters = normalizeLetters(written);
  const named = BY_WORD.get(letters);
  if (!/\d/.test(written)) return named;

  const number = NUMBER_AT_AN_END.exec(written)?.slice(1).find(Boolean);
  const coded = number ? stateOfCode(number) : undefined;
  if (letters === "") return coded ?? stateOfCode(`0${number}`);
  return named === coded ? coded : undefined;
}

/** Characters; far more than the longest name and its code. */
const LONGEST = 200;

/** The only number in a text, at its start or end. */
const NUMBER_AT_AN_END = /^(?:(\d+)\D*|\D*?(\d+)\W*)$/;

/** Returns the state of a GSTIN, or undefined if its first two characters are not a state code. */
export function findStateByGstin(gstin: string): State | undefined {
  const code = gstin.trim().slice(0, 2);
  return code === ABROAD ? undefined : stateOfCode(code);
}

/** Returns the state given by name, by code or by both. Undefined if both are missing or disagree. */
export function resolveState({ state, stateCode }: { state: string; stateCode: string }) {
  const [named, coded] = [findState(state), findState(stateCode)];
  return named && coded && named !== coded ? undefined : (coded ?? named);
}

/** Returns a place of supply as invoices print it: `29-Karnataka`. */
export const formatState = ({ code, name }: State): string => `${code}-${name}`;

/** Returns the name of the state's half of the tax. */
export const nameStateTax = (code: string | undefined): "SGST" | "UTGST" =>
  code !== undefined && UTGST.has(code) ? "UTGST" : "SGST";

const stateOfCode = (code: string) => BY_CODE.get(FORMER_STATES[code] ?? code);

function normalizeLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^\p{L}]/gu, "");
}
