import { readFileSync } from "node:fs";

const folder = new URL("../../data/statements/", import.meta.url);

export const readSample = (file: string) => new Uint8Array(readFileSync(new URL(file, folder)));

const unusual = new URL("../../data/bank-files/", import.meta.url);

export const bankFile = (file: string) => new Uint8Array(readFileSync(new URL(file, unusual)));

export const encodeText = (text: string) => new TextEncoder().encode(text);

// biome-ignore lint/suspicious/noExplicitAny: as in the file.
export const readExpected = (name: string): any =>
  JSON.parse(readFileSync(new URL(`${name}.expected.json`, folder), "utf8"));

export interface Row {
  date: string;
  narration: string;
  ref: string;
  /** In paise; positive means in. */
  amountPaise: number;
}

const rupees = (paise: number) => (paise / 100).toFixed(2);
const formatDayFirst = (date: string, by: string) => date.split("-").reverse().join(by);

export const LAYOUTS: Record<string, (rows: Row[], opening: number) => Uint8Array> = {
  sides: (rows, opening) =>
    csv(
      "Tran Date,Value Date,Particulars,Cheque No.,Debit,Credit,Balance",
      rows,
      opening,
      ({ date, narration, ref, amountPaise }, balance) =>
        `${formatDayFirst(date, "-")},${formatDayFirst(date, "-")},${narration},${ref},` +
        `${amountPaise < 0 ? rupees(-amountPaise) : ""},` +
        `${amountPaise > 0 ? rupees(amountPaise) : ""},${rupees(balance)}`,
    ),
  newestFirst: (rows, opening) =>
    csv(
      "Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr",
      rows,
      opening,
      ({ date, narration, ref, amountPaise }, balance) =>
        `1,${formatDayFirst(date, "/")},${narration},${ref},${rupees(Math.abs(amountPaise))},` +
        `${amountPaise < 0 ? "DR" : "CR"},${rupees(Math.abs(balance))},${balance < 0 ? "DR" : "CR"}`,
      true,
    ),
  exchanged: (rows, opening) =>
    csv(
      "Tran Date,PARTICULARS,CHQNO,CR,DR,BAL",
      rows,
      opening,
      ({ date, narration, ref, amountPaise }, balance) =>
        `${formatDayFirst(date, "-")},${narration},${ref},` +
        `${amountPaise < 0 ? rupees(-amountPaise) : " "},` +
        `${amountPaise > 0 ? rupees(amountPaise) : " "},${rupees(balance)}`,
    ),
  tabs: (rows, opening) =>
    csv(
      "Txn Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance",
      rows,
      opening,
      ({ date, narration, ref, amountPaise }, balance) =>
        [
          formatDayFirst(date, "/"),
          narration,
          ref,
          amountPaise < 0 ? rupees(-amountPaise) : " ",
          amountPaise > 0 ? rupees(amountPaise) : " ",
          rupees(balance),
        ].join("\t"),
    ),
};

function csv(
  captions: string,
  rows: Row[],
  opening: number,
  print: (row: Row, balance: number) => string,
  isUpwards = false,
): Uint8Array {
  let balance = opening;
  const lines = rows.map((row) => {
    balance += row.amountPaise;
    return print(row, balance);
  });
  return encodeText([captions, ...(isUpwards ? lines.reverse() : lines), ""].join("\r\n"));
}
