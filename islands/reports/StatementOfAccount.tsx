import type { Client } from "../../domain/documents/clients.ts";
import { statementOfAccountSheet } from "../../domain/ledger/registerSheets.ts";
import type { StatementOfAccount as Answer } from "../../domain/ledger/reports.ts";
import { useFetch } from "../browser/useFetch.ts";
import { SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filters.tsx";
import { PeriodControl } from "./controls.tsx";
import { type Asked, Report } from "./Report.tsx";

/** What a client was billed and has paid. */
export default function StatementOfAccount() {
  return (
    <Report<Answer>
      name="statement-of-account"
      title="Statement of account"
      takes={{ clientId: "", dateFrom: "", dateTo: "" }}
      needs={["clientId", "dateFrom", "dateTo"]}
      missing="Choose a client and both dates"
      sheetOf={statementOfAccountSheet}
      controls={(asked) => <Controls asked={asked} />}
    />
  );
}

function Controls({ asked }: { asked: Asked }) {
  const { data } = useFetch<{ clients: Client[] }>(asked ? "/api/clients" : null);
  return (
    <>
      <SelectField
        label="Client"
        blank="Choose a client"
        options={(data?.clients ?? []).map(({ _id, displayName }) => [_id, displayName] as const)}
        field={filterField("clientId", asked?.clientId)}
      />
      <PeriodControl asked={asked} />
    </>
  );
}
