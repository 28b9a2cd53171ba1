import { eq } from "drizzle-orm";
import { CATEGORY_TYPES } from "../domain/categories.ts";
import { CSV_COLUMNS } from "../domain/csv.ts";
import { addDays, type CalendarDate, today } from "../domain/dates.ts";
import { NewInvoice } from "../domain/invoiceInput.ts";
import { toDecimal } from "../domain/money.ts";
import { NewReceipts } from "../domain/receipts.ts";
import { check } from "../domain/refusal.ts";
import { addAccount } from "./accounts.ts";
import { atomically } from "./atomically.ts";
import { record } from "./audit.ts";
import type { Books } from "./books.ts";
import { addCategory } from "./categories.ts";
import { addClient } from "./clients.ts";
import { invoicesUntil } from "./demo/billing.ts";
import { CLIENTS } from "./demo/clients.ts";
import { receiptsUntil } from "./demo/counter.ts";
import { ACCOUNTS, AGENCY, BANK_DETAILS, CATEGORIES, PLACES } from "./demo/studio.ts";
import { type DemoRow, yearUntil } from "./demo/year.ts";
import { importTransactions } from "./imports.ts";
import { changeInvoiceSettings } from "./invoiceSettings.ts";
import { addInvoice, cancelInvoice, sendInvoice } from "./invoices.ts";
import { addPayment } from "./payments.ts";
import { addReceipts } from "./receipts.ts";
import { agencies } from "./schema.ts";
import { addMember } from "./team.ts";
import type { Tenant } from "./tenant.ts";
import { addTransaction, addTransfer } from "./transactions.ts";
import { registerAgency } from "./users.ts";

const SLUG = "indigo-studio";
const OWNER = { name: "Asha Kulkarni", email: "asha@indigo.example", password: "indigo demo" };
const STAFF = { name: "Rohan Kulkarni", email: "rohan@indigo.example", password: "indigo demo" };

/** Typed in one by one, so that the log and the newest entries look like a week at work. */
const DAYS_TYPED = 7;

/**
 * A year of a design studio's books up to today, through the operations that people use. Does nothing
 * where the demo is there already. @returns what its owner signs in with.
 */
export async function writeDemo(
  books: Books,
  on: CalendarDate = today(),
): Promise<{ email: string; password: string }> {
  const { email, password } = OWNER;
  const known = await books.read.select().from(agencies).where(eq(agencies.slug, SLUG));
  if (known.length > 0) return { email, password };

  const { owner, staff } = await openAgency(books);
  const ids = await makeNames(owner);
  const rows = yearUntil(on).filter(({ isBilled }) => !isBilled);
  const typedFrom = addDays(on, 1 - DAYS_TYPED);
  await importRows(
    owner,
    rows.filter(({ date }) => date < typedFrom),
  );
  await issueReceipts(staff, on, ids);
  await bill(owner, on, idOf(PLACES.BANK, ids));
  for (const row of rows.filter(({ date }) => date >= typedFrom)) {
    await type(row.account === "Petty Cash" ? staff : owner, row, ids);
  }
  return { email, password };
}

async function openAgency(books: Books): Promise<{ owner: Tenant; staff: Tenant }> {
  const agency = { agencyName: "Indigo Studio", agencySlug: SLUG };
  const { session, user } = await registerAgency(books, { ...OWNER, ...agency });
  const owner: Tenant = { books, ...session, role: user.role };
  const member = await addMember(owner, { ...STAFF, role: "staff" });
  await describe(owner);
  return { owner, staff: { ...owner, userId: member._id, role: member.role } };
}

/** What the header shows, and where clients pay to. */
async function describe(owner: Tenant): Promise<void> {
  await atomically(owner.books, async (tx) => {
    await tx.update(agencies).set(AGENCY).where(eq(agencies.id, owner.agencyId));
    await record(tx, owner, "UPDATE", "Metadata", { after: AGENCY });
  });
  await changeInvoiceSettings(owner, { bankDetails: BANK_DETAILS });
}

/** Ids of all accounts and categories, by name. */
async function makeNames(owner: Tenant): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const account of ACCOUNTS) {
    const { name, _id } = await addAccount(owner, account);
    ids.set(name, _id);
  }
  for (const type of CATEGORY_TYPES) {
    for (const name of CATEGORIES[type]) {
      ids.set(name, (await addCategory(owner, { name, type, isActive: true }))._id);
    }
  }
  return ids;
}

async function importRows(owner: Tenant, rows: DemoRow[]): Promise<void> {
  const csv = [CSV_COLUMNS.join(","), ...rows.map(lineOf)].join("\n");
  const options = { file: "indigo-books.csv", dryRun: false, createMissing: false };
  async function* body() {
    yield new TextEncoder().encode(csv);
  }
  await importTransactions(owner, { ...options, keepDuplicates: true }, body());
}

function lineOf({ date, description, account, toAccount, category, type, amount, notes }: DemoRow) {
  const place = toAccount ? `${account} → ${toAccount}` : account;
  const cells = [date, description, place, category, type, toDecimal(amount), notes];
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
}

async function issueReceipts(who: Tenant, on: CalendarDate, ids: Map<string, string>) {
  const receipts = receiptsUntil(on).map(({ account, ...receipt }) => ({
    ...receipt,
    accountId: idOf(account, ids),
  }));
  await addReceipts(who, check(NewReceipts, { receipts }));
}

/** Every invoice of the year in its order, with what became of it. */
async function bill(owner: Tenant, on: CalendarDate, accountId: string): Promise<void> {
  const clientIds = new Map<string, string>();
  for (const [name, client] of Object.entries(CLIENTS)) {
    clientIds.set(name, (await addClient(owner, client))._id);
  }
  for (const { client, ends, payments, ...invoice } of invoicesUntil(on)) {
    const input = { ...invoice, clientId: idOf(client, clientIds) };
    const { _id } = await addInvoice(owner, check(NewInvoice, input));
    if (ends === "draft") continue;
    await sendInvoice(owner, _id);
    if (ends === "cancelled") await cancelInvoice(owner, _id);
    for (const payment of payments) {
      await addPayment(owner, _id, { ...payment, notes: "", accountId });
    }
  }
}

async function type(who: Tenant, row: DemoRow, ids: Map<string, string>): Promise<void> {
  const { date, description, amount, notes } = row;
  const content = { date, description, amount, notes };
  const accountId = idOf(row.account, ids);
  if (row.type === "Transfer") {
    const toAccountId = idOf(row.toAccount ?? "", ids);
    await addTransfer(who, { ...content, fromAccountId: accountId, toAccountId });
  } else {
    const categoryId = idOf(row.category, ids);
    await addTransaction(who, { ...content, accountId, categoryId, type: row.type });
  }
}

function idOf(name: string, ids: Map<string, string>): string {
  const id = ids.get(name);
  if (!id) throw new Error(`The demo names "${name}", which it did not make`);
  return id;
}
