// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.

import { useState } from "react";
import { counted } from "../../domain/counts.ts";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import {
  type Deposit,
  type TdsCode,
  type TdsPayable,
  tdsQuarterOf,
} from "../../domain/tds/payable.ts";
import { send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { saveCsv } from "../ui/downloads.ts";
import { Kpi } from "../ui/Kpi.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { PageHead } from "../ui/Page.tsx";
import { PurchaseTabs } from "../ui/PageTabs.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { Depositing, type ToDeposit } from "./Depositing.tsx";

type Month = TdsPayable["months"][number];
type Code = TdsCode;

/** What was kept back of vendors, by month and rule: what is to be paid to the Government, and by when. */
export default function Tds() {
  const search = useUrlQuery();
  const quarter =
    search === null
      ? undefined
      : (new URLSearchParams(search).get("quarter") ?? tdsQuarterOf(today()).quarter);
  const { data, failure, reload } = useFetch<TdsPayable>(
    quarter ? `/api/reports/tds-payable?${new URLSearchParams({ quarter })}` : null,
  );
  const label = "TDS to deposit";
  return (
    <>
      <Head payable={data} />
      <PurchaseTabs path="/tds" />
      {data ? (
        <Shown payable={data} onChanged={reload} />
      ) : failure ? (
        <FailedToLoad {...{ label, failure }} otherwise="Failed to load TDS" onRetry={reload} />
      ) : (
        <Loading label={label} text="Loading TDS..." />
      )}
    </>
  );
}

function Head({ payable }: { payable: TdsPayable | undefined }) {
  const { quarter = "", dateFrom = "", dateTo = "" } = payable ?? {};
  const [isSaving, save] = useBusy(() =>
    saveCsv(
      `/api/reports/tds-payable.csv?quarter=${quarter}`,
      `TDS-${quarter}.csv`,
      "Failed to export TDS",
    ),
  );
  const go = (day: string) => () => changeUrlQuery({ quarter: tdsQuarterOf(day).quarter });
  return (
    <PageHead title="Bills">
      {payable && (
        <>
          <span className="stepper">
            <IconButton
              icon="chevron-left"
              label="Quarter before"
              onClick={go(addDays(dateFrom, -1))}
            />
            <span className="stepper-month">{quarter}</span>
            <IconButton
              icon="chevron-right"
              label="Next quarter"
              onClick={go(addDays(dateTo, 1))}
            />
          </span>
          <Button
            look="quiet"
            icon="file-spreadsheet"
            label="Register for Form 140 (26Q)"
            isBusy={isSaving}
            onClick={save}
          />
        </>
      )}
    </PageHead>
  );
}

interface ShownProps {
  payable: TdsPayable;
  onChanged(): void;
}

function Shown({ payable, onChanged }: ShownProps) {
  const { months, tds, deposited, payable: left, quarter } = payable;
  const form = useLazyDialog((_: ToDeposit) =>
    import("./DepositForm.tsx").then((m) => m.DepositForm),
  );
  const some = months.filter(({ codes }) => codes.length > 0);
  return (
    <>
      <dl className="kpis invoice-totals">
        <Kpi name="To deposit" amount={left} note="" className="lead" />
        <Kpi name="TDS deducted" amount={tds} note={quarter} />
        <Kpi name="Deposited" amount={deposited} note="" />
      </dl>
      {some.length === 0 && (
        <Empty
          label="TDS to deposit"
          icon="landmark"
          title="No TDS was deducted in this quarter"
          text="It is deducted from bills whose vendor has a rule"
        />
      )}
      {some.map((month) => (
        <MonthPanel key={month.month} month={month} onDeposit={form.open} />
      ))}
      {payable.deposits.length > 0 && <Deposits deposits={payable.deposits} {...{ onChanged }} />}
      <Depositing form={form} onChanged={onChanged} />
    </>
  );
}

const nameOf = ({ name }: Pick<Code, "name">) => name || "Without a rule";

function MonthPanel({ month, onDeposit }: { month: Month; onDeposit(what: ToDeposit): void }) {
  const title = monthName(month.month);
  const isLate = month.payable > 0 && month.due < today();
  return (
    <section className="panel tds-month" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <span className={`spring small ${isLate ? "neg" : "muted"}`}>
          {month.payable > 0 ? `due by ${formatDate(month.due)}` : "deposited"}
        </span>
      </div>
      <div className="tbl-wrap">
        <table role="table" className="tbl to-list">
          <caption className="sr-only">{title}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Rule
              </th>
              {["Taxable value", "Deducted", "Deposited", "To deposit"].map((name) => (
                <th role="columnheader" scope="col" className="r" key={name}>
                  {name}
                </th>
              ))}
              <th role="columnheader" scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {month.codes.map((rule) => (
              <tr role="row" key={rule.code}>
                <th role="rowheader" scope="row">
                  <span className="cell-main">{nameOf(rule)}</span>
                  <span className="cell-sub">{counted(rule.sums, "sum")}</span>
                </th>
                {([rule.amount, rule.tds, rule.deposited] as const).map((amount, n) => (
                  <td role="cell" className="r drop" key={n}>
                    <Money amount={amount} />
                  </td>
                ))}
                <td role="cell" className="r strong">
                  <Money amount={rule.payable} />
                </td>
                <td role="cell" className="r">
                  {rule.payable > 0 && (
                    <Button
                      label={
                        <>
                          Record deposit
                          <span className="sr-only">{` ${nameOf(rule)}, ${title}`}</span>
                        </>
                      }
                      onClick={() =>
                        onDeposit({
                          ...{ month: month.month, code: rule.code, name: nameOf(rule) },
                          payable: Number(rule.payable),
                        })
                      }
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What was paid to the Government; owners may delete one, and its expense with it. */
function Deposits({ deposits, onChanged }: { deposits: Deposit[]; onChanged(): void }) {
  const [toDelete, setToDelete] = useState<Deposit>();
  return (
    <section className="panel" aria-labelledby="deposits">
      <div className="panel-head">
        <h2 id="deposits">Deposits</h2>
      </div>
      <ul>
        {deposits.map((deposit) => (
          <li className="entry" key={deposit._id}>
            <div>
              <div className="num strong">{formatDate(deposit.date)}</div>
              <div className="cell-sub">
                {[`for ${monthName(deposit.month)}`, deposit.reference].filter(Boolean).join(", ")}
              </div>
            </div>
            <div className="amt">
              <Money amount={deposit.amount} />
            </div>
            {can("delete deposits") && (
              <IconButton
                icon="trash-2"
                label={`Delete deposit of ${moneyText(deposit.amount)}`}
                onClick={() => setToDelete(deposit)}
              />
            )}
          </li>
        ))}
      </ul>
      {toDelete && (
        <ConfirmDelete
          title="Delete Deposit"
          run={() => send("DELETE", `/api/tds-deposits/${toDelete._id}`)}
          success="Deposit deleted successfully"
          otherwise="Error deleting deposit"
          onChanged={onChanged}
          onClose={() => setToDelete(undefined)}
        >
          <p>Are you sure you want to delete this deposit? Its expense is deleted with it.</p>
          <p className="strong">{moneyText(toDelete.amount)}</p>
        </ConfirmDelete>
      )}
    </section>
  );
}
