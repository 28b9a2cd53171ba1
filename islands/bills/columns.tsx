import { formatDate, formatDaysTo } from "../../domain/dates.ts";
import { BILL_KIND_NAMES, type BillRow, type ListedBill } from "../../domain/purchases/bills.ts";
import { CREDIT_STATE_NAMES } from "../../domain/purchases/creditStates.ts";
import { Button } from "../ui/Button.tsx";
import { actionsColumn, dateColumn, moneyColumn } from "../ui/columns.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { CreditPill } from "./InputTax.tsx";
import { BillPill, isLate, mayBePaid, mayBePaidNow } from "./status.tsx";

const column = columnHelper<ListedBill>();

/** The columns of a bill table. Their ids are the API's `sort` values. */
export const billColumns = (onPay: (bills: BillRow[]) => void) =>
  column.columns([
    column.accessor(({ vendorId }) => vendorId.displayName, {
      id: "vendor",
      header: "Vendor",
      enableHiding: false,
      meta: { cell: "card-1", isRowHeader: true },
      cell: ({ row: { original } }) => <Vendor bill={original} />,
    }),
    column.accessor("date", {
      ...dateColumn,
      meta: { cell: "t-date num soft w-6-75 from-56", head: "t-date w-6-75 from-56" },
    }),
    column.accessor("dueDate", {
      header: "Due",
      meta: { cell: "b-due num w-7 card-3", head: "w-7" },
      cell: ({ getValue, row: { original } }) => (
        <>
          {formatDate(getValue())}
          {mayBePaid(original) && (
            <span className={`cell-sub ${isLate(original) ? "is-late" : ""}`.trim()}>
              {formatDaysTo(getValue())}
            </span>
          )}
        </>
      ),
    }),
    column.accessor("status", {
      header: "Status",
      enableSorting: false,
      meta: { cell: "w-7 card-4", head: "w-7" },
      cell: ({ row }) => <BillPill bill={row.original} />,
    }),
    column.accessor("credit", {
      ...moneyColumn("Input credit", {
        cell: "r b-itc w-11-75 flush from-56",
        head: "r w-11-75 flush from-56",
      }),
      enableSorting: false,
      cell: ({ row: { original } }) => <Credit bill={original} />,
    }),
    column.accessor("grandTotal", {
      id: "total",
      ...moneyColumn("Total", { cell: "r w-7-25 flush from-43", head: "r w-7-25 flush from-43" }),
      cell: ({ getValue, row: { original } }) => (
        <>
          <Money amount={getValue()} />
          {original.tds > 0 && (
            <span className="cell-sub num">{`TDS ${moneyText(original.tds)}`}</span>
          )}
        </>
      ),
    }),
    column.accessor("toPay", {
      ...moneyColumn("To pay", { cell: "r strong w-7-25 flush card-2", head: "r w-7-25 flush" }),
      cell: ({ getValue, row: { original } }) =>
        mayBePaid(original) ? <Money amount={getValue()} /> : <span className="muted">–</span>,
    }),
    column.display(
      actionsColumn<ListedBill>(
        { cell: "b-acts w-5 from-43", head: "w-5 from-43" },
        (bill) =>
          mayBePaidNow(bill) && (
            <Button
              className="min-28"
              needs="enter books"
              label={
                <>
                  Pay<span className="sr-only">{` ${bill.number}`}</span>
                </>
              }
              onClick={() => onPay([bill])}
            />
          ),
      ),
    ),
  ]);

/** The vendor with a link, the bill's number, and the deadline for a small enterprise. */
function Vendor({ bill }: { bill: BillRow }) {
  const { _id, kind, number, vendorId, smallEnterpriseBy } = bill;
  const early = mayBePaid(bill) && smallEnterpriseBy;
  const facts = [
    number,
    kind !== "BILL" && BILL_KIND_NAMES[kind].toLowerCase(),
    early && `small enterprise, by ${formatDate(early)}`,
  ];
  return (
    <>
      <a className="cell-main truncate" href={`/bills/${_id}`} title={vendorId.displayName}>
        {vendorId.displayName}
      </a>
      <span className="cell-sub truncate reg">{facts.filter(Boolean).join(", ")}</span>
    </>
  );
}

/** The claimable tax, and the state of the claim. */
function Credit({ bill: { credit, creditState } }: { bill: ListedBill }) {
  if (creditState === "") return <span className="muted">–</span>;
  return (
    <>
      {creditState !== "NONE" && <Money amount={credit} />}
      <span className="cell-sub flex clip" title={CREDIT_STATE_NAMES[creditState]}>
        <CreditPill state={creditState} />
      </span>
    </>
  );
}
