import type { CashFlowReport } from "../../domain/ledger/cashFlow.ts";
import { cashFlowSheet } from "../../domain/ledger/statementSheets.ts";
import { CompareControl, PeriodControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function CashFlow() {
  return (
    <Report<CashFlowReport>
      name="cash-flow"
      title="Cash flow"
      permission="view statements"
      takes={{ dateFrom: "", dateTo: "", compare: "year" }}
      sheetOf={cashFlowSheet}
      controls={(parameters) => (
        <>
          <PeriodControl parameters={parameters} />
          <CompareControl parameters={parameters} />
        </>
      )}
    />
  );
}
