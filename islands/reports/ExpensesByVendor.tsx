import { byPartySheet } from "../../domain/ledger/documentSheets.ts";
import type { ByParty } from "../../domain/ledger/registers.ts";
import { PeriodControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function ExpensesByVendor() {
  return (
    <Report<ByParty>
      name="expenses-by-vendor"
      title="Expenses by vendor"
      permission="view statements"
      takes={{ dateFrom: "", dateTo: "" }}
      sheetOf={(report) => byPartySheet("vendors", report)}
      controls={(parameters) => <PeriodControl parameters={parameters} />}
    />
  );
}
