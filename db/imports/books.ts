import { closedSentence } from "../../domain/agencies/locks.ts";
import {
  assertFaultless,
  type BooksFile,
  type Faults,
  gstinWarning,
} from "../../domain/documents/booksFile.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { CategoryType } from "../../domain/ledger/categories.ts";
import type { BooksCounts, BooksOptions, BooksReport } from "../../domain/ledger/imports.ts";
import type { AccountName } from "../../domain/ledger/transactions.ts";
import { type Paise, sumInPaise, toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { moveCounters } from "../documents/numbering.ts";
import { recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { pauseSnapshots } from "../engine/images.ts";
import { insertRows } from "../engine/insertRows.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { insertAccounts, openAccount } from "../ledger/accounts.ts";
import { assertType, insertCategories } from "../ledger/categories.ts";
import { insertTransactions } from "../ledger/insertTransactions.ts";
import { CRORE } from "../ledger/sums.ts";
import { clients, documentLines, documents } from "../schema/documents.ts";
import { creditReversals } from "../schema/gstr2b.ts";
import { imports } from "../schema/imports.ts";
import { einvoices } from "../schema/returns.ts";
import { settlements } from "../schema/settlements.ts";
import { vendors } from "../schema/vendors.ts";
import type { BooksPlan } from "./booksDraft.ts";
import { openLedgers } from "./booksLedgers.ts";
import { planBooks } from "./booksPlan.ts";
import { type BOOKED, type Present, readPresent } from "./booksPresent.ts";
import { computeImportDigest } from "./digests.ts";

export interface BooksInput {
  options: BooksOptions;
  file: BooksFile;
  /** Hash of the file's content. */
  digest: string;
}

/**
 * Imports books of another program in one transaction. A dry run reports what would be added. Runs in a
 * database worker. @throws Refusal "invalid" that lists each problem with its path
 */
export async function importBooks(
  tenant: Tenant,
  { options, file, digest }: BooksInput,
): Promise<BooksReport> {
  const faults: Faults = { count: 0, first: [] };
  const importId = newId();

  async function plan(from: Pick<Write, "all" | "select">) {
    const present = await readPresent(from, tenant, file);
    const { agencyId, userId } = tenant;
    const asking = { agencyId, userId, importId, at: nowFor(tenant) };
    const planned = planBooks(file, present, asking, faults);
    const { shut } = present;
    const closed = closedSentence(shut);
    if (faults.count > 0 && faults.first.every(({ message }) => message === closed)) {
      throw new Refusal("conflict", closed, faults.first);
    }
    assertFaultless(faults);
    return { present, planned, report: buildReport(file, planned, present, options) };
  }

  if (options.dryRun) return (await plan(tenant.books.read)).report;
  const idempotency = tenant.idempotency && {
    ...tenant.idempotency,
    digest: `${tenant.idempotency.digest} ${digest}`,
  };
  return withIdempotency({ ...tenant, idempotency }, async (tx) => {
    const { present, planned, report } = await plan(tx);
    if (countRecords(report) === 0) return report;
    const made = { ...report, _id: importId };
    await pauseSnapshots(tx, tenant, () =>
      write(tx, tenant, { inward: file.inwardDocuments, present, planned, report: made }),
    );
    return made;
  });
}

const countRecords = ({ clients, documents, vouchers, vendors, bills, ...more }: BooksCounts) =>
  clients + documents + vouchers + vendors + bills + more.payments + more.openings;

function buildReport(
  books: BooksFile,
  { clients, documents, vendors, bills, settlements, payments, ...more }: BooksPlan,
  present: Present,
  { file, dryRun }: BooksOptions,
): BooksReport {
  const { openings, ledgers, known: skipped } = more;
  const dates = [
    ...bills.map(({ date }) => date),
    ...documents.map(({ date }) => date),
    ...settlements.map(({ row }) => row.date),
  ].sort();
  const booked = settlements.flatMap(({ money }) => money ?? []);
  const sum = (type: "Expense" | "Income") =>
    booked.reduce((all, row) => all + (row.type === type ? BigInt(row.amountPaise) : 0n), 0n);
  const missing = (names: string[], known: Map<string, unknown>) => {
    const byKey = new Map<string, string>();
    for (const name of names) {
      const key = nameKey(name);
      if (!known.has(key) && !byKey.has(key)) byKey.set(key, name);
    }
    return [...byKey.values()];
  };
  const vouchers = documents.filter(({ family }) => family === "VOUCHERS").length;
  return {
    _id: null,
    file,
    dryRun,
    clients: clients.length,
    documents: documents.length - vouchers,
    vouchers,
    vendors: vendors.length,
    bills: bills.length,
    payments,
    openings: openings.size + ledgers.size,
    skipped,
    dateFrom: dates.at(0) ?? "",
    dateTo: dates.at(-1) ?? "",
    totals: { income: toRupees(sum("Income")), expense: toRupees(sum("Expense")) },
    created: {
      accounts: missing(
        [...openings.values(), ...settlements].flatMap((one) =>
          "name" in one ? one.name : (one.account ?? []),
        ),
        present.accounts,
      ),
      categories: missing(
        booked.map(({ category }) => category),
        present.categories,
      ),
    },
    warnings: [gstinWarning(books, present.issuer.supplier.gstin) ?? [], books.warnings].flat(),
  };
}

interface ToWrite {
  /** Numbers from our series that the file lists without their documents. */
  inward: BooksFile["inwardDocuments"];
  present: Present;
  planned: BooksPlan;
  report: BooksReport & { _id: string };
}

async function write(tx: Write, tenant: Tenant, { inward, present, planned, report }: ToWrite) {
  const { agencyId, userId } = tenant;
  const { _id: importId, created } = report;
  await insertRows(tx, clients, planned.clients);
  // Vouchers fill other columns. Notes follow their invoices, and refunds their vouchers.
  const byFamily = Map.groupBy(planned.documents, ({ family }) => family === "VOUCHERS");
  for (const isVoucher of [false, true]) {
    await insertRows(tx, documents, byFamily.get(isVoucher) ?? []);
  }
  await insertRows(tx, documentLines, planned.lines);
  await insertRows(tx, vendors, planned.vendors);
  await insertRows(tx, documents, planned.bills);
  await insertRows(tx, documentLines, planned.billLines);
  await insertRows(tx, einvoices, planned.einvoices);
  // Existing reversals of the same bill and return stay unchanged.
  for (const row of planned.reversals) {
    await tx.insert(creditReversals).values(row).onConflictDoNothing();
  }

  const names = await makeNames(tx, tenant, planned, present, created);
  const moves = planned.settlements.flatMap(({ row, account, money }) =>
    money ? [{ ...money, settlement: row.id, account: account as string }] : [],
  );
  const booked = await insertTransactions(
    tx,
    tenant,
    moves.map(({ settlement: _, account, category, ...row }) => ({
      ...row,
      account: names.accountOf(account),
      category: names.categoryOf(category),
    })),
  );
  const entries = new Map(moves.map(({ settlement }, n) => [settlement, booked[n]?._id]));
  const common = { agencyId, importId, createdBy: userId, createdAt: nowFor(tenant) };
  await insertRows(
    tx,
    settlements,
    planned.settlements.map(({ row, account }) => ({
      ...row,
      ...common,
      accountId: account === undefined ? null : names.accountOf(account)._id,
      transactionId: entries.get(row.id) ?? null,
    })),
  );
  const opened = await openLedgers(tx, tenant, { plan: planned, present });
  const counters = await moveCounters(tx, tenant, [
    ...planned.documents,
    ...planned.bills,
    ...inward,
  ]);
  const [row] = await tx
    .insert(imports)
    .values({
      agencyId,
      id: importId,
      userId,
      at: nowFor(tenant),
      file: report.file,
      state: "done",
      rows: countRecords(report) + report.skipped,
      added: countRecords(report),
      dateFrom: report.dateFrom,
      dateTo: report.dateTo,
      created: names.created,
      ...splitSums(report),
      books: { counts: pickCounts(report), counters, openings: [...names.openings, ...opened] },
    })
    .returning();
  if (!row) throw new Error("The import was not returned");
  const digest = await computeImportDigest(tx, row);
  await recordChange(tx, tenant, "CREATE", "Import", { after: report, digest });
}

const pickCounts = ({ clients, documents, vouchers, vendors, bills, ...more }: BooksCounts) => ({
  clients,
  documents,
  vouchers,
  vendors,
  bills,
  payments: more.payments,
  openings: more.openings,
});

function splitSums({ totals: { income, expense } }: BooksReport) {
  const splitCrores = (sum: bigint) => ({ crores: Number(sum / CRORE_OF), paise: sum % CRORE_OF });
  const [came, went] = [splitCrores(sumInPaise(income)), splitCrores(sumInPaise(expense))];
  return {
    incomeCrores: came.crores,
    incomePaise: Number(came.paise) as Paise,
    expenseCrores: went.crores,
    expensePaise: Number(went.paise) as Paise,
  };
}

const CRORE_OF = BigInt(CRORE);

/** Finds the categories and accounts that money is booked to, and creates missing ones. */
async function makeNames(
  tx: Write,
  tenant: Tenant,
  { settlements, openings }: BooksPlan,
  present: Present,
  created: BooksReport["created"],
) {
  const types = new Map(
    settlements.flatMap(({ money }) =>
      money ? [[money.category, money.type as CategoryType]] : [],
    ),
  );
  for (const [name, type] of types) {
    const known = present.categories.get(nameKey(name));
    if (known) assertType(known, name, type);
  }
  const isActive = true;
  const accounts = await insertAccounts(
    tx,
    tenant,
    created.accounts.map((name) => {
      const { type = "Bank", paise = 0 as Paise } = openings.get(nameKey(name)) ?? {};
      return { id: newId(), name, type, isActive, openingBalance: paise };
    }),
  );
  const categories = await insertCategories(
    tx,
    tenant,
    created.categories.map((name) => {
      const type = types.get(name as (typeof BOOKED)[number]) as CategoryType;
      return { id: newId(), name, type, ledger: "", isActive };
    }),
  );
  for (const { accountId, paise } of openings.values()) {
    if (accountId) await openAccount(tx, tenant, accountId, paise);
  }
  const toName = ({ _id: id, name }: { _id: string; name: string }) => ({ id, name });
  const accountsBy = new Map(accounts.map((one) => [nameKey(one.name), one]));
  const categoriesBy = new Map(categories.map((one) => [nameKey(one.name), one]));
  return {
    openings: [...openings].map(([key, { accountId, paise }]) => ({
      accountId: accountId ?? (accountsBy.get(key) as Account)._id,
      paise,
    })),
    created: { accounts: accounts.map(toName), categories: categories.map(toName) },
    accountOf(name: string): AccountName {
      const known = present.accounts.get(nameKey(name));
      if (known) return { _id: known.id, name: known.name, type: known.type };
      const { _id, type } = accountsBy.get(nameKey(name)) as Account;
      return { _id, name, type };
    },
    categoryOf(name: string): { _id: string; name: string } {
      const known = present.categories.get(nameKey(name));
      return { _id: known?.id ?? (categoriesBy.get(nameKey(name))?._id as string), name };
    },
  };
}
