import { sql } from "drizzle-orm";
import type { Filing } from "../../domain/agencies/agency.ts";
import type { CalendarDate } from "../../domain/dates.ts";
import { toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import { monthAfter } from "../../domain/months.ts";
import type { Filed } from "../../domain/taxbook/carry.ts";
import type { PeriodOfDay } from "../../domain/taxbook/entries.ts";
import type { Read } from "../engine/books.ts";
import type { Start } from "./rows.ts";

/** Facts of an agency that every document's tax depends on. */
export interface TaxRules {
  periodOf: PeriodOfDay;
  start: Start;
  filed: Filed;
  /** "" if no month is locked. */
  lockedTo: CalendarDate | "";
}

interface Row {
  filing: Filing;
  startsOn: CalendarDate | null;
  takesEarlier: number | null;
  lockedTo: CalendarDate | null;
  filings: string;
}

/** Reads the rules in one statement, because every write of a document needs them. */
export async function readTaxRules(
  read: Read,
  { agencyId }: { agencyId: number },
): Promise<TaxRules> {
  const [row] = await read.all<Row>(sql`
    SELECT filing, t.starts_on AS "startsOn", t.opening ->> '$.takesEarlier' AS "takesEarlier",
      l.locked_to AS "lockedTo", (SELECT json_group_array(f.return || ' ' || f.period) FROM filings f
        WHERE f.agency_id = a.id) AS filings
    FROM agencies a LEFT JOIN tax_books t ON t.agency_id = a.id LEFT JOIN locks l ON l.agency_id = a.id
    WHERE a.id = ${agencyId}`);
  if (!row) throw new Error(`Agency ${agencyId} does not exist`);
  const { filing, startsOn, takesEarlier, lockedTo } = row;
  return {
    periodOf: (date) => toPeriodLabel(date, filing),
    start: { startsOn: startsOn ?? "", takesEarlier: takesEarlier !== 0 },
    filed: toFiled(new Set(JSON.parse(row.filings)), filing === "QUARTERLY" ? 3 : 1),
    lockedTo: lockedTo ?? "",
  };
}

/** @param months of one return */
function toFiled(filed: Set<string>, months: number): Filed {
  const isFiled: Filed["isFiled"] = (of, period) => filed.has(`${of} ${period}`);
  return {
    isFiled,
    firstOpen(of, from) {
      let period = from;
      while (isFiled(of, period)) period = monthAfter(period, months);
      return period;
    },
  };
}
