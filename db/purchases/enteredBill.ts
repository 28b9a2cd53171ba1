import type { Bill } from "../../domain/purchases/bills.ts";

/** Returns the fields that a bill was entered with and that `changes` does not contain. */
export function toEntered(bill: Bill, changes: object) {
  const { number, date, receivedDate, dueDate, placeOfSupply, reverseCharge, roundOff, notes } =
    bill;
  const { onHold, tdsRule, tds, billId, tdsCertificate, rentMonths } = bill;
  const isFixed =
    !bill.tdsByRule && !["items", "tdsRule", "vendorId"].some((field) => field in changes);
  const ofVendor = !("vendorId" in changes);
  return {
    number,
    date,
    receivedDate,
    dueDate,
    placeOfSupply,
    reverseCharge,
    roundOff,
    notes,
    onHold,
    tdsCertificate,
    rentMonths,
    ...(billId && { billId }),
    import: bill.import,
    vendorId: bill.vendorId._id,
    items: bill.items.map(({ categoryId, ...item }) => ({
      ...item,
      categoryId: categoryId || null,
    })),
    status: bill.status === "DRAFT" ? "DRAFT" : "OPEN",
    ...(ofVendor && { tdsRule }),
    ...(isFixed && { tdsAmount: tds }),
  };
}
