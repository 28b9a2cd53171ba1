import { join } from "node:path";
import { chargeLines, resolveGstMode } from "../domain/gst/figures.ts";
import type { PeriodBooks, ReturnDocument, ReturnVoucher } from "../domain/gst/returns/books.ts";
import { parseNumber } from "../domain/gst/returns/numbers.ts";
import { parsePeriod } from "../domain/gst/returns/periods.ts";
import { findState } from "../domain/gst/states.ts";
import type { ClientKind, Supply, Treatment } from "../domain/gst/supply.ts";
import { type Hundredths, toHundredths } from "../domain/hundredths.ts";
import { type Paise, readAmount } from "../domain/money.ts";
import { taxOfVoucher } from "../domain/taxbook/advances.ts";

// October 2026 of an invented agency, with every expected amount.

export const MONTH = join(import.meta.dir, "data/gst-returns/2026-10");

export const expected = (name: string) => Bun.file(join(MONTH, name)).json();

const paise = (text: string) => readAmount(text) as Paise;
const hundredths = (text: string) => toHundredths(Number(text)) as Hundredths;

interface Given {
  agency: Record<string, string> & { lut: { number: string; from: string; to: string } };
  clients: (Record<string, string> & { id: string; kind: ClientKind })[];
  documents: GivenDocument[];
  vouchers: Record<string, string>[];
  inwardDocuments: { kind: "PAYMENT_VOUCHER" | "SELF_INVOICE"; number: string; date: string }[];
}

export interface GivenDocument {
  kind: ReturnDocument["kind"];
  number: string;
  date: string;
  client: string;
  supply: Supply;
  reverseCharge: boolean;
  placeOfSupplyCode: string;
  status: string;
  roundOff: string;
  lines: (Record<string, string> & { treatment?: Treatment })[];
  original?: { number: string; date: string; total: string };
  adjusts?: { voucher: string; amount: string }[];
  irn?: string;
}

export const givenBooks = (): Promise<Given> => expected("books.json");

export async function octoberBooks(): Promise<PeriodBooks> {
  const given = await givenBooks();
  const { agency } = given;
  const gstin = agency.gstin ?? "";
  const vouchers = given.vouchers
    .filter(({ kind }) => kind === "RECEIPT_VOUCHER")
    .map((voucher) => toVoucher(voucher, given, gstin));
  return {
    period: parsePeriod("2026-10", "MONTHLY") as PeriodBooks["period"],
    filer: {
      gstin,
      legalName: agency.legalName ?? "",
      tradeName: agency.tradeName ?? "",
      address: agency.address ?? "",
      city: agency.city ?? "",
      pin: agency.pin ?? "",
      lut: [agency.lut],
      aato: { "2025-26": paise(agency.aatoPreviousYear ?? "") },
      isComposition: false,
    },
    documents: given.documents.map((document) => toDocument(document, given, gstin)),
    vouchers,
    amended: [],
    restated: [],
    taxed: vouchers.flatMap((voucher) =>
      taxOfVoucher(voucher, (date) => date.slice(0, 7))
        .filter(({ period }) => period === "2026-10")
        .map((entry) => ({
          ...entry,
          kind: "RECEIPT_VOUCHER" as const,
          client: voucher.client,
          date: voucher.date,
          totalPaise: voucher.amountPaise,
        })),
    ),
    counted: [
      ...given.vouchers.map(({ kind, number = "", date = "" }) => ({
        id: number,
        number,
        date,
        isCancelled: false,
        kind: kind as "RECEIPT_VOUCHER",
      })),
      ...given.inwardDocuments.map((one) => ({ ...one, id: one.number, isCancelled: false })),
    ].filter(({ date }) => date.startsWith("2026-10")),
    advances: { ledgerPaise: 0n, openingPaise: 0n, vouchersPaise: 0n, categoryId: "" },
    numbersBefore: sumBefore(given),
    duplicates: [],
    overCredited: [],
    late: [],
    elsewhere: [],
    changed: [],
    otherNumbers: [],
    today: "2026-11-05",
  };
}

function sumBefore({ vouchers }: Given): Record<string, number> {
  const before: Record<string, number> = {};
  for (const { number = "", date = "" } of vouchers) {
    const one = parseNumber(number);
    if (!one || date >= "2026-10-01") continue;
    before[one.series] = Math.max(before[one.series] ?? 0, one.sequence);
  }
  return before;
}

function toDocument(document: GivenDocument, { clients }: Given, gstin: string): ReturnDocument {
  const client = clients.find(({ id }) => id === document.client) as Given["clients"][number];
  const place = document.placeOfSupplyCode;
  const mode = resolveGstMode(gstin, findState(place), document.supply);
  const typed = document.lines.map((line) => ({
    description: line.description ?? "",
    hsnSac: line.hsnSac ?? "",
    unit: "",
    treatment: line.treatment ?? ("" as const),
    qty: hundredths(line.qty ?? ""),
    rate: paise(line.rate ?? ""),
    discountPct: hundredths(line.discountPct ?? ""),
    taxPct: hundredths(line.taxPct ?? ""),
  }));
  const { supply, reverseCharge, original } = document;
  const isUntaxed = document.kind === "BILL_OF_SUPPLY";
  const roundOff = paise(document.roundOff);
  const charge = { mode, supply, reverseCharge, isUntaxed };
  const { lines, totals } = chargeLines(typed, charge, roundOff);
  return {
    id: document.number,
    kind: document.kind,
    number: document.number,
    date: document.date,
    due: document.date,
    state: document.status === "SENT" ? "ISSUED" : (document.status as "CANCELLED" | "DRAFT"),
    buyer: { ...(client as unknown as ReturnDocument["buyer"]) },
    supply,
    reverseCharge,
    isUntaxed,
    mode,
    pos: place,
    roundOffPaise: roundOff,
    totalPaise: totals.grandTotalPaise,
    lines: typed.map((line, n) => ({ ...line, ...(lines[n] as (typeof lines)[number]) })),
    original: original ? toOriginal(original) : null,
    foreignCurrency: "",
    exchangeRate: 0,
    irn: document.irn ?? "",
    iff: "",
  };
}

const toOriginal = ({ number, date, total }: { number: string; date: string; total: string }) => ({
  id: "",
  number,
  date,
  totalPaise: paise(total),
});

function toVoucher(
  voucher: Record<string, string>,
  { documents, vouchers }: Given,
  gstin: string,
): ReturnVoucher {
  const { number = "", date = "", client = "", placeOfSupplyCode: pos = "" } = voucher;
  const supply = voucher.supply as Supply;
  const used = documents.flatMap((document) =>
    (document.adjusts ?? [])
      .filter((part) => part.voucher === number)
      .map(
        (part) => ({ kind: "USE", date: document.date, amountPaise: paise(part.amount) }) as const,
      ),
  );
  const refunded = vouchers
    .filter(({ against }) => against === number)
    .map(({ date = "", amount = "" }) => ({
      kind: "REFUND" as const,
      date,
      amountPaise: paise(amount),
    }));
  return {
    id: number,
    number,
    date,
    client,
    supply,
    pos,
    isUntaxed: false,
    amountPaise: paise(voucher.amount ?? ""),
    taxPct: hundredths(voucher.taxPct ?? ""),
    mode: resolveGstMode(gstin, findState(pos), supply),
    taken: [...used, ...refunded].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
}
