import { type CalendarDate, isCalendarDate } from "../dates.ts";
import { Refusal } from "../refusal.ts";
import { readBankAmount, readReference } from "./cells.ts";
import { assertRupees } from "./currencies.ts";
import { findBankByIfsc } from "./facts.ts";
import { type Element, parseOfx } from "./ofxTags.ts";
import { assertFewLines, type Facts, type RawLine } from "./statement.ts";

const findElement = (element: Element, ...path: string[]): Element | undefined =>
  path.reduce((at: Element | undefined, tag) => at?.inside[tag]?.[0], element);
const text = (element: Element | undefined, tag: string): string => element?.values[tag] ?? "";

/** Parses a date as written, without applying a time zone. Returns undefined if it does not exist. */
function parseDay(stamp: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(stamp) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : undefined;
}

const refused = (message: string) => new Refusal("invalid", `${message}. Nothing was changed`);

interface OfxFile {
  lines: RawLine[];
  facts: Facts;
  format: string;
  /** Number of lines of 0.00, which are left out. */
  memos: number;
}

/**
 * Parses an OFX file, version 1 or 2.
 * @throws Refusal "invalid"
 */
export function readOfx(file: string): OfxFile {
  const root = parseOfx(file);
  if (!root) throw refused("The OFX file is damaged or cut off");
  const statement = findStatement(root);
  assertRupees(text(statement, "CURDEF") || "INR");
  const list = statement.inside.BANKTRANLIST ?? [];
  const entries = list.flatMap(({ inside }) => inside.STMTTRN ?? []);
  assertFewLines(entries.length);
  const lines = entries.map(toLine);
  const closing = parseAmount(text(findElement(statement, "LEDGERBAL"), "BALAMT"));
  const [from, to] = ["DTSTART", "DTEND"].map((tag) => parseDay(text(list[0], tag)));
  const account = statement.inside.BANKACCTFROM?.[0] ?? statement.inside.CCACCTFROM?.[0];
  return {
    lines: lines.filter(({ amountPaise }) => amountPaise !== 0),
    memos: lines.filter(({ amountPaise }) => amountPaise === 0).length,
    format: detectFormat(file),
    facts: {
      bank: findBankByIfsc(text(account, "BANKID")),
      account: text(account, "ACCTID") || null,
      currency: "INR",
      period: from && to ? { from, to } : null,
      stated: closing === null || closing === undefined ? {} : { closingPaise: closing },
    },
  };
}

/** Finds the only statement, of a bank account or a credit card. */
function findStatement(root: Element): Element {
  const [first, ...others] = [
    ...(root.inside.BANKMSGSRSV1 ?? []).flatMap(({ inside }) => inside.STMTTRNRS ?? []),
    ...(root.inside.CREDITCARDMSGSRSV1 ?? []).flatMap(({ inside }) => inside.CCSTMTTRNRS ?? []),
  ].flatMap(({ inside }) => [...(inside.STMTRS ?? []), ...(inside.CCSTMTRS ?? [])]);
  if (others.length > 0) throw refused("The OFX file has several accounts; download one at a time");
  if (!first) throw refused("The OFX file has no bank account or card");
  return first;
}

function detectFormat(file: string): string {
  const version = /\bVERSION\s{0,9}[:=]\s{0,9}"?(\d{3})/.exec(file.slice(0, 2_000))?.[1] ?? "";
  return version.startsWith("1")
    ? `OFX ${version.charAt(0)}.${version.slice(1)} (SGML)`
    : "OFX 2 (XML)";
}

/** OFX has no digit groups, so a comma is decimal. `1,234` is ambiguous and refused. */
function parseAmount(written: string): ReturnType<typeof readBankAmount> {
  if (/^[-+]?\d+,\d{3}$/.test(written)) return undefined;
  const plain = written.replace(/^([-+]?\d+),(\d{1,2})$/, "$1.$2");
  return readBankAmount(plain.replace(/^([-+]?\d+\.\d\d)0+$/, "$1"));
}

function toLine(entry: Element, at: number): RawLine {
  const [name, memo] = [
    text(entry, "NAME") || text(findElement(entry, "PAYEE"), "NAME"),
    text(entry, "MEMO"),
  ];
  assertRupees(text(findElement(entry, "CURRENCY"), "CURSYM") || "INR");
  const amount = parseAmount(text(entry, "TRNAMT"));
  const date = parseDay(text(entry, "DTPOSTED"));
  const wrong = (column: string, value: string, what: string) => {
    const message = `Row ${at + 1}, column ${column}: "${value}" ${what}`;
    return new Refusal("invalid", `${message}. Nothing was changed`, [
      { path: String(at + 1), column, message },
    ]);
  };
  if (!date) throw wrong("DTPOSTED", text(entry, "DTPOSTED"), "is not a date");
  if (amount === undefined || amount === null)
    throw wrong("TRNAMT", text(entry, "TRNAMT"), "is not an amount");
  return {
    row: at + 1,
    date,
    valueDate: null,
    amountPaise: amount,
    balancePaise: null,
    narration: joinedNames(name, memo),
    ref: readReference(text(entry, "CHECKNUM") || text(entry, "REFNUM")),
    bankId: text(entry, "FITID") || null,
  };
}

/** Banks repeat the name in the memo. If one is the beginning of the other, uses the longer one. */
function joinedNames(name: string, memo: string): string {
  if (memo.startsWith(name)) return memo;
  return name.startsWith(memo) ? name : `${name} ${memo}`;
}
