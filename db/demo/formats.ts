import type { CalendarDate, DateRange } from "../../domain/dates.ts";
import { toDecimal } from "../../domain/money.ts";
import { BANK_DETAILS } from "./studio.ts";

// Bank statements in the formats of the demo's banks.

export interface BankRow {
  date: CalendarDate;
  narration: string;
  /** Money in is positive, money out negative. */
  paise: number;
}

/** Returns the file of these days, oldest row first. `opening` is in paise. */
export type Format = (statement: { rows: BankRow[]; opening: number } & DateRange) => string;

/** Banks remove commas too, so that no column breaks. */
const clean = (narration: string) => narration.replace(/[,"\n]+/g, " ");
const splitDate = (date: CalendarDate) => date.split("-").reverse();

export const toHdfc: Format = ({ rows, opening }) => {
  let balance = opening;
  const lines = rows.map(({ date, narration, paise }) => {
    balance += paise;
    const day = splitDate(date)
      .join("/")
      .replace(/\/20(\d\d)$/, "/$1");
    const ref = narration.match(/\d{12}/)?.[0] ?? "";
    const cells = [day, clean(narration), day, ...sides(paise), ref, toDecimal(balance as never)];
    return cells.join(",");
  });
  const head = "Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance";
  return ["", head, ...lines, ""].join("\n");
};

export const toIcici: Format = ({ rows, opening }) => {
  let balance = opening;
  const lines = rows.map(({ date, narration, paise }, n) => {
    balance += paise;
    const day = splitDate(date).join("/");
    const cells = [n + 1, day, day, "-", clean(narration), ...sides(paise)];
    return `,${[...cells, toDecimal(balance as never)].join(",")}`;
  });
  return [
    ",DETAILED STATEMENT,,,,,,,",
    ",Account Number,000405990092 ( INR )  - INDIGO STUDIO,,,,,,",
    ",S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks," +
      "Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )",
    ...lines,
    "",
  ].join("\n");
};

export const toWallet: Format = ({ rows, opening }) => {
  let balance = opening;
  const lines = rows.map(({ date, narration, paise }) => {
    balance += paise;
    const day = splitDate(date).join("/");
    return [day, clean(narration), ...sides(paise), toDecimal(balance as never)].join(",");
  });
  return ["Date,Narration,Debit,Credit,Balance", ...lines, ""].join("\n");
};

const sides = (paise: number) =>
  paise < 0 ? [toDecimal(-paise as never), "0.00"] : ["0.00", toDecimal(paise as never)];

/** The SWIFT format, as HDFC's for companies: lines of 65 characters, none starting with a sign. */
export const toMt940: Format = ({ rows, opening, dateFrom, dateTo }) => {
  const short = (date: CalendarDate) => date.replaceAll("-", "").slice(2);
  const amount = (paise: number) => toDecimal(Math.abs(paise) as never).replace(".", ",");
  const balance = (tag: string, date: CalendarDate, paise: number) =>
    `:${tag}:${paise < 0 ? "D" : "C"}${short(date)}INR${amount(paise)}`;
  const lines = rows.flatMap(({ date, narration, paise }, n) => {
    const sign = paise < 0 ? "D" : "C";
    const ref = narration.match(/\d{12}/)?.[0] ?? "NONREF";
    const day = `${short(date)}${short(date).slice(2)}`;
    const [first = "", ...rest] = `/INF/${narration}`.match(/.{1,65}(?![-:])/g) ?? [];
    return [`:61:${day}${sign}${amount(paise)}NTRF${ref}//${n + 1}`, `:86:${first}`, ...rest];
  });
  const closing = rows.reduce((sum, { paise }) => sum + paise, opening);
  return [
    ...[
      ":20:INDIGO",
      `:25:${BANK_DETAILS.accountNo}`,
      ":28C:00001/00001",
      balance("60F", dateFrom, opening),
    ],
    ...[...lines, balance("62F", dateTo, closing), "-", ""],
  ].join("\r\n");
};

/** OFX version 1, whose tags are not closed. */
export const toOfx: Format = ({ rows, opening, dateFrom, dateTo }) => {
  const stamp = (date: CalendarDate) => `${date.replaceAll("-", "")}000000[+5.5:IST]`;
  const escapeXml = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const lines = rows.map(({ date, narration, paise }, n) => {
    const fields = {
      TRNTYPE: paise < 0 ? "DEBIT" : "CREDIT",
      DTPOSTED: stamp(date),
      TRNAMT: `${paise < 0 ? "-" : ""}${toDecimal(Math.abs(paise) as never)}`,
      FITID: `${date.replaceAll("-", "")}${String(n + 1).padStart(4, "0")}`,
      NAME: escapeXml(narration.slice(0, 32)),
      MEMO: escapeXml(narration),
    };
    return `<STMTTRN>${tags(fields)}</STMTTRN>`;
  });
  const closing = rows.reduce((sum, { paise }) => sum + paise, opening);
  const account = { BANKID: "ICIC0000999", ACCTID: "000405990092", ACCTTYPE: "CHECKING" };
  const status = "<STATUS><CODE>0<SEVERITY>INFO</STATUS>";
  return [
    ...["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII"],
    ...["CHARSET:1252", "COMPRESSION:NONE", "OLDFILEUID:NONE", "NEWFILEUID:NONE", ""],
    `<OFX><SIGNONMSGSRSV1><SONRS>${status}</SONRS></SIGNONMSGSRSV1>`,
    `<BANKMSGSRSV1><STMTTRNRS><TRNUID>1${status}<STMTRS><CURDEF>INR`,
    `<BANKACCTFROM>${tags(account)}</BANKACCTFROM>`,
    `<BANKTRANLIST>${tags({ DTSTART: stamp(dateFrom), DTEND: stamp(dateTo) })}`,
    ...lines,
    "</BANKTRANLIST>",
    `<LEDGERBAL>${tags({ BALAMT: toDecimal(closing as never), DTASOF: stamp(dateTo) })}</LEDGERBAL>`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
    "",
  ].join("\r\n");
};

const tags = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([tag, value]) => `<${tag}>${value}`)
    .join("");
