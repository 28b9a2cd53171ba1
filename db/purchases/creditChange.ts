import { today as todayInIndia } from "../../domain/dates.ts";
import { type CreditChange, NewBill } from "../../domain/purchases/billInput.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { findIssuer } from "../documents/issuer.ts";
import type { Tenant } from "../engine/tenant.ts";
import { billStore } from "./billRows.ts";
import { assertOpenDate } from "./bills.ts";
import { toEntered } from "./enteredBill.ts";
import { computeBill } from "./figureBill.ts";

/**
 * Changes the tax treatment of a bill, paid or not, on the day that counts for the return: by default today.
 * @throws Refusal "conflict" for a cancelled bill or a draft, "invalid" if a day or line is not allowed
 */
export function changeCredit(tenant: Tenant, id: string, change: CreditChange): Promise<Bill> {
  const { itc, blockedBy, lines, date = todayInIndia() } = change;
  return billStore.rewrite(tenant, id, async (tx, { bill: row, vendor }, before) => {
    if (row.status === "CANCELLED" || row.status === "DRAFT") {
      throw new Refusal("conflict", "You can change only the credit of an entered bill");
    }
    // Without a date it is today, and triggers refuse the lines if the books are closed.
    if (change.date) await assertOpenDate(tx, tenant, row, date);
    const isWanted = (n: number) => !lines || lines.includes(n + 1);
    if (lines?.some((n) => n > before.items.length)) {
      throw invalid("lines", `The bill has ${before.items.length} lines`);
    }
    const entered = toEntered(before, {});
    const items = entered.items.map((item, n) =>
      isWanted(n) ? { ...item, itc, blockedBy: itc === "BLOCKED" ? blockedBy : undefined } : item,
    );
    const input = parse(NewBill, { ...entered, items, kind: before.kind });
    const issuer = await findIssuer(tx, tenant, "SELF_INVOICE");
    const computed = await computeBill(tx, tenant, {
      input,
      vendor,
      issuer,
      own: row.id,
      elsewhere: "refuse",
    });
    return { columns: { creditChangedOn: date }, items: computed.items };
  });
}
