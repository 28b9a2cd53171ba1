import { type CalendarDate, formatDate, toFinancialYear } from "../../domain/dates.ts";
import { addFault, type BooksFile, type Faults } from "../../domain/documents/booksFile.ts";
import { explainOverpaid } from "../../domain/documents/payments.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { toStoredKind } from "../../domain/purchases/bills.ts";
import type { FileBill, FileBillPayment } from "../../domain/purchases/booksBills.ts";
import { invalid } from "../../domain/refusal.ts";
import { computeBalance } from "../documents/rows.ts";
import { newId } from "../engine/id.ts";
import type { Row as Bill, VendorRow } from "../purchases/billRows.ts";
import { assessBill } from "../purchases/figureBill.ts";
import { vendorColumns } from "../purchases/vendors.ts";
import { type Draft, planAt } from "./booksDraft.ts";
import { toBooking, toSettlement } from "./booksMoney.ts";

// Purchases in a file: vendors, bills and their payments.

/** A bill of the file or of the books, with its balance. */
interface FileBillStatus {
  id: string;
  number: string;
  date: CalendarDate;
  vendorName: string;
  isOpen: boolean;
  openPaise: Paise;
}

/** Adds problems to `faults`. */
export function planBills(file: BooksFile, draft: Draft, faults: Faults): void {
  const vendors = resolveVendors(file, draft, faults);
  const known = new Map(draft.present.bills.map((row) => [keyOfRow(row), row]));
  const byNumber = new Map<string, FileBillStatus[]>();
  const seen = new Set<string>();
  for (const [at, one] of file.bills.entries()) {
    planAt(draft, faults, `bills.${at}`, () => {
      const vendor = vendors.get(one.vendor);
      if (!vendor) throw invalid("vendor", `The file has no vendor ${one.vendor}`);
      const billStatus = planBill(one, vendor, { draft, known, seen });
      byNumber.set(one.number, [...(byNumber.get(one.number) ?? []), billStatus]);
      for (const [n, payment] of one.paid.entries()) {
        planAt(draft, faults, `bills.${at}.paid.${n}`, () =>
          planPayment(payment, billStatus, draft),
        );
      }
    });
  }
  for (const [at, { bill, reversedIn: period, ...taxes }] of file.reclaimed.entries()) {
    planAt(draft, faults, `reclaimed.${at}`, () => {
      const [first, second] = byNumber.get(bill) ?? [];
      if (!first) throw invalid("bill", `The file has no bill ${bill}`);
      if (second) throw invalid("bill", `Several vendors have a bill ${bill}`);
      const { plan, agencyId } = draft;
      const row = { agencyId, id: newId(), period, billId: first.id };
      plan.reversals.push({
        ...row,
        igstPaise: taxes.igst,
        cgstPaise: taxes.cgst,
        sgstPaise: taxes.sgst,
        cessPaise: taxes.cess,
      });
    });
  }
  for (const [at, { bill, document: _, ...payment }] of file.payments.entries()) {
    if (!bill) continue;
    planAt(draft, faults, `payments.${at}`, () => {
      const [first, second] = byNumber.get(bill) ?? knownBills(bill, draft);
      if (!first) throw invalid("bill", `Neither the file nor the books have a bill ${bill}`);
      if (second)
        throw invalid(
          "bill",
          `Several vendors have a bill ${bill}: put the payment in that bill’s “paid” list`,
        );
      planPayment(payment, first, draft);
    });
  }
}

const knownBills = (number: string, { present }: Draft): FileBillStatus[] =>
  present.bills
    .filter((row) => row.number === number && row.kind !== "VENDOR_CREDIT")
    .map((row) => toOpenBill(row, row.issued?.recipient.name ?? ""));

const toOpenBill = (row: Bill, vendorName: string): FileBillStatus => ({
  id: row.id,
  number: row.number,
  date: row.date,
  vendorName,
  openPaise: computeBalance(row),
  isOpen: row.status !== "DRAFT" && row.status !== "CANCELLED",
});

function resolveVendors(file: BooksFile, draft: Draft, faults: Faults): Map<string, VendorRow> {
  const { present, plan, agencyId, importId } = draft;
  const found = new Map<string, VendorRow>();
  for (const [at, { id, vendor }] of file.vendors.entries()) {
    if (found.has(id)) {
      addFault(faults, `vendors.${at}.id`, `Vendor ${id} is in the file twice`);
      continue;
    }
    const key = nameKey(vendor.displayName);
    const { gstin } = vendor;
    const known =
      present.vendors.find(
        (row) => row.nameKey === key && (row.gstin === gstin || !row.gstin || !gstin),
      ) ?? (gstin ? onlyOne(present.vendors.filter((row) => row.gstin === gstin)) : undefined);
    const row = known ?? { agencyId, importId, id: newId(), ...vendorColumns(vendor) };
    if (known) plan.known += 1;
    else plan.vendors.push(row);
    found.set(id, row);
  }
  return found;
}

const onlyOne = <Row>(rows: Row[]) => (rows.length === 1 ? rows[0] : undefined);

type Keyed = Pick<Bill, "date" | "kind" | "number" | "numberKey" | "vendorKey">;

const keyOfRow = ({ kind, date, number, numberKey, vendorKey }: Keyed) =>
  [kind, toFinancialYear(date), numberKey || number, vendorKey].join("\n");

interface Planning {
  draft: Draft;
  known: Map<string, Bill>;
  seen: Set<string>;
}

function planBill(
  one: FileBill,
  vendor: VendorRow,
  { draft, known, seen }: Planning,
): FileBillStatus {
  const { plan, present, agencyId, userId: createdBy, importId, at } = draft;
  const isOwn =
    one.kind === "BILL" && one.reverseCharge && one.import === "" && vendor.kind === "UNREGISTERED";
  const kind = isOwn ? "SELF_INVOICE" : one.kind;
  const { lines, status, placeOfSupplyCode: placeOfSupply, ...fields } = one;
  const items = lines.map((line) => ({ ...line, itc: line.itc ?? one.itc }));
  const more = { kind, items, placeOfSupply, vendorId: vendor.id, onHold: false } as const;
  const state = status === "DRAFT" ? ("DRAFT" as const) : ("OPEN" as const);
  const { supplier } = present.issuer;
  const noTds = { tdsCertificate: "", rentMonths: [] };
  const entered = { ...fields, ...more, ...noTds, status: state };
  const made = assessBill(entered, { vendor, supplier, categories: [], at, elsewhere: "cost" });
  const { grandTotalPaise: total } = made.columns;
  if (one.total !== undefined && one.total !== total) {
    throw invalid(
      "total",
      `The total is ${formatPaise(one.total)} in the file, but its lines total ${formatPaise(total)}`,
    );
  }
  const key = keyOfRow({ ...made.columns, number: one.number });
  if (seen.has(key))
    throw invalid("number", `${one.number} of ${vendor.displayName} is in the file twice`);
  seen.add(key);
  const row = known.get(key);
  if (row) {
    assertSame(one.date, total, row);
    plan.known += 1;
    return toOpenBill(row, vendor.displayName);
  }
  const id = newId();
  plan.bills.push({
    ...made.columns,
    agencyId,
    id,
    number: one.number,
    importId,
    createdBy,
    createdAt: at,
    isEarlier: one.earlier,
    cancelledAt: status === "CANCELLED" ? at : null,
  });
  for (const [line, item] of made.items.entries()) {
    plan.billLines.push({ ...item, agencyId, documentId: id, line });
  }
  const isOpen = status === "OPEN" && toStoredKind(kind) !== "VENDOR_CREDIT";
  const { number, date } = one;
  return { id, number, date, vendorName: vendor.displayName, isOpen, openPaise: total };
}

function assertSame(date: CalendarDate, total: Paise, row: Bill): void {
  const there = `${row.number} already exists`;
  if (row.date !== date) throw invalid("date", `${there}, dated ${formatDate(row.date)}`);
  if (row.grandTotalPaise !== total) {
    throw invalid("lines", `${there}, with a total of ${formatPaise(row.grandTotalPaise)}`);
  }
}

function planPayment(one: FileBillPayment, bill: FileBillStatus, draft: Draft): void {
  const paid = draft.present.payments.get(bill.id) ?? [];
  const at = paid.findIndex(
    ({ date, amountPaise, tdsPaise }) =>
      date === one.date && amountPaise === one.amount && tdsPaise === one.tdsAmount,
  );
  if (at >= 0) {
    paid.splice(at, 1);
    draft.plan.known += 1;
    return;
  }
  if (!bill.isOpen) throw invalid("", `${bill.number} cannot be paid`);
  if (one.amount + one.tdsAmount === 0) throw invalid("amount", "Amount must be greater than 0");
  if (one.amount + one.tdsAmount > bill.openPaise)
    throw invalid("amount", explainOverpaid(bill.openPaise));
  bill.openPaise = (bill.openPaise - one.amount - one.tdsAmount) as Paise;
  draft.plan.payments += 1;
  draft.plan.settlements.push({
    row: {
      ...toSettlement({ ...one, kind: "PAYMENT", documentId: bill.id }),
      isTdsEarly: one.tdsAmount > 0 && one.date < bill.date,
    },
    ...toBooking(draft, {
      ...one,
      type: "Expense",
      category: "Bill Payments",
      description: `Payment of bill ${bill.number}: ${bill.vendorName}`,
      source: { type: "Bill", _id: bill.id },
    }),
  });
}
