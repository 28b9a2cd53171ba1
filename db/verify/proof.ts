import { sql } from "drizzle-orm";
import { type Period, parsePeriod } from "../../domain/gst/returns/periods.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { computeUnexplained } from "../../domain/taxbook/proof.ts";
import type { Read } from "../engine/books.ts";
import { readProof } from "../returns/proof.ts";
import { readFiler } from "../returns/readPeriod.ts";

/** Compares the returns of every period with the tax ledgers. Each difference needs a reason. */
export async function verifyProof(read: Read, agencyId: number): Promise<Difference[]> {
  const who = { agencyId };
  const { filer, filing } = await readFiler(read, who);
  if (!filer.gstin || filer.isComposition) return [];
  const months = await read.all<{ month: string }>(sql`
    SELECT DISTINCT substr(date, 1, 7) AS month FROM documents
    WHERE agency_id = ${agencyId} AND family IN ('INVOICES', 'NOTES', 'BILLS') AND status <> 'DRAFT'
    ORDER BY 1`);
  const differences: Difference[] = [];
  for (const { month } of months) {
    const period = parsePeriod(month, filing) as Period;
    if (period.return === "IFF") continue;
    const lines = await readProof(read, who, { filer, period });
    for (const line of lines) {
      const rest = computeUnexplained(line);
      if (rest === 0) continue;
      const where = `GST for ${period.label}: ${[line.name, line.head].join(" ").trim()}`;
      differences.push({
        where,
        account: "",
        category: "",
        figure: "proof",
        stored: toRupees(line.ledgersPaise),
        derived: toRupees((line.ledgersPaise - rest) as Paise),
      });
    }
    await Bun.sleep(0);
  }
  return differences;
}
