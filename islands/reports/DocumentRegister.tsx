import { registerSheet } from "../../domain/ledger/documentSheets.ts";
import type { Register } from "../../domain/ledger/registers.ts";
import { Pager } from "../ui/Pager.tsx";
import { PeriodControl } from "./controls.tsx";
import { Report } from "./Report.tsx";

interface Props {
  of: "purchases" | "sales";
  /** The name in its path and API call. */
  name: string;
  title: string;
  /** The documents whose CSV by rate it saves. */
  folder: "bills" | "invoices";
}

export function DocumentRegister({ of, name, title, folder }: Props) {
  return (
    <Report<Register>
      name={name}
      title={title}
      takes={{ dateFrom: "", dateTo: "", page: "" }}
      csv={{ path: `/api/${folder}/export.csv`, takes: ["dateFrom", "dateTo"] }}
      sheetOf={(report) => registerSheet(of, report)}
      controls={(parameters) => <PeriodControl parameters={parameters} />}
      after={({ rows: items, documents: total, page, totalPages }) =>
        totalPages > 1 && (
          <Pager list={{ items, total, page, totalPages }} limit={1_000} noun="documents" />
        )
      }
    />
  );
}
