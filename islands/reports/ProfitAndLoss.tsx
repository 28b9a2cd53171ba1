import type { ProfitAndLossReport } from "../../domain/ledger/reports.ts";
import { profitAndLossSheet } from "../../domain/ledger/statementSheets.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Choice, CompareControl, PeriodControl } from "./controls.tsx";
import { Report, type ReportQuery } from "./Report.tsx";

/** Income and cost, on an accrual or cash basis. */
export default function ProfitAndLoss() {
  return (
    <Report<ProfitAndLossReport>
      name="profit-and-loss"
      title="Profit and loss"
      permission="view statements"
      takes={{ dateFrom: "", dateTo: "", basis: "accrual", compare: "year", by: "" }}
      sheetOf={profitAndLossSheet}
      controls={(asked) => <Controls asked={asked} />}
    />
  );
}

const Controls = ({ asked }: { asked: ReportQuery }) => (
  <>
    <PeriodControl asked={asked} />
    <SegmentedControl
      label="Columns"
      choices={[
        ["", "Total"],
        ["quarter", "Quarters"],
        ["month", "Months"],
      ]}
      chosen={asked?.by}
      onChoose={(by) => changeUrlQuery({ by })}
    />
    {!asked?.by && <CompareControl asked={asked} />}
    <Choice
      {...{ asked, name: "basis", label: "Basis" }}
      choices={[
        ["accrual", "Accrual"],
        ["cash", "Cash"],
      ]}
    />
  </>
);
