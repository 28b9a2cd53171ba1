import { dayBookSheet } from "../../domain/ledger/documentSheets.ts";
import type { DayBook as DayBookPage } from "../../domain/ledger/registers.ts";
import { searchWith } from "../browser/urlQuery.ts";
import { PeriodControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

export default function DayBook() {
  return (
    <Report<DayBookPage>
      name="day-book"
      title="Day book"
      permission="view statements"
      takes={{ dateFrom: "", dateTo: "", after: "" }}
      csv={{ path: "/api/reports/day-book.csv", takes: ["dateFrom", "dateTo"] }}
      sheetOf={dayBookSheet}
      controls={(parameters) => <PeriodControl parameters={parameters} />}
      after={({ next }) =>
        next && (
          <p className="pager">
            <a href={searchWith({ after: next })}>Next 200 entries</a>
          </p>
        )
      }
    />
  );
}
