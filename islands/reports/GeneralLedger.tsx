import type { LedgerBalance } from "../../domain/ledger/journals.ts";
import { ledgerSheet } from "../../domain/ledger/registerSheets.ts";
import type { LedgerReport } from "../../domain/ledger/reports.ts";
import { useFetch } from "../browser/useFetch.ts";
import { SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filters.tsx";
import { Pager } from "../ui/Pager.tsx";
import { PeriodControl } from "./controls.tsx";
import { Report, type ReportQuery } from "./Report.tsx";

export default function GeneralLedger() {
  return (
    <Report<LedgerReport>
      name="ledger"
      title="General ledger"
      permission="view statements"
      takes={{ ledger: "", dateFrom: "", dateTo: "", page: "" }}
      needs={["ledger", "dateFrom", "dateTo"]}
      missing="Choose a ledger and both dates"
      sheetOf={ledgerSheet}
      controls={(parameters) => <Controls parameters={parameters} />}
      after={({ rows, entries: total, page, totalPages }) => {
        const items = rows.map(({ source }) => source);
        if (totalPages < 2) return null;
        return <Pager list={{ items, total, page, totalPages }} limit={1_000} noun="entries" />;
      }}
    />
  );
}

function Controls({ parameters }: { parameters: ReportQuery }) {
  const source = useFetch<{ ledgers: LedgerBalance[] }>(parameters ? "/api/ledgers" : null);
  const ledgers = source.data?.ledgers ?? [];
  const chosen = parameters?.ledger ?? "";
  // A link may contain the ledger's name.
  const known = ledgers.find(({ _id, name }) => _id === chosen || name === chosen);
  return (
    <>
      <SelectField
        label="Ledger"
        blank="Choose a ledger"
        source={source}
        options={ledgers.map(({ _id, name }) => [_id, name] as const)}
        field={filterField("ledger", known?._id ?? "")}
      />
      <PeriodControl parameters={parameters} />
    </>
  );
}
