import { formatDate } from "../../domain/dates.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { BillList } from "../../domain/purchases/bills.ts";
import type { Vendor } from "../../domain/purchases/vendors.ts";
import type { VendorAdvance } from "../../domain/tds/advances.ts";
import { failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { openOver } from "../ui/openOver.ts";
import { AdvanceForm, UseForm } from "./AdvanceForm.tsx";

interface Props {
  vendor: Vendor;
  onChanged(): void;
}

/** Advances to a vendor: payments before a bill, with their TDS, and the bill that each settles. */
export function Advances({ vendor, onChanged }: Props) {
  const { _id: vendorId } = vendor;
  const { data, failure, reload } = useFetch<{ advances: VendorAdvance[] }>(
    `/api/vendor-advances?vendorId=${vendorId}`,
  );
  const { data: books } = useFetch<{ accounts: Account[] }>("/api/accounts");
  const unpaid = useFetch<BillList>(`/api/bills?vendorId=${vendorId}&status=UNPAID&limit=100`);
  const onSaved = () => {
    reload();
    unpaid.reload();
    onChanged();
  };
  const bills = unpaid.data?.items.filter(({ kind }) => kind !== "CREDIT_NOTE") ?? [];
  const add = (accounts: Account[]) =>
    openOver((close) => (
      <AdvanceForm vendor={vendor} accounts={accounts} onSaved={onSaved} onClose={close} />
    ));
  const use = (advance: VendorAdvance) =>
    openOver((close) => (
      <UseForm advance={advance} bills={bills} onSaved={onSaved} onClose={close} />
    ));
  return (
    <section aria-labelledby="advances">
      <h3 id="advances">Advances</h3>
      {failure !== undefined && (
        <p className="error">{failureText(failure, "Failed to load advances")}</p>
      )}
      {data?.advances.length === 0 && <p className="muted">No advances yet.</p>}
      <ul>
        {data?.advances.map((advance) => (
          <li className="entry" key={advance._id}>
            <div>
              <div>{advance.reference || "Advance"}</div>
              <div className="cell-sub num">
                {[
                  formatDate(advance.date),
                  advance.tdsAmount > 0 && `TDS ${moneyText(advance.tdsAmount)}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </div>
            </div>
            {advance.billId ? (
              <a className="doc" href={`/bills/${advance.billId}`}>
                Bill
              </a>
            ) : (
              bills.length > 0 && (
                <Button needs="enter books" label="Settle a bill" onClick={() => use(advance)} />
              )
            )}
            <div className="amt">
              <Money amount={advance.amount} />
            </div>
          </li>
        ))}
      </ul>
      {books && (
        <Button
          needs="enter books"
          icon="plus"
          label="Record advance"
          onClick={() => add(books.accounts)}
        />
      )}
    </section>
  );
}
