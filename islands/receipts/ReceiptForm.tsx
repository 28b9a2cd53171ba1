import { useEffect } from "react";
import * as v from "valibot";
import type { Account } from "../../domain/accounts.ts";
import { today } from "../../domain/dates.ts";
import { NewReceipt, type Receipt } from "../../domain/receipts.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { useIdempotencyKey } from "../browser/idempotency.ts";
import { readRupees } from "../parts/AmountField.tsx";
import { showToast } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";
import { ReceiptFields } from "./ReceiptFields.tsx";
import { ReceiptPreview } from "./ReceiptPreview.tsx";

// Fields go by their paths in what the API takes, so that its errors find them.
const BLANK = {
  date: "",
  accountId: "",
  "client.name": "",
  "client.phone": "",
  "client.email": "",
  "client.address": "",
  purpose: "",
  amount: "",
  mode: "Cash",
  reference: "",
  notes: "",
};
export type Values = typeof BLANK;

/** What is sent: empty optional values are left out (specification, section 3). */
function bodyOf(values: Values) {
  const { "client.name": name, "client.phone": phone, "client.email": email, ...rest } = values;
  const { "client.address": address, amount, ...fields } = rest;
  const client = filled({ name, phone, email, address });
  return { ...filled(fields), amount: readRupees(amount), client };
}

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));

const schema = v.pipe(
  v.custom<Values>(() => true),
  v.transform((values): unknown => bodyOf(values)),
  NewReceipt,
);

interface Props {
  /** Active ones. */
  accounts: Account[];
  onMade(receipt: Receipt): void;
}

export function ReceiptForm({ accounts, onMade }: Props) {
  const idempotency = useIdempotencyKey();
  const { form, field, values, change, submit, isBusy } = useFields<Values>({
    values: BLANK,
    schema,
    submit: async (values) => {
      const body = bodyOf(values);
      const key = idempotency.keyFor(body);
      const { receipt } = await send<{ receipt: Receipt }>("POST", "/api/receipts", body, key);
      onMade(receipt);
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Failed to create receipt")),
  });
  // Only here is it known which day it is where the form is filled in, and which accounts there are.
  useEffect(() => change({ date: today() }), []);
  const first = accounts[0]?._id;
  useEffect(() => {
    if (first) change({ accountId: first });
  }, [first]);

  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>New Receipt</h1>
        </div>
      </div>
      <form
        ref={form}
        className="form-cols receipt-form"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
            event.currentTarget.requestSubmit();
        }}
      >
        <ReceiptFields field={field} accounts={accounts} />
        <div className="summary stack">
          <ReceiptPreview values={values} accounts={accounts} />
          <div className="form-acts">
            <a className="btn" href="/receipts">
              Cancel
            </a>
            <button
              className="btn btn-primary"
              type="submit"
              aria-busy={isBusy}
              aria-keyshortcuts="Control+Enter"
            >
              {isBusy ? "Creating..." : "Create Receipt"}
            </button>
          </div>
        </div>
      </form>
    </>
  );
}
