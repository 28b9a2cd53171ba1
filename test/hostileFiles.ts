import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { encryptAgile } from "../node_modules/hucre/dist/xlsx/crypto/agile.mjs";
import { writeCfb } from "../node_modules/hucre/dist/xlsx/crypto/cfb.mjs";

// Files that cost a careless reader far more than their size.

const encode = (text: string) => new TextEncoder().encode(text);

/** An OFX file with a value of spaces, which a slow pattern would scan once for each space. */
export const ofxOfSpaces = (spaces: number) =>
  encode(
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>INR" +
      `<BANKTRANLIST><MEMO>${" ".repeat(spaces)}x</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );

export const wideWorkbook = (rows: number) =>
  workbook(
    Array.from(
      { length: rows },
      (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`,
    ).join(""),
  );

export const longWorkbook = (letters: number) =>
  workbook(`<row r="1"><c r="A1" t="inlineStr"><is><t>${"a".repeat(letters)}</t></is></c></row>`);

export const tallWorkbook = (rows: number) => workbook("<row><c><v>1</v></c></row>".repeat(rows));

const relationship = (attributes: string) =>
  `<Relationships><Relationship ${attributes}/></Relationships>`;

const PARTS = {
  "[Content_Types].xml":
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  "_rels/.rels": relationship(
    'Id="r" Type="http://x/relationships/officeDocument" Target="xl/workbook.xml"',
  ),
  "xl/workbook.xml":
    '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": relationship(
    'Id="r1" Type="http://x/relationships/worksheet" Target="worksheets/sheet1.xml"',
  ),
};

function workbook(rows: string): Uint8Array<ArrayBuffer> {
  const parts = {
    ...PARTS,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
}

export const LOCKED_PASSWORD = "KESA0104";

export const locked = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await encryptAgile(bytes, LOCKED_PASSWORD, { spinCount: 1_000 }));

export function wideXls(rows: number): Uint8Array<ArrayBuffer> {
  const record = (id: number, bytes: Uint8Array) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(bytes.length, 2);
    return Buffer.concat([head, bytes]);
  };
  const BOF = record(0x809, Buffer.from([0, 6, 5, 0]));
  const EOF = record(0x0a, Buffer.alloc(0));
  const name = Buffer.from([0, 0, 0, 0, 0, 0, 1, 0, 0x53]);
  name.writeUInt32LE(BOF.length + 4 + name.length + EOF.length, 0);
  const cells = Array.from({ length: rows }, (_, row) => {
    const cell = Buffer.alloc(14);
    cell.writeUInt16LE(row, 0);
    cell.writeUInt16LE(16_383, 2);
    return record(0x203, cell);
  });
  const stream = Buffer.concat([BOF, record(0x85, name), EOF, BOF, ...cells, EOF]);
  return new Uint8Array(writeCfb([{ name: "Workbook", data: stream }]));
}

/** The sample with a password and this many rounds of hashing. `rounds` has six digits. */
export function slowPassword(rounds: number): Uint8Array<ArrayBuffer> {
  const file = readFileSync(join(import.meta.dir, "data/statements/idfc-first-locked.xlsx"));
  const at = file.indexOf('spinCount="');
  file.write(String(rounds).padEnd(6, "0").slice(0, 6), at + 11, "latin1");
  return file;
}

export const longMt940 = (lines: number) =>
  encode(
    [
      ":20:A",
      ":25:12345678901",
      ":28C:1/1",
      ":60F:C260401INR0,00",
      ...Array.from({ length: lines }, (_, n) => `:61:2604010401C1,00NTRFREF${n}\n:86:LINE ${n}`),
      `:62F:C260430INR${lines},00`,
      "-",
    ].join("\n"),
  );

export const longCsv = (lines: number) =>
  encode(
    [
      "Date,Narration,Chq No,Debit,Credit,Balance",
      ...Array.from(
        { length: lines },
        (_, n) => `0${1 + (((n * 9) / lines) | 0)}/04/2026,NEFT CR LINE ${n},,,1.00,${n + 1}.00`,
      ),
    ].join("\n"),
  );

export function longGstr2b(gstin: string, rows: number, rate = 1): Uint8Array<ArrayBuffer> {
  const suppliers = Math.min(1_000, rows);
  const b2b = Array.from({ length: suppliers }, (_, s) => ({
    ctin: `27AAMFP${String(1000 + s)}B1Z8`,
    trdnm: `Supplier ${s}`,
    inv: Array.from({ length: Math.floor(rows / suppliers) }, (_, n) => ({
      inum: `S${s}/${n}`,
      typ: "R",
      dt: "18-04-2026",
      val: 118,
      pos: "27",
      rev: "N",
      itcavl: "Y",
      txval: 100 + rate,
      cgst: 9,
      sgst: 9,
    })),
  }));
  return encode(JSON.stringify({ data: { gstin, rtnprd: "042026", docdata: { b2b } } }));
}
