import { readdirSync } from "node:fs";
import { join } from "node:path";
import { today } from "../../domain/dates.ts";
import { createWorld, made } from "../world.ts";
import type { Seat } from "./bahi.ts";

export async function openOctober() {
  const world = await createWorld();
  const { owner, account, cash, fees, rent } = world.kaveri;
  const seat: Seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
  const add = async (path: string, body: object) => made(await owner.post(path, body));
  const [income, expense] = [
    { type: "Income", accountId: account._id, categoryId: fees._id },
    { type: "Expense", accountId: cash._id, categoryId: rent._id },
  ];
  const all = "/api/transactions";
  await add(all, {
    ...income,
    date: "2026-10-01",
    description: "Retainer, Zest",
    amount: 1250000.5,
  });
  await add(all, { ...expense, date: "2026-10-02", description: "चहा आणि नाश्ता", amount: 120 });
  await add(all, {
    ...expense,
    date: "2026-10-03",
    description: "=1+1",
    amount: 5,
    notes: "a note",
  });
  await add(all, { ...income, date: today(), description: "Fee of this month", amount: 10 });
  const transfer = { fromAccountId: account._id, toAccountId: cash._id, amount: 5000 };
  await add(`${all}/transfer`, { ...transfer, date: "2026-10-04", description: "Cash for tea" });
  return { world, seat };
}

export const OCTOBER = ["--month", "2026-10"];

export const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ {2,}/g, " | "));

export async function openBilledOctober() {
  const { world, seat } = await openOctober();
  const { owner, account } = world.kaveri;
  const client = async (displayName: string) =>
    made(await owner.post("/api/clients", { displayName })).client._id;
  const [asha, bela] = [await client("Asha & Sons"), await client("बेला")];
  const items = [{ description: "Logo", qty: 1, rate: 1000, taxPct: 18 }];
  const bill = async (clientId: string, date: string, dueDate = "") =>
    made(await owner.post("/api/invoices", { clientId, date, dueDate, items }))._id;
  const sent = await bill(asha, "2026-10-05", "2026-10-20");
  await owner.post(`/api/invoices/${sent}/send`, {});
  const payment = { date: "2026-10-10", amount: 500, tdsAmount: 100, mode: "UPI" };
  made(await owner.post(`/api/invoices/${sent}/payments`, { ...payment, accountId: account._id }));
  await bill(bela, "2026-10-06");
  await bill(asha, "2026-09-30");
  const receipt = { date: "2026-10-07", client: { name: "Meera" }, purpose: "Print", mode: "Cash" };
  made(await owner.post("/api/receipts", { ...receipt, amount: 50, accountId: account._id }));
  return { world, seat };
}

export const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .sort();
