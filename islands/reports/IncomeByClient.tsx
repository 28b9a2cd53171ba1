import { byPartySheet } from "../../domain/ledger/documentSheets.ts";
import type { ByParty } from "../../domain/ledger/registers.ts";
import { PeriodControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function IncomeByClient() {
  return (
    <Report<ByParty>
      name="income-by-client"
      title="Income by client"
      permission="view statements"
      takes={{ dateFrom: "", dateTo: "" }}
      sheetOf={(report) => byPartySheet("clients", report)}
      controls={(parameters) => <PeriodControl parameters={parameters} />}
    />
  );
}
