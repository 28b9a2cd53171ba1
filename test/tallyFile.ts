import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import type { Caller, World } from "./world.ts";

// The content of a file for Tally, read by a parser independent of the writer.

export interface TallyLine {
  ledger: string;
  /** As in the file: a debit is negative. */
  paise: number;
  isDebit: boolean;
  bills: { name: string; type: string; paise: number }[];
}
export interface TallyVoucher {
  id: string;
  type: string;
  fields: Record<string, string>;
  lines: TallyLine[];
}
export interface TallyMaster {
  name: string;
  fields: Record<string, string>;
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/**
 * @throws if the text is not well-formed
 */
export function parseXml(text: string): Element {
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const own = { name, attributes: attributes as Record<string, string>, text: "", children: [] };
    (open.at(-1) as Element).children.push(own);
    open.push(own);
  });
  parser.on("text", (words) => {
    (open.at(-1) as Element).text += words;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return root.children[0] as Element;
}

const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ]);
const findText = (element: Element, name: string) =>
  element.children.find((child) => child.name === name)?.text ?? "";
const readPaise = (element: Element) => Number(findText(element, "AMOUNT").replace(".", ""));
const toFields = ({ children }: Element) =>
  Object.fromEntries(children.map(({ name, text }) => [name, text]));

export function vouchersIn(text: string): TallyVoucher[] {
  return all(parseXml(text), "VOUCHER").map((voucher) => ({
    id: voucher.attributes.REMOTEID ?? "",
    type: voucher.attributes.VCHTYPE ?? "",
    fields: toFields(voucher),
    lines: voucher.children
      .filter(({ name }) => /^(ALL)?LEDGERENTRIES\.LIST$/.test(name))
      .map((line) => ({
        ledger: findText(line, "LEDGERNAME"),
        paise: readPaise(line),
        isDebit: findText(line, "ISDEEMEDPOSITIVE") === "Yes",
        bills: all(line, "BILLALLOCATIONS.LIST").map((bill) => ({
          name: findText(bill, "NAME"),
          type: findText(bill, "BILLTYPE"),
          paise: readPaise(bill),
        })),
      })),
  }));
}

export const mastersIn = (text: string): TallyMaster[] =>
  all(parseXml(text), "LEDGER").map((ledger) => ({
    name: ledger.attributes.NAME ?? "",
    fields: toFields(ledger),
  }));

/** Asserts the rules of every voucher and returns the ids. */
export function assertVouchers(vouchers: TallyVoucher[], month?: string): void {
  const ids = new Set<string>();
  for (const { id, lines, fields } of vouchers) {
    const sum = lines.reduce((all, { paise }) => all + paise, 0);
    if (sum !== 0) throw new Error(`${id} adds up to ${sum}`);
    for (const { paise, isDebit, bills } of lines) {
      if (paise === 0 || isDebit !== paise < 0) throw new Error(`${id} has a line of ${paise}`);
      const held = bills.reduce((all, bill) => all + bill.paise, 0);
      if (bills.length > 0 && held !== paise)
        throw new Error(`${id} allocates ${held} of ${paise}`);
    }
    if (ids.has(id)) throw new Error(`${id} is there twice`);
    if (!fields.NARRATION?.includes(`[${id.replace("bahi-", "bahi ")}]`)) throw new Error(id);
    if (month && !fields.DATE?.startsWith(month.replace("-", ""))) throw new Error(fields.DATE);
    ids.add(id);
  }
}

export async function exportTally(world: World, caller: Caller, query: string) {
  const headers = { authorization: `Bearer ${caller.token}` };
  const request = new Request(`http://localhost/api/exports/tally.zip?${query}`, { headers });
  const response = await world.app.handle(request);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, ...readArchive(bytes) };
}

export function readArchive(bytes: Uint8Array) {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, own]) => [name, decoded(own)]),
  );
  const masters = files["1-masters.xml"];
  return {
    files,
    vouchers: vouchersIn(files["2-vouchers.xml"] ?? ""),
    masters: masters ? mastersIn(masters) : [],
  };
}

const decoded = (bytes: Uint8Array) =>
  new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-8").decode(bytes);
