import type { BalanceSheetReport } from "../../domain/ledger/reports.ts";
import { balanceSheetSheet } from "../../domain/ledger/statementSheets.ts";
import { CompareControl, DayControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function BalanceSheet() {
  return (
    <Report<BalanceSheetReport>
      name="balance-sheet"
      title="Balance sheet"
      permission="view statements"
      takes={{ at: "", compare: "year" }}
      sheetOf={balanceSheetSheet}
      controls={(parameters) => (
        <>
          <DayControl parameters={parameters} />
          <CompareControl parameters={parameters} />
        </>
      )}
    />
  );
}
