import { and, eq, inArray, sql } from "drizzle-orm";
import type { BooksFile } from "../../domain/documents/booksFile.ts";
import { SOLD_KINDS } from "../../domain/documents/kinds.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { nameKey } from "../../domain/names.ts";
import { findIssuer, type Issuer } from "../documents/issuer.ts";
import { isIn } from "../engine/conditions.ts";
import { findLockDate } from "../engine/locks.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { toNumberKey } from "../purchases/figureBill.ts";
import { clients, documentLines, documents } from "../schema/documents.ts";
import { accounts, categories } from "../schema/ledger.ts";
import { settlements } from "../schema/settlements.ts";
import { vendors } from "../schema/vendors.ts";
import { type PresentLedgers, readLedgers } from "./booksOpened.ts";

/** A document for a client. */
export type Row = typeof documents.$inferSelect & { clientId: string };
type Paid = typeof settlements.$inferSelect;
type Rate = { id: string; taxPct: Hundredths };
export type ClientRow = typeof clients.$inferSelect;

/** Existing records that the file refers to. */
export interface Present {
  issuer: Pick<Issuer, "defaults" | "supplier">;
  clients: ClientRow[];
  /** Documents whose number is in the file. */
  documents: Row[];
  /** Bills whose number is in the file. */
  bills: (typeof documents.$inferSelect)[];
  vendors: (typeof vendors.$inferSelect)[];
  /** Tax rates of receipt vouchers. */
  rates: Map<string, Hundredths>;
  /** Payments by document id. */
  payments: Map<string, Paid[]>;
  /** Accounts by normalized name. */
  accounts: Map<string, typeof accounts.$inferSelect>;
  categories: Map<string, typeof categories.$inferSelect>;
  /** Undefined if the file sets no openings. */
  ledgers: PresentLedgers | undefined;
  /** Date of the first entry, by id, of accounts whose opening the file sets. */
  firstDays: Map<string, string>;
  /** The date up to which the user cannot write. */
  shut: Awaited<ReturnType<typeof findLockDate>>;
}

export async function readPresent(
  from: Pick<Write, "all" | "select">,
  tenant: Tenant,
  file: BooksFile,
): Promise<Present> {
  const found: Row[] = [];
  const rates: Rate[] = [];
  const paid: Paid[] = [];
  for (const some of splitParts([...new Set(numbersIn(file))])) {
    // Names every kind, so that SQLite uses the index of numbers.
    const named = await from
      .select()
      .from(documents)
      .where(
        forAgency(
          tenant,
          documents,
          and(inArray(documents.kind, [...SOLD_KINDS]), isIn(documents.number, some)),
        ),
      );
    if (named.length === 0) continue;
    found.push(...(named as Row[]));
    const ids = named.map(({ id }) => id);
    const vouchers = named.flatMap(({ id, kind }) => (kind === "RECEIPT_VOUCHER" ? [id] : []));
    const isPaid = and(isIn(settlements.documentId, ids), eq(settlements.kind, "PAYMENT"));
    paid.push(
      ...(await from
        .select()
        .from(settlements)
        .where(forAgency(tenant, settlements, isPaid))),
    );
    if (vouchers.length === 0) continue;
    rates.push(
      ...(await from
        .select({ id: documentLines.documentId, taxPct: documentLines.taxPct })
        .from(documentLines)
        .where(forAgency(tenant, documentLines, isIn(documentLines.documentId, vouchers)))),
    );
  }
  const { bills, payments: ofBills } = await readBills(from, tenant, file);
  paid.push(...ofBills);
  const mapByName = <Named extends { nameKey: string }>(rows: Named[]) =>
    new Map(rows.map((row) => [row.nameKey, row]));
  const own = mapByName(await from.select().from(accounts).where(forAgency(tenant, accounts)));
  const opened = file.openings.flatMap(({ account }) => own.get(nameKey(account))?.id ?? []);
  const days =
    opened.length === 0
      ? []
      : await from.all<{ id: string; day: string }>(sql`SELECT account_id AS id, min(date) AS day
          FROM daily WHERE agency_id = ${tenant.agencyId}
            AND account_id IN (SELECT value FROM json_each(${JSON.stringify(opened)})) GROUP BY 1`);
  const { supplier, defaults } = await findIssuer(from, tenant, "INVOICE");
  return {
    issuer: { supplier, defaults },
    shut: await findLockDate(from, tenant),
    clients: await from.select().from(clients).where(forAgency(tenant, clients)),
    documents: found,
    bills,
    vendors:
      file.vendors.length === 0
        ? []
        : await from.select().from(vendors).where(forAgency(tenant, vendors)),
    rates: new Map(rates.map(({ id, taxPct }) => [id, taxPct])),
    payments: Map.groupBy(paid, ({ documentId }) => documentId),
    accounts: own,
    ledgers: await readLedgers(from, tenant, file),
    firstDays: new Map(days.map(({ id, day }) => [id, day])),
    categories: mapByName(
      await from
        .select()
        .from(categories)
        .where(forAgency(tenant, categories, inArray(categories.nameKey, BOOKED.map(nameKey)))),
    ),
  };
}

/** Returns the bills that a file names, with their payments. */
async function readBills(from: Pick<Write, "select">, tenant: Tenant, file: BooksFile) {
  const payments: Paid[] = [];
  const bills: (typeof documents.$inferSelect)[] = [];
  for (const some of splitParts(vendorNumbersIn(file))) {
    // The index of numbers is case-sensitive; the index of vendors' numbers is not.
    const isWritten = and(inArray(documents.kind, BOUGHT), isIn(documents.number, some));
    const isLive = and(
      sql`number_key <> '' AND cancelled_at IS NULL`,
      isIn(documents.vendorKey, vendorKeysIn(file)),
      inArray(documents.kind, BOUGHT),
      isIn(documents.numberKey, some.map(toNumberKey)),
    );
    const named = new Map<string, typeof documents.$inferSelect>();
    for (const which of [isWritten, isLive]) {
      const rows = await from
        .select()
        .from(documents)
        .where(forAgency(tenant, documents, which));
      for (const row of rows) named.set(row.id, row);
    }
    bills.push(...named.values());
    const ids = [...named.keys()];
    const isPaid = and(isIn(settlements.documentId, ids), eq(settlements.kind, "PAYMENT"));
    payments.push(
      ...(await from
        .select()
        .from(settlements)
        .where(forAgency(tenant, settlements, isPaid))),
    );
  }
  return { bills, payments };
}

const BOUGHT = ["BILL", "VENDOR_CREDIT", "VENDOR_DEBIT", "SELF_INVOICE"] as const;

/** A database server returns at most 10 MB, and a document with long texts takes about 20 kB. */
const NUMBERS_AT_ONCE = 250;

function* splitParts(numbers: string[]): Generator<string[]> {
  for (let at = 0; at < numbers.length; at += NUMBERS_AT_ONCE) {
    yield numbers.slice(at, at + NUMBERS_AT_ONCE);
  }
}

/** Categories that documents book their money to. */
export const BOOKED = [
  "Invoice Payments",
  "Advances from clients",
  "Refunds to clients",
  "Bill Payments",
] as const;

function numbersIn({ documents, vouchers, payments }: BooksFile): string[] {
  return [
    ...documents.flatMap(({ number, original, adjusts }) => [
      number,
      ...(original ? [original.number] : []),
      ...adjusts.map(({ voucher }) => voucher),
    ]),
    ...vouchers.flatMap(({ number, against }) => [number, against]),
    ...payments.flatMap(({ document }) => document || []),
  ];
}

/** Returns the normalized vendor document numbers of a file. */
const vendorNumbersIn = ({ bills, payments }: BooksFile): string[] => [
  ...new Set(
    [...bills.map(({ number }) => number), ...payments.map(({ bill }) => bill)].filter(Boolean),
  ),
];

/** Returns the normalized keys of a file's vendors. */
const vendorKeysIn = ({ vendors }: BooksFile): string[] => [
  ...new Set(vendors.map(({ vendor }) => vendor.gstin || nameKey(vendor.displayName))),
];
