// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import type { AuditEntry } from "../../domain/agencies/audit.ts";
import type { LockDates } from "../../domain/agencies/locks.ts";
import { formatMoment } from "../../domain/dates.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Icon } from "../ui/Icon.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { dayText } from "./words.ts";

const NAMES = { lockedTo: "Books closed", finalTo: "Final" } as const;
const HEADS = ["When", "Lock", "Date", "By", "Reason"];

/** Who moved which lock, and why. From the audit log, which no one can change. */
export function LockHistory() {
  const { data, failure, reload } = useFetch<{ items: AuditEntry[] }>(
    "/api/audit?entity=Lock&limit=50",
  );
  const moves = data?.items.flatMap(listMoves) ?? [];
  return (
    <section
      className="panel"
      aria-labelledby="history"
      aria-busy={data === undefined && failure === undefined}
    >
      <div className="panel-head">
        <h2 id="history">Lock history</h2>
      </div>
      {failure !== undefined && !data ? (
        <p className="p-12-16 text-13 muted">
          <NotLoaded text="Failed to load the lock history" onRetry={reload} />
        </p>
      ) : data && moves.length === 0 ? (
        <p className="p-12-16 text-13 muted">The books have never been closed.</p>
      ) : (
        <table role="table" className="tbl to-list locks-log">
          <caption className="sr-only">Lock history</caption>
          <thead role="rowgroup">
            <tr role="row">
              {HEADS.map((name) => (
                <th role="columnheader" scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {moves.map(({ entry, which, from, to, reason }) => (
              <tr role="row" key={`${entry._id} ${which}`}>
                <td role="cell" className="l-when soft num">
                  {formatMoment(entry.at)}
                </td>
                <th role="rowheader" scope="row" className="l-which nowrap">
                  {NAMES[which]}
                </th>
                <td role="cell" className="was-now nowrap">
                  <span className="num">{dayText(from)}</span>
                  <Icon name="arrow-right" />
                  <span className="sr-only">to</span>
                  <strong className="num">{dayText(to)}</strong>
                </td>
                <td role="cell" className="soft drop">
                  {entry.userId.name}
                </td>
                <td role="cell" className="soft l-why">
                  {reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function listMoves(entry: AuditEntry) {
  const { before, after } = entry.payload as Record<string, LockDates & { reason?: string }>;
  return (["lockedTo", "finalTo"] as const).flatMap((which) => {
    const [from, to] = [before?.[which] ?? "", after?.[which] ?? ""];
    return from === to ? [] : [{ entry, which, from, to, reason: after?.reason ?? "" }];
  });
}
