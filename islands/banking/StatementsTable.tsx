import type { StatementRow } from "../../domain/banking/statements.ts";
import { formatDate, formatRange } from "../../domain/dates.ts";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";

interface StatementsProps {
  statements: StatementRow[];
  names: Map<string, string>;
}

/** Statements, the newest period first. */
export function StatementsTable({ statements, names }: StatementsProps) {
  if (statements.length === 0) return null;
  return (
    <table className="tbl to-list statements">
      <caption className="sr-only">Recent statements</caption>
      <thead>
        <tr>
          <th scope="col" className="s-period">
            Period
          </th>
          <th scope="col" className="r drop">
            Lines
          </th>
          <th scope="col">Balance check</th>
          <th scope="col">Status</th>
          <th scope="col">Uploaded</th>
        </tr>
      </thead>
      <tbody>
        {statements.map((one) => {
          const missing = one.gaps.reduce((sum, gap) => sum + Math.abs(gap.missing), 0);
          return (
            <tr key={one._id}>
              <th scope="row" className="s-period">
                <a className="cell-main truncate" href={`/banking/${one._id}`}>
                  {formatRange({ dateFrom: one.periodFrom, dateTo: one.periodTo })}
                </a>
                <span className="cell-sub truncate reg">{names.get(one.accountId)}</span>
              </th>
              <td className="r drop">{one.lineCount}</td>
              <td className="s-proof">
                {missing > 0 ? (
                  <span className="proved neg inline-row gap-4">
                    <Icon name="circle-x" />
                    {`${moneyText(missing)} missing`}
                  </span>
                ) : one.proof === "proved" || one.proof === "totals" ? (
                  <span className="proved ok inline-row gap-4">
                    <Icon name="circle-check" />
                    Adds up
                  </span>
                ) : (
                  <span className="muted">Not verified</span>
                )}
              </td>
              <td className="s-state">
                <span className={`pill dot ${one.open > 0 ? "pill-info" : "pill-pos"}`}>
                  {one.open > 0 ? `${one.open} to review` : "Reviewed"}
                </span>
              </td>
              <td className="s-by soft">
                <span className="num">
                  {`${formatDate(one.createdAt.slice(0, 10)).slice(0, -5)}, ${one.createdBy.name}`}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
