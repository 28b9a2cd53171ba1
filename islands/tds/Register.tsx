// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.

import { pluralize } from "../../domain/counts.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import type { TdsPayable, TdsRow } from "../../domain/tds/payable.ts";
import { Money } from "../ui/Money.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { formatShortDate, type Month } from "./words.ts";

const HEADS = ["Credited", "Vendor, PAN", "Code", "Amount", "Rate", "TDS", "Deducted", "Challan"];
const WIDE: Record<string, string> = { Deducted: "on-wide", Challan: "on-wide" };
const IN_FIGURES = ["Amount", "Rate", "TDS"];

/** The rows of the quarter by month; amount × rate is the TDS of each. */
export function Register({ payable }: { payable: TdsPayable }) {
  const { rows, months } = payable;
  const taxed = rows.filter(({ deductedOn }) => deductedOn !== "");
  const below = rows.filter(({ deductedOn }) => deductedOn === "");
  const parties = new Set(taxed.map(({ party }) => party));
  return (
    <section className="panel" aria-label="Register">
      <table role="table" className="tbl to-list tds-register">
        <caption className="sr-only">Register for the quarter</caption>
        <thead role="rowgroup">
          <tr role="row">
            {HEADS.map((name) => (
              <th
                role="columnheader"
                scope="col"
                key={name}
                className={IN_FIGURES.includes(name) ? "r" : WIDE[name]}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {months.map((month) => (
          <MonthRows
            key={month.month}
            month={month}
            rows={taxed.filter(({ deductedOn }) => deductedOn.startsWith(month.month))}
          />
        ))}
        {below.length > 0 && (
          <tbody role="rowgroup">
            <Group title="No TDS was deducted" tds={0}>
              <span className="small muted">{pluralize(below.length, "sum")}</span>
            </Group>
            {below.map((row) => (
              <Line key={toRowKey(row)} row={row} />
            ))}
          </tbody>
        )}
        <tfoot role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row" colSpan={3}>
              {`${pluralize(taxed.length, "row")}, ${pluralize(parties.size, "vendor")}`}
            </th>
            <td role="cell" className="r">
              <Money amount={addUp(taxed.map(({ amount }) => amount))} />
            </td>
            <td role="cell" className="drop" />
            <td role="cell" className="r">
              <Money amount={payable.tds} />
            </td>
            <td role="cell" className="drop on-wide" colSpan={2} />
          </tr>
        </tfoot>
      </table>
      {listNotes(taxed).map((note) => (
        <p className="p-12-16 line-above small muted" key={note}>
          {note}
        </p>
      ))}
    </section>
  );
}

const toRowKey = ({ document, number, paidOn, deductedOn, amount }: TdsRow) =>
  [document, number, paidOn, deductedOn, amount].join(" ");

function MonthRows({ month, rows }: { month: Month; rows: TdsRow[] }) {
  if (rows.length === 0) return null;
  const isPaid = Number(month.payable) <= 0;
  const isLate = !isPaid && month.due < today();
  return (
    <tbody role="rowgroup">
      <Group title={monthName(month.month)} tds={month.tds}>
        <span className={`pill dot ${isPaid ? "pill-pos" : isLate ? "pill-neg" : "pill-warn"}`}>
          {isPaid ? "Deposited" : `Deposit by ${formatShortDate(month.due)}`}
        </span>
      </Group>
      {rows.map((row) => (
        <Line key={toRowKey(row)} row={row} />
      ))}
    </tbody>
  );
}

interface GroupProps {
  title: string;
  tds: Month["tds"];
  children: React.ReactNode;
}

const Group = ({ title, tds, children }: GroupProps) => (
  <tr role="row" className="tds-group">
    <th role="rowheader" scope="row" colSpan={5}>
      {title} {children}
    </th>
    <td role="cell" className="r">
      <Money amount={tds} />
    </td>
    <td role="cell" className="drop on-wide" colSpan={2} />
  </tr>
);

function Line({ row }: { row: TdsRow }) {
  const { party, pan, code, amount, rate, tax, number, document, form } = row;
  const isBill = document !== "" && row.rule !== "PARTNER";
  return (
    <tr role="row">
      <td role="cell" className="num">
        {formatShortDate(row.paidOn)}
      </td>
      <th role="rowheader" scope="row">
        <span className="cell-main">{party}</span>
        <span className="cell-sub">
          {isBill ? <a href={`/bills/${document}`}>{number}</a> : number}
          {`, ${pan || (form === "144" ? "non-resident" : "no PAN")}`}
        </span>
      </th>
      <td role="cell">{code && <span className="pill pill-line num">{code}</span>}</td>
      <td role="cell" className="r">
        <Money amount={amount} />
      </td>
      <td role="cell" className="r num">{`× ${rate}%`}</td>
      <td role="cell" className="r strong">
        <Money amount={tax} />
      </td>
      <td role="cell" className="num drop on-wide">
        {row.deductedOn && formatShortDate(row.deductedOn)}
      </td>
      <td role="cell" className="small on-wide">
        {row.challan || REMARKS[row.remark] || (tax > 0 ? "none yet" : "not deducted")}
      </td>
    </tr>
  );
}

const REMARKS: Record<string, string> = { Y: "below the limit" };

/** Explains why rows of a vendor share their date of deduction. */
function listNotes(rows: TdsRow[]): string[] {
  const days = Map.groupBy(rows, ({ party, code, deductedOn }) =>
    [party, code, deductedOn].join("\n"),
  );
  return [...days.values()].flatMap((of) => {
    const [first] = of;
    const isShared = of.length > 1 && of.some(({ paidOn, deductedOn }) => paidOn < deductedOn);
    if (!first || !isShared) return [];
    const on = formatDate(first.deductedOn);
    const sums = pluralize(of.length, "row");
    return `${first.party} passed the limit on ${on}, so TDS on earlier amounts was deducted then: ${sums}.`;
  });
}
