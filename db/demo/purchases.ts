import type { CalendarDate } from "../../domain/dates.ts";
import { NewBillPayment } from "../../domain/documents/payments.ts";
import { toRupees } from "../../domain/money.ts";
import { monthAfter } from "../../domain/months.ts";
import { NewBill } from "../../domain/purchases/billInput.ts";
import { readGstr2b } from "../../domain/purchases/gstr2b.ts";
import { parse } from "../../domain/refusal.ts";
import { NewDeposit } from "../../domain/tds/payable.ts";
import { addAttachment } from "../attachments/attachments.ts";
import { storeBytes } from "../attachments/bytes.ts";
import type { Tenant } from "../engine/tenant.ts";
import { addBill } from "../purchases/bills.ts";
import { payBill } from "../purchases/payBills.ts";
import { vendorStore } from "../purchases/vendors.ts";
import { loadGstr2b } from "../returns/matching.ts";
import { addDeposit } from "../tds/deposits.ts";
import type { DemoAction, Studio } from "./addActions.ts";
import { renderBill } from "./billPdf.ts";
import { billsUntil, type DemoBill, depositsUntil } from "./bills.ts";
import { buildGstr2b } from "./inward.ts";
import { listClosedMonths, toHalfClosedMonth } from "./months.ts";
import { PLACES } from "./studio.ts";
import { VENDORS } from "./vendors.ts";

// Rohan enters vendors' bills, Asha pays them and deposits the TDS, and Vinod loads GSTR-2B.

/** Lists actions up to and including this day. */
export function purchasesUntil(on: CalendarDate): DemoAction[] {
  const bills = billsUntil(on);
  return [
    ...bills.flatMap((bill) => toBillActions(bill)),
    ...depositsUntil(on).map(({ what, amount, date, ...deposit }): DemoAction => {
      const reference = `Challan ${date.replaceAll("-", "").slice(2)}0510`;
      return {
        date,
        time: "16:50",
        by: "asha",
        does: (who, { ids }) => {
          const accountId = ids.get(PLACES.BANK);
          const input = { ...deposit, date, reference, amount: toRupees(amount), accountId };
          return addDeposit(who, parse(NewDeposit, input));
        },
      };
    }),
    ...portalUntil(on, bills),
  ];
}

function toBillActions(bill: DemoBill): DemoAction[] {
  const { date, payments } = bill;
  let id = "";
  const entered: DemoAction = {
    date,
    time: "11:05",
    by: "rohan",
    does: async (who, studio) => {
      id = (await addBill(who, await toBillInput(who, bill, studio)))._id;
      await attachBill(who, bill, id);
      studio.ids.set(`bill ${bill.number}`, id);
    },
  };
  const paid = payments.map(({ date, amountPaise, reference }): DemoAction => {
    return {
      date,
      time: "16:40",
      by: "asha",
      does: async (who, { ids }) => {
        const how = { mode: "Bank Transfer", reference, accountId: ids.get(PLACES.BANK) };
        const input = parse(NewBillPayment, { date, amount: toRupees(amountPaise), ...how });
        return payBill(who, id, input);
      },
    };
  });
  return [entered, ...paid];
}

async function toBillInput(who: Tenant, bill: DemoBill, { ids }: Studio) {
  const { vendor, kind, number, date, dueDate, what, category, rupees, taxPct } = bill;
  const key = `vendor ${vendor}`;
  if (!ids.has(key)) ids.set(key, (await vendorStore.add(who, VENDORS[vendor]))._id);
  const { itc } = VENDORS[vendor];
  const item = {
    description: what,
    categoryId: ids.get(category),
    taxable: rupees,
    taxPct,
    ...(itc === "BLOCKED" && { blockedBy: "FOOD" }),
  };
  return parse(NewBill, {
    vendorId: ids.get(key),
    kind,
    number,
    date,
    dueDate,
    items: [item],
    receivedDate: date,
    notes: bill.notes ?? "",
    ...(kind === "CREDIT_NOTE" && { billId: ids.get(`bill ${number.replace("/CN/", "/S/")}`) }),
    reverseCharge: bill.isOwnTax === true,
    import: bill.isImport ? "SERVICE" : "",
    onHold: bill.state === "HOLD",
    status: bill.state === "DRAFT" ? "DRAFT" : "OPEN",
  });
}

/** Attaches the vendor's PDF. */
async function attachBill(who: Tenant, bill: DemoBill, id: string): Promise<void> {
  const { vendor, number } = bill;
  const name = `${VENDORS[vendor].displayName} ${number || bill.date}.pdf`;
  async function* bytes() {
    yield renderBill(bill);
  }
  const stored = await storeBytes(who, bytes());
  await addAttachment(who, { entity: "bill", id, name: name.replaceAll("/", "-") }, stored);
}

/** Loads GSTR-2B on the 14th of the next month. All agree, except in the month being closed. */
function portalUntil(on: CalendarDate, bills: DemoBill[]): DemoAction[] {
  const half = toHalfClosedMonth(on);
  return [...listClosedMonths(on), half].map((month) => {
    const file = readGstr2b(buildGstr2b(month, bills, month === half));
    const does: DemoAction["does"] = (who) => loadGstr2b(who, month, file);
    return { date: `${monthAfter(month)}-15`, time: "15:20", by: "vinod", does };
  });
}
