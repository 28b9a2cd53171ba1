import { sql } from "drizzle-orm";
import { splitRange } from "../../domain/ledger/columns.ts";
import type { GstHeads, GstMonth, GstSummary, PeriodQuery } from "../../domain/ledger/reports.ts";
import { toRupees } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import { cellsSql } from "../ledger/rollup.ts";
import { readSum, sumOfMoves } from "../ledger/sums.ts";
import { selectLedgerCells } from "./moves.ts";
import { openStatements } from "./opened.ts";

/** In paise. */
interface Month {
  output: Heads;
  input: Heads;
  setOff: Heads;
  paidPaise: bigint;
}
type Heads = Record<keyof GstHeads, bigint>;
const HEADS = ["cgst", "sgst", "igst"] as const;

/** Returns output and input tax by head and month, set-offs by journals, and payments. */
export function getGstSummary(
  tenant: Tenant,
  { dateFrom, dateTo }: PeriodQuery,
): Promise<GstSummary> {
  return openStatements(tenant, async ({ read, agencyId, chart, booksBegin }) => {
    const payable = chart.ledgers
      .filter(({ _id }) => _id.startsWith("gst_payable"))
      .flatMap((ledger) => chart.idsOf(ledger));
    const months: [string, Month][] = [];
    for (const period of splitRange({ dateFrom, dateTo }, "month")) {
      const rows = await read.all<{ id: string; origin: string; sum: string }>(sql`
        SELECT ledger AS id, origin, ${sumOfMoves(["debit"], ["credit"])} AS sum
        FROM ${selectLedgerCells(agencyId, period)}
        WHERE substr(ledger, 1, 7) = 'output_' OR substr(ledger, 1, 6) = 'input_' GROUP BY ledger, origin
        UNION ALL SELECT 'paid', '', ${sumOfMoves(["expense"], ["income"])} FROM ${cellsSql(agencyId, period)}
        WHERE category_id IN (SELECT value FROM json_each(${JSON.stringify(payable)}))`);
      const sums = new Map<string, bigint>();
      for (const { id, origin, sum } of rows) {
        const key = origin === "D" || origin === "" ? id : `${id} set off`;
        sums.set(key, (sums.get(key) ?? 0n) + readSum(sum));
      }
      const heads = (key: (head: string) => string, sign: 1n | -1n) =>
        Object.fromEntries(
          HEADS.map((head) => [head, sign * (sums.get(key(head)) ?? 0n)]),
        ) as Heads;
      months.push([
        period.dateFrom.slice(0, 7),
        {
          output: heads((head) => `output_${head}`, -1n),
          input: heads((head) => `input_${head}`, 1n),
          setOff: heads((head) => `output_${head} set off`, 1n),
          paidPaise: sums.get("paid") ?? 0n,
        },
      ]);
    }
    const all = months.map(([, month]) => month);
    const sum = (of: (month: Month) => bigint) =>
      all.reduce((total, month) => total + of(month), 0n);
    const sumHeads = (part: "input" | "output" | "setOff") =>
      Object.fromEntries(HEADS.map((head) => [head, sum((month) => month[part][head])])) as Heads;
    const total = {
      output: sumHeads("output"),
      input: sumHeads("input"),
      setOff: sumHeads("setOff"),
      paidPaise: sum(({ paidPaise }) => paidPaise),
    };
    const monthRows = months.map(([month, figures]) => ({ month, ...toMonth(figures) }));
    return { dateFrom, dateTo, booksBegin, months: monthRows, total: toMonth(total) };
  });
}

function toMonth({ paidPaise, ...parts }: Month): Omit<GstMonth, "month"> {
  const heads = ({ cgst, sgst, igst }: Heads): GstHeads => ({
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    igst: toRupees(igst),
  });
  const { output, input, setOff } = parts;
  return {
    output: heads(output),
    input: heads(input),
    setOff: heads(setOff),
    paid: toRupees(paidPaise),
  };
}
