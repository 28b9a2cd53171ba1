import { parse } from "ofx-js";
import { type CalendarDate, isCalendarDate } from "../dates.ts";
import { Refusal } from "../refusal.ts";
import { readBankAmount, readReference } from "./cells.ts";
import { mustBeRupees } from "./currencies.ts";
import { bankOfIfsc } from "./facts.ts";
import type { Facts, RawLine } from "./statement.ts";

type Tree = { [tag: string]: Tree | Tree[] | string | undefined };

const inside = (tree: unknown, ...path: string[]): unknown =>
  path.reduce((at, tag) => (at as Tree | undefined)?.[tag], tree);
const text = (tree: unknown, ...path: string[]): string => {
  const value = inside(tree, ...path);
  return typeof value === "string" ? value.trim() : "";
};

/** The day as it is written: no zone is applied to it; undefined for one that does not exist. */
function dayOf(stamp: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(stamp) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : undefined;
}

/** The lines of an OFX file, 1 or 2, and what it says around them. @throws Refusal "invalid" */
export async function readOfx(
  file: string,
): Promise<{ lines: RawLine[]; facts: Facts; format: string }> {
  const { header, OFX: root } = (await parse(file).catch(() => {
    throw new Refusal("invalid", "The OFX file is damaged or cut off. Nothing was changed");
  })) as unknown as { header?: Record<string, string>; OFX?: Tree };
  const answers = inside(root, "BANKMSGSRSV1", "STMTTRNRS");
  if (Array.isArray(answers)) {
    const message =
      "The OFX file holds several accounts; download one at a time. Nothing was changed";
    throw new Refusal("invalid", message);
  }
  const statement = inside(answers, "STMTRS");
  if (!statement)
    throw new Refusal("invalid", "The OFX file holds no bank account. Nothing was changed");
  mustBeRupees(text(statement, "CURDEF") || "INR");
  const found = inside(statement, "BANKTRANLIST", "STMTTRN") ?? [];
  const lines = (Array.isArray(found) ? found : [found]).map(toLine);
  const closing = readBankAmount(text(statement, "LEDGERBAL", "BALAMT"));
  const [from, to] = ["DTSTART", "DTEND"].map((tag) => dayOf(text(statement, "BANKTRANLIST", tag)));
  const version = header?.VERSION ?? "";
  const isSgml = version.startsWith("1");
  return {
    lines,
    format: isSgml ? `OFX ${version.charAt(0)}.${version.slice(1)} (SGML)` : "OFX 2 (XML)",
    facts: {
      bank: bankOfIfsc(text(statement, "BANKACCTFROM", "BANKID")),
      account: text(statement, "BANKACCTFROM", "ACCTID") || null,
      currency: "INR",
      period: from && to ? { from, to } : null,
      stated: closing === null || closing === undefined ? {} : { closing },
    },
  };
}

function toLine(entry: unknown, at: number): RawLine {
  const [name, memo] = [text(entry, "NAME"), text(entry, "MEMO")];
  const amount = readBankAmount(text(entry, "TRNAMT").replace(/^\+/, ""));
  const date = dayOf(text(entry, "DTPOSTED"));
  const wrong = (column: string, value: string, what: string) => {
    const message = `Row ${at + 1}, column ${column}: "${value}" ${what}`;
    return new Refusal("invalid", `${message}. Nothing was changed`, [
      { path: String(at + 1), column, message },
    ]);
  };
  if (!date) throw wrong("DTPOSTED", text(entry, "DTPOSTED"), "is no date");
  if (!amount) throw wrong("TRNAMT", text(entry, "TRNAMT"), "is no amount");
  return {
    ...{ row: at + 1, date, valueDate: null, amount, balance: null },
    narration: joinedNames(name, memo),
    ref: readReference(text(entry, "CHECKNUM") || text(entry, "REFNUM")),
    bankId: text(entry, "FITID") || null,
  };
}

/** Banks print the name and then the whole of it: where one begins the other, the longer. */
function joinedNames(name: string, memo: string): string {
  if (memo.startsWith(name)) return memo;
  return name.startsWith(memo) ? name : `${name} ${memo}`;
}
