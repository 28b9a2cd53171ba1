import { addDays, today } from "../../domain/dates.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import { type Caller, made } from "../world.ts";

export const addVendor = async (who: Caller, displayName: string, input = {}): Promise<string> =>
  made(await who.post("/api/vendors", { displayName, ...input })).vendor._id;

interface Billed {
  number: string;
  taxable?: number;
  /** Days from today; negative if overdue. */
  due?: number;
  [field: string]: unknown;
}

/** A bill dated 30 days ago with one item at 18 % by default. */
export async function addBill(
  who: Caller,
  vendorId: string,
  { taxable = 10_000, due = 3, ...input }: Billed,
): Promise<Bill> {
  const items = [{ description: "Brochures", taxable, taxPct: 18 }];
  const dates = { date: addDays(today(), -30), dueDate: addDays(today(), due) };
  return made(await who.post("/api/bills", { vendorId, ...dates, items, ...input }));
}
