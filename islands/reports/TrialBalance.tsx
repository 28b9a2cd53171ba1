import type { TrialBalance as TrialBalanceAnswer } from "../../domain/ledger/reports.ts";
import { trialBalanceSheet } from "../../domain/ledger/statementSheets.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { Choice, DayControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function TrialBalance() {
  return (
    <Report<TrialBalanceAnswer>
      name="trial-balance"
      title="Trial balance"
      permission="view statements"
      takes={{ at: "", view: "year" }}
      sheetOf={trialBalanceSheet}
      controls={(parameters) => (
        <>
          <DayControl parameters={parameters} />
          <Choice
            parameters={parameters}
            name="view"
            label="Income and expenses"
            choices={[
              ["year", "This year"],
              ["raw", "Since books began"],
            ]}
          />
          <a
            className={`py-8 text-13 ${hiddenFrom("view statements")}`}
            href="/reports/opening-balances"
          >
            Opening balances
          </a>
        </>
      )}
    />
  );
}
