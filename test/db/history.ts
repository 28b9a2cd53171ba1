import * as fc from "fast-check";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { type Caller, made, type World } from "../world.ts";

export const DATES = [
  "2025-12-31",
  "2026-01-01",
  "2026-01-31",
  "2026-02-10",
  "2026-04-01",
] as const;
const cents = fc.integer({ min: 1, max: 10_000_000 });

const step = fc.oneof(
  fc.record({
    do: fc.constant("add"),
    date: fc.constantFrom(...DATES),
    amount: cents,
    isIncome: fc.boolean(),
    inCash: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("transfer"),
    date: fc.constantFrom(...DATES),
    amount: cents,
    inCash: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("edit"),
    at: fc.nat(),
    date: fc.constantFrom(...DATES),
    amount: cents,
    isIncome: fc.boolean(),
  }),
  fc.record({ do: fc.constant("delete"), at: fc.nat() }),
  fc.record({
    do: fc.constant("import"),
    rows: fc.array(fc.tuple(fc.constantFrom(...DATES), cents), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ do: fc.constant("undo"), at: fc.nat() }),
  fc.record({
    do: fc.constantFrom("receipt", "bill", "pay"),
    at: fc.nat(),
    date: fc.constantFrom(...DATES),
    amount: cents,
    inCash: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("take receipt back", "take payment back"), at: fc.nat() }),
);
export const histories = fc.array(step, { minLength: 3, maxLength: 14 });
export type Step = {
  do: string;
  at: number;
  date: string;
  amount: number;
  isIncome: boolean;
  inCash: boolean;
  rows: [string, number][];
};

export type Agency = World["kaveri"] & { clientId: string };

export const paise = (rupees: number) => Math.round(rupees * 100);

/** Takes one step, or none if it is impossible now. */
export async function take(
  agency: Agency,
  { do: what, at, date, amount, isIncome, inCash, rows }: Step,
): Promise<void> {
  const { owner, account, cash, fees, rent, clientId } = agency;
  const [from, to] = inCash ? [cash, account] : [account, cash];
  const kind = isIncome
    ? { type: "Income", categoryId: fees._id }
    : { type: "Expense", categoryId: rent._id };
  const entry = { date, description: "Step", amount: (amount ?? 0) / 100 };
  const { items } = (await owner.get("/api/transactions?limit=100")).body;
  const chosen = items[(at ?? 0) % Math.max(items.length, 1)];

  if (what === "add")
    made(await owner.post("/api/transactions", { ...entry, ...kind, accountId: from._id }));
  if (what === "transfer") {
    const sides = { fromAccountId: from._id, toAccountId: to._id };
    made(await owner.post("/api/transactions/transfer", { ...entry, ...sides }));
  }
  if (what === "edit" && chosen)
    await owner.put(`/api/transactions/${chosen._id}`, { ...entry, ...kind });
  if (what === "delete" && chosen) await owner.delete(`/api/transactions/${chosen._id}`);
  if (what === "import") {
    const lines = rows.map(
      ([day, paise]) => `${day},Row,kaveri cash,Rent,Expense,${(paise / 100).toFixed(2)},\n`,
    );
    await owner.upload("/api/transactions/import", CSV_HEADER + lines.join(""));
  }
  if (what === "receipt") {
    const receipt = { ...entry, client: { name: "Meera" }, purpose: "Step", mode: "Cash" };
    made(await owner.post("/api/receipts", { ...receipt, accountId: from._id }));
  }
  if (what === "take receipt back") await deleteOne(owner, "/api/receipts", at);
  if (what === "bill") {
    const items = [{ description: "Step", qty: 1, rate: entry.amount }];
    made(await owner.post("/api/invoices", { clientId, date, items }));
  }
  if (what === "pay") await pay(agency, { at, date, inCash });
  if (what === "take payment back") {
    const [payment] = (await paidInvoice(owner, at))?.payments ?? [];
    if (payment) await owner.delete(`/api/payments/${payment._id}`);
  }
  if (what === "undo") {
    const batches = (await owner.get("/api/imports?limit=100")).body.items;
    const batch = batches[at % Math.max(batches.length, 1)];
    if (batch) await owner.delete(`/api/imports/${batch._id}`);
  }
}

async function deleteOne(owner: Caller, path: string, at: number): Promise<void> {
  const { items } = (await owner.get(`${path}?limit=100`)).body;
  const chosen = items[at % Math.max(items.length, 1)];
  if (chosen) await owner.delete(`${path}/${chosen._id}`);
}

async function pay(
  { owner, account, cash }: Agency,
  { at, date, inCash }: Pick<Step, "at" | "date" | "inCash">,
): Promise<void> {
  const { items } = (await owner.get("/api/invoices?limit=100")).body;
  const due = items.filter((invoice: { balance: number }) => invoice.balance > 0.02);
  const invoice = due[at % Math.max(due.length, 1)];
  if (!invoice) return;
  const half = Math.floor(paise(invoice.balance) / 2) / 100;
  const fields = at % 2 ? { amount: invoice.balance } : { amount: half, tdsAmount: 0.01 };
  const accountId = (inCash ? cash : account)._id;
  const payment = { ...fields, date, mode: "UPI", accountId };
  made(await owner.post(`/api/invoices/${invoice._id}/payments`, payment));
}

async function paidInvoice(owner: Caller, at: number) {
  const { items } = (await owner.get("/api/invoices?limit=100")).body;
  const paid = items.filter((invoice: { received: number }) => invoice.received > 0);
  const invoice = paid[at % Math.max(paid.length, 1)];
  return invoice && (await owner.get(`/api/invoices/${invoice._id}`)).body;
}

export async function clear({ owner }: Agency): Promise<void> {
  for (let paid = await paidInvoice(owner, 0); paid; paid = await paidInvoice(owner, 0)) {
    for (const { _id } of paid.payments) await owner.delete(`/api/payments/${_id}`);
  }
  for (;;) {
    const { items } = (await owner.get("/api/receipts?limit=100")).body;
    if (items.length === 0) break;
    for (const { _id } of items) await owner.delete(`/api/receipts/${_id}`);
  }
  for (;;) {
    const { items } = (await owner.get("/api/transactions?limit=100")).body;
    if (items.length === 0) return;
    for (const { _id } of items) await owner.delete(`/api/transactions/${_id}`);
  }
}
