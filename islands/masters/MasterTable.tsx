// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import type { ReactNode } from "react";
import { sentenceOf } from "../browser/api.ts";
import { Icon } from "../parts/Icon.tsx";
import type { MasterActions } from "./kinds.ts";

interface Cell {
  id: string;
  content: ReactNode;
}

interface Props extends Pick<MasterActions, "failure" | "onRetry" | "onAdd"> {
  name: string;
  /** Undefined while they are on their way. */
  count: number | undefined;
  empty: string;
  add: string;
  head: Cell[];
  rows: { id: string; cells: Cell[] }[];
}

/** A table of master data, with its states: on its way, failed, none yet. */
export function MasterTable({
  name,
  count,
  empty,
  add,
  head,
  rows,
  failure,
  onRetry,
  onAdd,
}: Props) {
  if (failure && count === undefined) {
    return (
      <div className="panel empty">
        <Icon name="circle-alert" />
        <p>{sentenceOf(failure, "Failed to load master data")}</p>
        <button className="btn" type="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  }
  if (count === 0) {
    return (
      <div className="panel empty">
        <Icon name="library-big" />
        <p>{empty}</p>
        <button className="btn" type="button" onClick={onAdd}>
          {add}
        </button>
      </div>
    );
  }
  return (
    <div className="panel">
      <table role="table" className="tbl to-list masters" aria-busy={count === undefined}>
        <caption className="sr-only">{name}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {head.map(({ id, content }) => (
              <th role="columnheader" scope="col" key={id} className={classOf(id)}>
                {content}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {count === undefined && <Waiting columns={head.length} />}
          {rows.map(({ id, cells }) => (
            <tr role="row" key={id}>
              {cells.map(({ id, content }) => (
                <td role="cell" key={id} className={classOf(id)}>
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = (column: string) => `m-${column} ${column === "openingBalance" ? "r" : ""}`;

function Waiting({ columns }: { columns: number }) {
  return [0, 1, 2, 3].map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" colSpan={columns}>
        <span className="skeleton" />
      </td>
    </tr>
  ));
}
