import { pluralize } from "../../domain/counts.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { monthAfter, monthName } from "../../domain/months.ts";
import type { SupplierReturnRow } from "../../domain/purchases/supplierReturns.ts";
import { failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { openOver } from "../ui/openOver.ts";
import { SupplierForm } from "./SupplierForm.tsx";

interface Props {
  /** If left out, it lists every vendor. */
  vendor?: { _id: string; displayName: string };
}

/** Months for which vendors had not filed GSTR-3B. The credit of their bills is reversed (Rule 37A). */
export function SupplierReturns({ vendor }: Props) {
  const query = vendor ? `?vendorId=${vendor._id}` : "";
  const { data, failure, reload } = useFetch<{ suppliers: SupplierReturnRow[] }>(
    `/api/gst/suppliers${query}`,
  );
  const record = (of: Pick<Props, "vendor">, period: string, isFiled: boolean) =>
    openOver((close) => (
      <SupplierForm {...of} period={period} isFiled={isFiled} onChanged={reload} onClose={close} />
    ));
  return (
    <>
      {failure !== undefined && (
        <p className="error">{failureText(failure, "Failed to load the vendors’ returns")}</p>
      )}
      {data?.suppliers.length === 0 && (
        <p className="muted">No vendors are marked as not having filed GSTR-3B.</p>
      )}
      <ul>
        {data?.suppliers.map((row) => (
          <li className="entry" key={`${row.vendorId._id} ${row.period} ${row.unfiledOn}`}>
            <div>
              <div>{vendor ? monthName(row.period) : row.vendorId.displayName}</div>
              <div className="cell-sub">{describeFacts(row, vendor === undefined)}</div>
            </div>
            <Money amount={row.credit} />
            {!row.filedOn && (
              <Button
                needs="enter books"
                label="Has filed"
                aria-label={`${row.vendorId.displayName} has filed ${monthName(row.period)}`}
                onClick={() => record({ vendor: row.vendorId }, row.period, true)}
              />
            )}
          </li>
        ))}
      </ul>
      <Button
        needs="enter books"
        className="mt-16"
        label="Vendor has not filed…"
        onClick={() => record(vendor ? { vendor } : {}, monthAfter(today().slice(0, 7), -1), false)}
      />
    </>
  );
}

const describeFacts = (row: SupplierReturnRow, isOfAll: boolean): string =>
  [
    isOfAll && `bills of ${monthName(row.period)}`,
    pluralize(row.bills, "bill"),
    `reversed ${formatDate(row.unfiledOn)}`,
    row.filedOn && `reclaimed ${formatDate(row.filedOn)}`,
  ]
    .filter(Boolean)
    .join(", ");
