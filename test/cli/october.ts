import { today } from "../../domain/dates.ts";
import { createWorld, made } from "../world.ts";
import type { Seat } from "./bahi.ts";

/** Kaveri's owner at a server whose October holds four transactions, and this month one. */
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

/** Lines without the blanks of the layout. */
export const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ {2,}/g, " | "));
