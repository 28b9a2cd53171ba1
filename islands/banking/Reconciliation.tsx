import { findAgreement, openInWords } from "../../domain/banking/agreement.ts";
import {
  type BankedAccount,
  type Reconciliation as Report,
  toReconciliationRows,
} from "../../domain/banking/reconciliation.ts";
import { formatDate, isCalendarDate, today } from "../../domain/dates.ts";
import { type RupeeSum, toRupees } from "../../domain/money.ts";
import { monthAfter, toLastOfMonth } from "../../domain/months.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { saveCsv, savePdf } from "../ui/downloads.ts";
import { SelectField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { PageHead } from "../ui/Page.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { Closing } from "./Closing.tsx";

/** The bank reconciliation statement that a chartered accountant asks for, for any date. */
export default function Reconciliation() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const banks = useFetch<{ accounts: BankedAccount[] }>("/api/banking");
  const accounts = banks.data?.accounts ?? [];
  const withStatements = accounts.filter(({ statements }) => statements > 0);
  const account =
    params.get("account") ?? withStatements[0]?.account._id ?? accounts[0]?.account._id;
  const lastDay = accounts.find((one) => one.account._id === account)?.lastDay;
  const typed = params.get("at") ?? "";
  const at = isCalendarDate(typed) ? typed : (lastDay ?? today());
  const url = search !== null && account && banks.data ? buildUrl(account, at) : null;
  const { data, failure, reload } = useFetch<Report>(url);
  const name = `reconciliation-${at}`;
  return (
    <>
      <PageHead title="Reconciliation" back={{ href: "/banking", label: "Back to Banking" }}>
        <Button
          look="quiet"
          icon="file-spreadsheet"
          label="CSV"
          disabled={!data}
          onClick={() =>
            account &&
            void saveCsv(buildUrl(account, at, ".csv"), `${name}.csv`, "Failed to download CSV")
          }
        />
        <Button
          look="primary"
          icon="download"
          label="PDF"
          disabled={!data}
          onClick={() =>
            account &&
            void savePdf({
              url: buildUrl(account, at, ".pdf"),
              name: `${name}.pdf`,
              success: "PDF downloaded successfully",
            })
          }
        />
      </PageHead>
      {banks.data && accounts.length === 0 ? (
        <Empty label="Reconciliation" icon="scale" title="No bank account yet">
          <LinkButton needs="enter books" label="Add Account" href="/settings/masters" />
        </Empty>
      ) : (
        <>
          <div className="toolbar brs-bar">
            <SelectField
              label="Account"
              options={accounts.map(({ account }) => [account._id, account.name] as const)}
              field={createField("account", account ?? "", (id) => changeUrlQuery({ account: id }))}
            />
            <DateField
              label="As on"
              isLazy
              field={createField("at", at, (day) => changeUrlQuery({ at: day }))}
            />
            <SegmentedControl
              label="Month ends"
              choices={monthEnds().map((day) => [day, formatDate(day).slice(0, -5)] as const)}
              chosen={at}
              onChoose={(day) => changeUrlQuery({ at: day })}
            />
          </div>
          {banks.failure !== undefined && !banks.data ? (
            <FailedToLoad
              label="Reconciliation"
              failure={banks.failure}
              otherwise="Could not reach the server."
              onRetry={banks.reload}
            />
          ) : failure !== undefined && !data ? (
            <FailedToLoad
              label="Reconciliation"
              failure={failure}
              otherwise="Could not reach the server."
              onRetry={reload}
            />
          ) : data ? (
            <Paper report={data} onChanged={reload} />
          ) : (
            <Loading label="Reconciliation" text="Loading the statement..." />
          )}
        </>
      )}
    </>
  );
}

const buildUrl = (account: string, at: string, type = "") =>
  `/api/accounts/${account}/reconciliation${type}?at=${at}`;

const createField = (name: string, value: string, change: (text: string) => void) => ({
  name,
  value,
  change,
  error: undefined,
  blur() {},
});

/** Returns the last days of the last three months. */
function monthEnds(): string[] {
  const ends: string[] = [];
  let day = today();
  for (let n = 0; n < 3; n++) {
    day = toLastOfMonth(monthAfter(day, -1));
    ends.push(day);
  }
  return ends;
}

function Paper({ report, onChanged }: { report: Report; onChanged(): void }) {
  const { account, at, proof, remarks } = report;
  const agreement = findAgreement(report);
  const { state, toGoPaise } = agreement;
  const isProved = proof === "proved" || proof === "totals";
  const isGreen = state === "agrees" && isProved;
  const amount = moneyText(toRupees(toGoPaise < 0n ? -toGoPaise : toGoPaise));
  const words = {
    unknown: `No statement for ${account.name} covers ${formatDate(at)}`,
    agrees: `Books and bank agree on ${formatDate(at)}`,
    open: `${amount} left to enter on ${formatDate(at)}`,
    differs: `${amount} is unexplained`,
  };
  return (
    <>
      <div className={`callout brs-side ${isGreen ? "is-pos" : ""}`} role="status">
        <Icon name={isGreen ? "circle-check" : state === "open" ? "circle" : "triangle-alert"} />
        <div>
          <p className="strong">{words[state]}</p>
          <p>
            {isProved ? "Matches the bank’s balances." : "Not verified by the bank’s balances."}
            {openInWords(agreement) && ` Still open: ${openInWords(agreement)}.`}
          </p>
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </div>
      </div>
      <Closing report={report} onChanged={onChanged} />
      <article className="paper brs">
        <div className="paper-top flex items-start between gap-24 line-below">
          <p className="strong">
            {account.name}
            {account.number && <span className="muted">{` …${account.number.slice(-4)}`}</span>}
          </p>
          <div className="brs-title end">
            <h2 className="text-16">Bank Reconciliation Statement</h2>
            <p>{`as on ${formatDate(at)}`}</p>
          </div>
        </div>
        <table className="brs-table mt-16 text-13">
          <caption className="sr-only">Bank reconciliation statement</caption>
          <thead>
            <tr>
              <th scope="col" className="b-date line-below nowrap small">
                Date
              </th>
              <th scope="col" className="b-part line-below nowrap small">
                Particulars
              </th>
              <th scope="col" className="b-ref line-below nowrap small">
                Reference
              </th>
              <th scope="col" className="r line-below nowrap small">
                Amount
              </th>
              <th scope="col" className="r b-sum line-below nowrap small">
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {toReconciliationRows(report).map((row, n) => (
              <tr key={n} className={CLASSES[row.kind] + (row.balance !== null ? " is-last" : "")}>
                <td className="b-date num">{row.date && formatDate(row.date)}</td>
                <td className="b-part">
                  {row.particulars}
                  {row.isStale && <span className="cell-sub warn">over three months: stale</span>}
                </td>
                <td className="b-ref">{row.ref}</td>
                <td className="r">
                  <Figure amount={row.amount} />
                </td>
                <td className="r b-sum b-sub">
                  <Figure amount={row.balance} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="brs-foot grid cols-2 gap-40 small soft">
          <div>Prepared by</div>
          <div>Checked by</div>
        </div>
      </article>
    </>
  );
}

const CLASSES = {
  balance: "balance",
  title: "group",
  item: "brs-item",
  none: "muted",
  difference: "balance closing",
} as const;

const Figure = ({ amount }: { amount: RupeeSum | null }) =>
  amount === null ? null : <Money amount={amount} />;
