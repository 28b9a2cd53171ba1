import { Fragment } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { GstPeriod } from "../../domain/gst/returns/filings.ts";
import { monthName } from "../../domain/months.ts";
import type { ProofView } from "../../domain/taxbook/proof.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { Figure } from "./words.tsx";

/**
 * Compares the returns of a period with the ledgers. Lists each difference with its documents and reasons.
 */
export function Proof({ data: { period } }: { data: GstPeriod }) {
  const { data, failure, reload } = useFetch<ProofView>(
    `/api/gst/${period}/proof`,
    toastError("Failed to load the comparison"),
  );
  if (data) return <Shown shown={data} />;
  if (failure === undefined) return <Loading label="Returns and ledgers" />;
  const otherwise = "Failed to load the comparison";
  return (
    <FailedToLoad
      label="Returns and ledgers"
      failure={failure}
      otherwise={otherwise}
      onRetry={reload}
    />
  );
}

type Line = ProofView["lines"][number];

function Shown({ shown: { agrees, lines, period } }: { shown: ProofView }) {
  const differences = lines.filter(({ difference }) => difference !== 0);
  const faults = lines.filter(({ unexplained }) => unexplained !== 0).length;
  const month = monthName(period);
  const named = pluralize(differences.length, "difference");
  return (
    <section className="panel" aria-labelledby="proof">
      <div className="panel-head">
        <h2 id="proof">Returns agree with the ledgers</h2>
      </div>
      <p className={agrees ? "aside-note" : "aside-note error"} role={agrees ? undefined : "alert"}>
        {agrees
          ? `${month} matches${differences.length > 0 ? `: ${named}, all explained` : ""}`
          : `${pluralize(faults, "difference is", "differences are")} unexplained: run “bahi check”`}
      </p>
      <table className="tbl gst">
        <caption className="sr-only">Returns and ledgers by tax type</caption>
        <thead>
          <tr>
            <th scope="col">Compared</th>
            <th scope="col">Head</th>
            {["Returned", "Ledger", "Difference"].map((name) => (
              <th scope="col" className="r" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Fragment key={`${line.name} ${line.head}`}>
              <ProofRow line={line} />
              {line.reasons.map((one) => (
                <tr key={`${one.document} ${one.reason} ${one.amount}`}>
                  <td className="name" colSpan={2}>
                    <span className="cell-sub">
                      {[one.number, one.reason].filter(Boolean).join(": ")}
                    </span>
                  </td>
                  <td colSpan={2} />
                  <td className="r">
                    <Figure amount={one.amount} />
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ProofRow({ line: { name, head, returns, ledgers, difference } }: { line: Line }) {
  return (
    <tr>
      <th scope="row" className="name">
        {name}
      </th>
      <td>{head === "" ? "Value" : head.toUpperCase()}</td>
      {[returns, ledgers].map((amount, n) => (
        <td className="r" key={n}>
          <Figure amount={amount} />
        </td>
      ))}
      <td className="r">
        {difference === 0 ? <span className="pos">equal</span> : <Figure amount={difference} />}
      </td>
    </tr>
  );
}
