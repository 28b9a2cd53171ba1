import { hasPartners } from "../../domain/agencies/constitution.ts";
import { addDays, today } from "../../domain/dates.ts";
import { type TdsPayable, toTdsQuarter } from "../../domain/tds/payable.ts";
import type { TdsStatement } from "../../domain/tds/statement.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { readLegalForm } from "../layout/identity.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { saveCsv } from "../ui/downloads.ts";
import { PageHead } from "../ui/Page.tsx";
import { PurchaseTabs } from "../ui/PageTabs.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { useAccountsDialog } from "../ui/useAccountsDialog.ts";
import { useBusy } from "../ui/useBusy.ts";
import { Challans } from "./Challans.tsx";
import type { ToDeposit } from "./DepositForm.tsx";
import { Due } from "./Due.tsx";
import { PartnersPay } from "./PartnersPay.tsx";
import { Quarters } from "./Quarters.tsx";
import { Register } from "./Register.tsx";
import { Statements } from "./Statements.tsx";
import { toDeposit } from "./words.ts";

export default function Tds() {
  const search = useUrlQuery();
  const quarter =
    search === null
      ? undefined
      : (new URLSearchParams(search).get("quarter") ?? toTdsQuarter(today()).quarter);
  const query = quarter && new URLSearchParams({ quarter });
  const payable = useFetch<TdsPayable>(query ? `/api/reports/tds-payable?${query}` : null);
  const statement = useFetch<TdsStatement>(query ? `/api/reports/tds-statement?${query}` : null);
  const label = "TDS to deposit";
  const failure = payable.failure ?? statement.failure;
  const reload = () => {
    payable.reload();
    statement.reload();
  };
  return (
    <>
      <Head payable={payable.data} />
      <PurchaseTabs path="/tds" />
      {payable.data && statement.data ? (
        <Shown payable={payable.data} statement={statement.data} onChanged={reload} />
      ) : failure ? (
        <FailedToLoad
          label={label}
          failure={failure}
          otherwise="Failed to load TDS"
          onRetry={reload}
        />
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
  const go = (day: string) => () => changeUrlQuery({ quarter: toTdsQuarter(day).quarter });
  return (
    <PageHead title="Bills">
      {payable && (
        <>
          <span className="stepper">
            <IconButton
              icon="chevron-left"
              label="Previous quarter"
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
  statement: TdsStatement;
  onChanged(): void;
}

function Shown({ payable, statement, onChanged }: ShownProps) {
  const form = useAccountsDialog((_: ToDeposit) =>
    import("./DepositForm.tsx").then((m) => m.DepositForm),
  );
  const owed = payable.months.flatMap((month) =>
    month.codes
      .filter((code) => Number(code.payable) > 0 || code.interest > 0)
      .map((code) => ({ month, code })),
  );
  const [first] = owed;
  useKeys({ d: () => first && form.open(toDeposit(first.month, first.code)) });
  const isFirm = hasPartners(readLegalForm()) && can("view statements");
  const isEmpty = payable.rows.length === 0 && payable.deposits.length === 0;
  return (
    <>
      <Quarters quarters={payable.quarters} quarter={payable.quarter} />
      {isEmpty ? (
        <>
          <Empty
            label="TDS to deposit"
            icon="landmark"
            title="No TDS was deducted in this quarter"
            text="TDS is deducted from bills of vendors with a TDS rule"
          />
          {isFirm && <PartnersPay onChanged={onChanged} />}
        </>
      ) : (
        <div className="two-one tds">
          <Register payable={payable} />
          <div className="stack">
            <Due payable={payable} onDeposit={form.open} />
            <Challans payable={payable} statement={statement} onChanged={onChanged} />
            <Statements statement={statement} onChanged={onChanged} />
            {isFirm && <PartnersPay onChanged={onChanged} />}
          </div>
        </div>
      )}
      {form.draw((Form, accounts, what) => (
        <Form what={what} onChanged={onChanged} accounts={accounts} onClose={form.close} />
      ))}
    </>
  );
}
