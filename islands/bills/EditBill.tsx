import type { Bill } from "../../domain/purchases/bills.ts";
import { Failure } from "../browser/api.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Closed, ForMembers, FormWaiting } from "../invoices/FormData.tsx";
import { useBillData } from "./BillData.tsx";
import { BillForm } from "./BillForm.tsx";
import { useMatchedRow } from "./NewBill.tsx";
import { fromMatchedRow, toValues } from "./values.ts";

const TITLE = "Edit Bill";

/**
 * Edits a bill until it is paid or cancelled. Takes values from a row of GSTR-2B if the address names one.
 */
export default function EditBill() {
  return (
    <ForMembers title={TITLE} label="Bill">
      <Edit />
    </ForMembers>
  );
}

function Edit() {
  const search = useUrlQuery();
  const id = search === null ? "" : location.pathname.split("/")[2];
  const detail = useFetch<Bill>(id ? `/api/bills/${id}` : null);
  const matched = useMatchedRow(new URLSearchParams(search ?? ""));
  const { known, failure, reload } = useBillData(detail, matched);
  const bill = detail.data;
  if (detail.failure instanceof Failure && detail.failure.status === 404) {
    return <Closed title={TITLE} sentence="Bill not found" href="/bills" way="Go to Bills" />;
  }
  if (bill && (bill.status === "PAID" || bill.status === "CANCELLED")) {
    const sentence = `A ${bill.status.toLowerCase()} bill cannot be changed`;
    return (
      <Closed title={TITLE} sentence={sentence} href={`/bills/${bill._id}`} way="Go to the bill" />
    );
  }
  if (!known || !bill || (matched.isAsked && !matched.pair)) {
    return <FormWaiting title={TITLE} label="Bill" failure={failure} onRetry={reload} />;
  }
  const row = matched.pair?.row;
  const start = toValues(bill);
  const corrected = row ? fromMatchedRow(row, start, start.vendorId) : start;
  return <BillForm {...known} bill={bill} start={corrected} of="" />;
}
