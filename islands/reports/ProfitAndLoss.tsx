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
      controls={(parameters) => <Controls parameters={parameters} />}
    />
  );
}

const Controls = ({ parameters }: { parameters: ReportQuery }) => (
  <>
    <PeriodControl parameters={parameters} />
    <SegmentedControl
      label="Columns"
      choices={[
        ["", "Total"],
        ["quarter", "Quarters"],
        ["month", "Months"],
      ]}
      chosen={parameters?.by}
      onChoose={(by) => changeUrlQuery({ by })}
    />
    {!parameters?.by && <CompareControl parameters={parameters} />}
    <Choice
      parameters={parameters}
      name="basis"
      label="Basis"
      choices={[
        ["accrual", "Accrual"],
        ["cash", "Cash"],
      ]}
    />
  </>
);
