import { ageingSheet } from "../../domain/ledger/registerSheets.ts";
import type { Ageing as AgeingAnswer } from "../../domain/ledger/reports.ts";
import { Choice, DayControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function Ageing() {
  return (
    <Report<AgeingAnswer>
      name="ageing"
      title="Ageing"
      takes={{ at: "", by: "due", of: "receivables" }}
      sheetOf={ageingSheet}
      controls={(parameters) => (
        <>
          <Choice
            parameters={parameters}
            name="of"
            label="Ageing of"
            choices={[
              ["receivables", "Receivables"],
              ["payables", "Payables"],
            ]}
          />
          <DayControl parameters={parameters} />
          <Choice
            parameters={parameters}
            name="by"
            label="Counted from"
            choices={[
              ["due", "Due date"],
              ["invoice", parameters?.of === "payables" ? "Bill date" : "Invoice date"],
            ]}
          />
        </>
      )}
    />
  );
}
