import { useEffect, useEffectEvent, useState } from "react";
import { findStateByGstin } from "../../domain/gst/states.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { BILL_KINDS, type BillKind } from "../../domain/purchases/bills.ts";
import type { Matching, PairView } from "../../domain/purchases/matchingInput.ts";
import type { Vendor } from "../../domain/purchases/vendors.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ForMembers, FormWaiting } from "../invoices/FormData.tsx";
import { useBillData } from "./BillData.tsx";
import { BillForm } from "./BillForm.tsx";
import { createBlank, fromExpense, fromMatchedRow, type Values } from "./values.ts";

const TITLE = "New Bill";

/** Creates a bill: blank, from an existing expense, or from a row of GSTR-2B. */
export default function NewBill() {
  return (
    <ForMembers title={TITLE} label="Bill">
      <Entering />
    </ForMembers>
  );
}

function Entering() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const id = params.get("transaction");
  const transaction = useFetch<{ transaction: Transaction }>(id && `/api/transactions/${id}`);
  const matched = useMatchedRow(params);
  const { known, failure, reload } = useBillData(transaction, matched);
  const expense = transaction.data?.transaction;
  const waits = search === null || (id && !expense) || (matched.isAsked && !matched.pair);
  if (!known || waits)
    return <FormWaiting title={TITLE} label="Bill" failure={failure} onRetry={reload} />;
  const values = createBlank({
    kind: BILL_KINDS.find((kind) => kind === params.get("kind")) ?? ("BILL" as BillKind),
    vendorId: params.get("vendor") ?? "",
    billId: params.get("bill") ?? "",
  });
  const own = known.vendors.find(({ _id }) => _id === values.vendorId);
  const start = { ...values, ...(own && { tdsRule: own.tdsRule as string }) };
  if (matched.pair) return <OfRow known={known} pair={matched.pair} of={params.toString()} />;
  const of = id ? `transaction=${id}` : params.toString();
  return <BillForm {...known} start={expense ? fromExpense(expense) : start} of={of} />;
}

/** Returns the row of a month's GSTR-2B named in the address: `?period=2026-10&row=ID`. */
export function useMatchedRow(params: URLSearchParams) {
  const [period, row] = [params.get("period"), params.get("row")];
  const isAsked = Boolean(period && row);
  const matching = useFetch<Matching>(isAsked ? `/api/gst/${period}/matching` : null);
  const pair = matching.data?.pairs.find((pair) => pair.row?._id === row);
  return { ...matching, isAsked, pair };
}

interface OfRowProps {
  known: NonNullable<ReturnType<typeof useBillData>["known"]>;
  pair: PairView;
  of: string;
}

/** Creates the vendor first if the supplier in GSTR-2B is not one yet. */
function OfRow({ known, pair: { row, ctin }, of }: OfRowProps) {
  const [made, setMade] = useState<Vendor>();
  const vendor = made ?? known.vendors.find(({ gstin }) => gstin === ctin);
  const addVendor = useEffectEvent(() => {
    if (vendor || !row) return;
    const state = findStateByGstin(ctin);
    const place = { state: state?.name ?? "", stateCode: state?.code ?? "" };
    const start = { displayName: row.supplier, gstin: ctin, ...place };
    void import("../ui/addHere.tsx").then(({ addHere }) =>
      addHere("vendor", { start, onMade: setMade }),
    );
  });
  useEffect(() => addVendor(), []);
  const before = createBlank({ tdsRule: vendor?.tdsRule ?? "" });
  const start: Values = row ? fromMatchedRow(row, before, vendor?._id ?? "") : before;
  const vendors = made ? [...known.vendors, { ...made, toPay: 0 }] : known.vendors;
  return <BillForm key={vendor?._id ?? ""} {...known} vendors={vendors} start={start} of={of} />;
}
