import { addDays, today } from "../../domain/dates.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import { type Caller, made } from "../world.ts";

/** What vendors bill, for tests of screens. */
export const addVendor = async (who: Caller, displayName: string, input = {}): Promise<string> =>
  made(await who.post("/api/vendors", { displayName, ...input })).vendor._id;

interface Billed {
  number: string;
  taxable?: number;
  /** Days from today; below 0 it was due before. */
  due?: number;
  [field: string]: unknown;
}

/** A bill of today less 30 days, of one item at 18 %, where nothing else is said. */
export async function addBill(
  who: Caller,
  vendorId: string,
  { taxable = 10_000, due = 3, ...input }: Billed,
): Promise<Bill> {
  const items = [{ description: "Brochures", taxable, taxPct: 18 }];
  const dates = { date: addDays(today(), -30), dueDate: addDays(today(), due) };
  return made(await who.post("/api/bills", { vendorId, ...dates, items, ...input }));
}
