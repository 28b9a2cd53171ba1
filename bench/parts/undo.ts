import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { registerAgency } from "../../db/agencies/users.ts";
import { clientStore } from "../../db/documents/clients.ts";
import { addInvoice } from "../../db/documents/invoices.ts";
import { addPayment } from "../../db/documents/payments.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { accountStore } from "../../db/ledger/accounts.ts";
import { categoryStore } from "../../db/ledger/categories.ts";
import { changeEntry, deleteEntry } from "../../db/ledger/splits.ts";
import { addTransaction } from "../../db/ledger/transactions.ts";
import { openBooks } from "../../db/open/open.ts";
import { NewClient } from "../../domain/documents/clients.ts";
import { NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { NewPayment } from "../../domain/documents/payments.ts";
import { NewAccount } from "../../domain/ledger/accounts.ts";
import { NewCategory } from "../../domain/ledger/categories.ts";
import { NewTransaction } from "../../domain/ledger/transactions.ts";
import { parse } from "../../domain/refusal.ts";
import { median, ms, type Part, times } from "../measure.ts";

const WARM_UP = 60;
const ROUNDS = 300;

/** Measures the cost of undo for writes, compared with books whose triggers store nothing. */
export const undo: Part = {
  title: "writes with and without what undo needs",
  async run() {
    const [kept, bare] = [await openDesk(true), await openDesk(false)];
    const spent = new Map<string, { bare: number[]; kept: number[] }>();
    for (let n = -WARM_UP; n < ROUNDS; n++) {
      for (const what of Object.keys(kept.actions)) {
        const both = spent.get(what) ?? { kept: [], bare: [] };
        spent.set(what, both);
        // Alternates, so that neither always comes first.
        const order = n % 2 ? (["kept", "bare"] as const) : (["bare", "kept"] as const);
        for (const which of order) {
          const took = await measureCpu(() => (which === "kept" ? kept : bare).actions[what]?.());
          if (n >= 0) both[which].push(took);
        }
      }
    }
    kept.close();
    bare.close();
    return [...spent].map(([what, { kept, bare }]) => ({
      what: `${what}, processor time, p50`,
      measured: ms(median(kept)),
      beside: `${ms(median(bare))} without images of rows`,
      ratio: times(median(kept) / median(bare)),
      target: "at most 1.15 ×",
    }));
  },
};

async function measureCpu(work: () => Promise<void> | undefined): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function openDesk(isKept: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "bahi-bench-"));
  const books = await openBooks({ url: `file:${join(folder, "books.db")}` });
  if (!isKept) {
    const found = await books.write.all<{ name: string }>(
      sql`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_image\\_%' ESCAPE '\\'`,
    );
    for (const { name } of found) await books.write.run(`DROP TRIGGER ${name}`);
  }
  const person = { name: "Asha", email: "asha@bench.test", password: "asha's password" };
  const agency = { agencyName: "Bench", agencySlug: "bench" };
  const { session } = await registerAgency(books, { ...person, ...agency }, { address: "" });
  const { agencyId, userId } = session;
  const createTenant = (): Tenant => ({ books, agencyId, userId, role: "owner" });
  const { _id: accountId } = await accountStore.add(
    createTenant(),
    parse(NewAccount, { name: "Bank" }),
  );
  const cabs = parse(NewCategory, { name: "Cabs", type: "Expense" });
  const { _id: categoryId } = await categoryStore.add(createTenant(), cabs);
  const { _id: clientId } = await clientStore.add(
    createTenant(),
    parse(NewClient, { displayName: "Saffron Kitchens" }),
  );
  const [date, links] = ["2026-10-05", { accountId, categoryId }];
  let [transaction, invoice] = ["", ""];
  const actions: Record<string, () => Promise<void>> = {
    async "add a transaction"() {
      const entry = { date, description: "Cab to Baner", type: "Expense", amount: 460 };
      ({ _id: transaction } = await addTransaction(
        createTenant(),
        parse(NewTransaction, { ...entry, ...links }),
      ));
    },
    async "change it"() {
      await changeEntry(createTenant(), transaction, { amount: 500 });
    },
    async "delete it"() {
      await deleteEntry(createTenant(), transaction);
    },
    async "add an invoice"() {
      const items = [1, 2].map((qty) => ({ description: "Logo", qty, rate: 1000, taxPct: 18 }));
      ({ _id: invoice } = await addInvoice(
        createTenant(),
        parse(NewInvoice, { clientId, date, items }),
      ));
    },
    async "record its payment"() {
      const paid = parse(NewPayment, { date, amount: 500, mode: "UPI", accountId });
      await addPayment(createTenant(), invoice, paid);
    },
  };
  const close = () => {
    books.close();
    rmSync(folder, { recursive: true });
  };
  return { actions, close };
}
