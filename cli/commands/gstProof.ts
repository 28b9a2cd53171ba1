import type { ProofView } from "../../domain/taxbook/proof.ts";
import { EXIT, Failure } from "../failure.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { parsePeriodLabel } from "./gst.ts";

interface Row {
  name: string;
  head: string;
  returns?: number;
  ledgers?: number;
  difference: number;
}

const COLUMNS: Column<Row>[] = [
  { title: "What", text: ({ name }) => name, minWidth: 12 },
  { title: "Head", text: ({ head }) => head },
  rupeesColumn("Returned", ({ returns }) => returns),
  rupeesColumn("Ledger", ({ ledgers }) => ledgers),
  rupeesColumn("Difference", ({ difference }) => difference),
];

/** Compares the returns of a period with the ledgers. @throws Failure if a difference has no reason */
export async function showProof(month: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<ProofView>(`/gst/${parsePeriodLabel(month)}/proof`, "lines");
  const rows = answer.lines.flatMap(
    ({ name, head, returns, ledgers, difference, reasons }): Row[] => [
      { name, head: head ? head.toUpperCase() : "value", returns, ledgers, difference },
      ...reasons.map(({ number, reason, amount }) => ({
        name: `  ${[number, reason].filter(Boolean).join(": ")}`,
        head: "",
        difference: amount,
      })),
    ],
  );
  const faults = answer.lines.filter(({ unexplained }) => unexplained !== 0).length;
  if (faults === 0 || options.csv || !output.json) {
    await printList(answer, rows, COLUMNS, options, () =>
      faults === 0 ? "Returns agree with the ledgers" : "",
    );
  }
  if (faults === 0) return;
  const what = `${count(faults, "difference")} of ${month} without a reason`;
  throw new Failure(EXIT.refused, what, "run bahi check", { answer });
}
