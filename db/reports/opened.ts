import type { Constitution } from "../../domain/agencies/constitution.ts";
import type { DateRange } from "../../domain/dates.ts";
import type { Chart } from "../../domain/ledger/chart.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { readMoved } from "./moves.ts";

/** The data that every statement needs. */
export interface Opened {
  read: Read;
  agencyId: number;
  chart: Chart;
  form: Constitution;
  booksBegin: string;
  openings: Map<string, number>;
}

/** Opens a snapshot of the books with their ledgers. */
export function openStatements<T>(
  { agencyId, books }: Pick<Tenant, "agencyId" | "books">,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  return withSnapshot(books, async (read) => {
    const { chart, form, booksBegin } = await readChart(agencyId, read);
    return work({
      read,
      agencyId,
      chart,
      form,
      booksBegin,
      openings: await readOpenings({ agencyId }, read),
    });
  });
}

/** Returns the movements of a period, with opening balances dated on the day the books begin. */
export const placeOpenings = (
  { read, agencyId, chart, openings, booksBegin }: Opened,
  period: DateRange,
) => readMoved(read, agencyId, chart, period, period.dateTo < booksBegin ? new Map() : openings);
