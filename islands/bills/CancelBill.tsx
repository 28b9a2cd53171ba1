import { useState } from "react";
import { BILL_KIND_NAMES, type Bill } from "../../domain/purchases/bills.ts";
import { CancelDocument, type ToCancel } from "../ui/CancelDocument.tsx";
import { DateField } from "../ui/DateField.tsx";
import { moneyText } from "../ui/Money.tsx";

/** Cancels a bill, on a date if one is given. Until then its tax and cost stay in the ledgers. */
export function CancelBill({ bill, ...common }: ToCancel & { bill: Bill }) {
  const { kind, number, vendorId, grandTotal } = bill;
  const [date, setDate] = useState("");
  return (
    <CancelDocument
      {...common}
      title="Bill"
      body={date ? { date } : {}}
      name={BILL_KIND_NAMES[kind].toLowerCase()}
      about={`${number}, ${vendorId.displayName}, ${moneyText(grandTotal)}`}
      hasVendorNumber={kind !== "SELF_INVOICE"}
      success="Bill cancelled"
      otherwise="Error cancelling bill"
    >
      {bill.paid + bill.tdsKept > 0 && (
        <p>{`${moneyText(bill.paid + bill.tdsKept)} becomes an advance to the vendor.`}</p>
      )}
      {!common.isDraft && (
        <div className="mt-16">
          <DateField
            label="Cancelled on"
            isBooked
            blank="No date"
            help="Blank means today if a filed return includes it, or as if never entered if not."
            field={{ name: "date", value: date, error: undefined, change: setDate, blur() {} }}
          />
        </div>
      )}
    </CancelDocument>
  );
}
