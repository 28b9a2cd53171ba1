import { today, toFinancialYear, yearLabel } from "../../domain/dates.ts";
import { tdsSheet } from "../../domain/ledger/registerSheets.ts";
import type { TdsRegister } from "../../domain/ledger/reports.ts";
import { Choice } from "./controls.tsx";
import { Report, type ReportQuery } from "./Report.tsx";

export default function TdsReceivable() {
  return (
    <Report<TdsRegister>
      name="tds"
      title="TDS receivable"
      permission="view statements"
      takes={{ year: "" }}
      sheetOf={tdsSheet}
      controls={(parameters) => <Years parameters={parameters} />}
    />
  );
}

function Years({ parameters }: { parameters: ReportQuery }) {
  const now = parameters ? toFinancialYear(today()) : undefined;
  const years = now === undefined ? [] : [now, now - 1, now - 2];
  const chosen = parameters && { year: (parameters.year || String(now)).slice(0, 4) };
  return (
    <Choice
      parameters={chosen}
      name="year"
      label="Financial year"
      choices={years.map((year) => [String(year), `FY ${yearWords(year)}`] as const)}
    />
  );
}

const yearWords = (year: number) => yearLabel(year).slice(2);
