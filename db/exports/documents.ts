import type { Family } from "../../domain/documents/kinds.ts";
import { findState } from "../../domain/gst/states.ts";
import { fromHundredths } from "../../domain/hundredths.ts";
import { toRupees } from "../../domain/money.ts";
import { toApiKind } from "../../domain/purchases/bills.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readIrns } from "./irns.ts";
import {
  type DocumentRow,
  readAccountNames,
  readDocumentSlices,
  readLines,
  readNamed,
  readSettlements,
  type SettlementRow,
} from "./slices.ts";

// Documents and their payments as a file of books has them.

/** Yields invoices, bills of supply, notes and estimates. */
export async function* readFileDocuments(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  for (const family of ["INVOICES", "NOTES", "ESTIMATES"] satisfies Family[]) {
    for await (const rows of readDocumentSlices(read, tenant, family)) {
      const lines = await readLines(read, tenant, rows);
      const uses = await readSettlements(read, tenant, rows, "ADVANCE");
      const sources = [...uses.values()].flat().flatMap(({ sourceId }) => sourceId ?? []);
      const originals = rows.flatMap(({ originalId }) => originalId ?? []);
      const named = await readNamed(read, tenant, [...sources, ...originals]);
      const irns = await readIrns(read, tenant, rows);
      yield rows.map((row) => ({
        ...toFileDocument(row),
        original: family === "NOTES" ? toOriginal(row, named) : undefined,
        reason: row.reason || undefined,
        irn: irns.get(row.id),
        lines: lines.get(row.id)?.map((line) => ({
          description: line.description,
          hsnSac: line.hsnSac,
          qty: fromHundredths(line.qty),
          unit: line.unit,
          rate: toRupees(line.ratePaise),
          discountPct: fromHundredths(line.discountPct),
          taxPct: fromHundredths(line.taxPct),
          treatment: line.treatment,
          pureAgent: line.pureAgent,
        })),
        adjusts: uses.get(row.id)?.map(({ sourceId, amountPaise }) => ({
          voucher: named.get(sourceId ?? "")?.number ?? "",
          amount: toRupees(amountPaise),
        })),
      }));
    }
  }
}

const toFileDocument = (row: DocumentRow) => ({
  kind: row.kind,
  number: row.number,
  date: row.date,
  dueDate: row.dueDate,
  client: row.clientId,
  supply: row.supply,
  reverseCharge: row.reverseCharge,
  placeOfSupplyCode: toStateCode(row),
  deliveryAddress: row.deliveryAddress,
  status: toFileStatus(row),
  foreignCurrency: row.foreignCurrency,
  exchangeRate: row.exchangeRate / 1_000_000,
  roundOff: toRupees(row.roundOffPaise),
  notes: row.notes,
  terms: row.terms,
  total: toRupees(row.grandTotalPaise),
});

type Named = Awaited<ReturnType<typeof readNamed>>;

function toOriginal({ original, originalId }: DocumentRow, named: Named) {
  const row = named.get(originalId ?? "");
  if (!row) return original ?? undefined;
  return { number: row.number, date: row.date, total: toRupees(row.grandTotalPaise) };
}

/** A place outside India has no code of a State. */
const toStateCode = ({ supplyCode }: DocumentRow): string =>
  findState(supplyCode) ? supplyCode : "";

/** Payments are in the file, too, and decide the rest of the status. */
function toFileStatus({ status, kind }: DocumentRow): string {
  if (status === "DRAFT" || status === "CANCELLED") return status;
  const isAnswered = kind === "ESTIMATE" && (status === "ACCEPTED" || status === "DECLINED");
  return isAnswered ? status : "SENT";
}

/** Yields receipt and refund vouchers with their money. */
export async function* readFileVouchers(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const accounts = await readAccountNames(read, tenant);
  for await (const rows of readDocumentSlices(read, tenant, "VOUCHERS")) {
    const lines = await readLines(read, tenant, rows);
    const ids = rows.flatMap(({ originalId }) => originalId ?? []);
    const named = await readNamed(read, tenant, ids);
    const paid = await readSettlements(read, tenant, rows, "PAYMENT");
    const receipts = rows
      .filter(({ kind }) => kind === "REFUND_VOUCHER")
      .map(({ originalId }) => ({ id: originalId ?? "" }));
    const refunds = [...(await readSettlements(read, tenant, receipts, "REFUND")).values()].flat();
    const refundOf = new Map(refunds.map((one) => [one.sourceId, one]));
    yield rows.map((row) => {
      const money = paid.get(row.id)?.[0] ?? refundOf.get(row.id);
      const [line] = lines.get(row.id) ?? [];
      return {
        kind: row.kind,
        number: row.number,
        date: row.date,
        client: row.clientId,
        ...(money ? toFileMoney(money, accounts) : { amount: toRupees(row.grandTotalPaise) }),
        taxPct: line && fromHundredths(line.taxPct),
        placeOfSupplyCode: toStateCode(row),
        supply: row.supply,
        against: named.get(row.originalId ?? "")?.number ?? "",
        description: line?.description.slice(0, 200),
        status: toFileStatus(row),
      };
    });
  }
}

const toFileMoney = (row: SettlementRow, accounts: Map<string, string>) => ({
  amount: toRupees(row.amountPaise),
  tdsAmount: toRupees(row.tdsPaise),
  account: accounts.get(row.accountId ?? "") ?? "",
  mode: row.mode,
  reference: row.reference,
});

const toFilePayment = (row: SettlementRow, accounts: Map<string, string>) => ({
  date: row.date,
  ...toFileMoney(row, accounts),
  notes: row.notes,
});

/** Yields the payments of invoices, bills of supply and debit notes. */
export async function* readFilePayments(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const accounts = await readAccountNames(read, tenant);
  for (const family of ["INVOICES", "NOTES"] satisfies Family[]) {
    for await (const rows of readDocumentSlices(read, tenant, family)) {
      const paid = await readSettlements(read, tenant, rows, "PAYMENT");
      yield rows.flatMap(({ id, number }) =>
        (paid.get(id) ?? []).map((row) => ({ document: number, ...toFilePayment(row, accounts) })),
      );
    }
  }
}

/** Yields vendors' bills and self-invoices with their payments. */
export async function* readFileBills(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const accounts = await readAccountNames(read, tenant);
  for await (const rows of readDocumentSlices(read, tenant, "BILLS")) {
    const lines = await readLines(read, tenant, rows);
    const paid = await readSettlements(read, tenant, rows, "PAYMENT");
    yield rows.map((row) => ({
      kind: toApiKind(row.kind as Parameters<typeof toApiKind>[0]),
      number: row.number,
      date: row.date,
      receivedDate: row.receivedDate,
      dueDate: row.dueDate,
      vendor: row.vendorId,
      placeOfSupplyCode: toStateCode(row),
      // An import of services is under reverse charge anyway.
      reverseCharge: row.reverseCharge && row.import === "",
      import: row.import,
      lines: lines.get(row.id)?.map((line) => ({
        description: line.description,
        hsnSac: line.hsnSac,
        taxable: toRupees(line.taxablePaise),
        taxPct: fromHundredths(line.taxPct),
        treatment: line.treatment,
        cgst: toRupees(line.cgstPaise),
        sgst: toRupees(line.sgstPaise),
        igst: toRupees(line.igstPaise),
        cess: toRupees(line.cessPaise),
        itc: line.itc || undefined,
        blockedBy: line.blockedBy || undefined,
        use: line.isCommon ? "COMMON" : "",
      })),
      roundOff: toRupees(row.roundOffPaise),
      notes: row.notes,
      status: ["DRAFT", "CANCELLED"].includes(row.status) ? row.status : "OPEN",
      earlier: row.isEarlier,
      paid: paid.get(row.id)?.map((one) => toFilePayment(one, accounts)),
      total: toRupees(row.grandTotalPaise),
    }));
  }
}
