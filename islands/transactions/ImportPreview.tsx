import { formatRange } from "../../domain/dates.ts";
import type { ImportReport } from "../../domain/imports.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { Money } from "../parts/Money.tsx";

const count = (number: number) => number.toLocaleString("en-IN");

/** What an import would do. */
export function ImportPreview({ report }: { report: ImportReport }) {
  const { file, rows, added, skipped, totals, dateFrom, dateTo, created } = report;
  const size = `${count(rows)} ${rows === 1 ? "row" : "rows"}`;
  return (
    <>
      <p>
        <span className="strong">{file}</span>
        <span className="muted">
          {` · ${size}, ${formatRange({ dateFrom, dateTo })}. Nothing has been changed yet.`}
        </span>
      </p>
      <dl className="facts">
        <dt>To be added</dt>
        <dd className="strong num">{count(added)}</dd>
        <dt>Already in the books</dt>
        <dd className="num">{count(skipped)}</dd>
        <dt>Income</dt>
        <dd className="pos">
          <Money amount={totals.income} />
        </dd>
        <dt>Expense</dt>
        <dd>
          <Money amount={totals.expense} />
        </dd>
        <dt>Transfers</dt>
        <dd>
          <Money amount={totals.transfers} />
        </dd>
      </dl>
      <Names title="Accounts that will be made" names={created.accounts} />
      <Names title="Categories that will be made" names={created.categories} />
      {added === 0 && <p className="notice">Every row of this file is in the books already.</p>}
    </>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="chips">
        {names.map((name) => (
          <li key={name} className="pill">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The rows that were refused, by their lines in the file. */
export function BadRows({ errors }: { errors: FieldError[] }) {
  if (errors.length === 0) return <p className="help">Nothing has been changed.</p>;
  return (
    <>
      <div className="bad-rows">
        <table className="tbl">
          <caption className="sr-only">Rows that cannot be imported</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ path, column, message }) => (
              <tr key={`${path} ${column} ${message}`}>
                <td className="num">{path.replace("line ", "")}</td>
                <td>{column}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="help">Nothing has been changed. Correct the file and choose it again.</p>
    </>
  );
}
