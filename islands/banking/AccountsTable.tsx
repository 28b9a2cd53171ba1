import type { BankedAccount } from "../../domain/banking/reconciliation.ts";
import type { StatementRow } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { countDays, formatDate, today, toFinancialYear } from "../../domain/dates.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { Empty } from "../ui/states.tsx";

interface AccountsProps {
  accounts: BankedAccount[];
  statements: StatementRow[];
  onUpload(accountId: string): void;
}

/** Each account with its balance in the books and at the bank. */
export function AccountsTable({ accounts, statements, onUpload }: AccountsProps) {
  const year = toFinancialYear(today());
  if (accounts.length === 0) {
    return (
      <Empty label="Accounts" icon="landmark" title="No bank account yet">
        <LinkButton needs="enter books" label="Add Account" href="/settings/masters" />
      </Empty>
    );
  }
  return (
    <section className="panel mb-16" aria-label="Accounts">
      <table className="tbl to-list banks">
        <caption className="sr-only">
          Bank accounts, with their balances in the books and at the bank on the last statement date
        </caption>
        <thead>
          <tr>
            <th scope="col" className="b-account">
              Account
            </th>
            <th scope="col" className="r">
              In the books
            </th>
            <th scope="col" className="r">
              At the bank
            </th>
            <th scope="col" className="r">
              Difference
            </th>
            <th scope="col">Last statement</th>
            <th scope="col">{`Apr ${year} to Mar ${year + 1}`}</th>
            <th scope="col" className="r">
              To review
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((banked) => (
            <AccountRow
              key={banked.account._id}
              banked={banked}
              next={nextToReview(statements, banked.account._id)}
              onUpload={() => onUpload(banked.account._id)}
            />
          ))}
        </tbody>
      </table>
      <p className="legend not-phone">
        {STATES.map(([state, words]) => (
          <span className="inline-row gap-6" key={state}>
            <svg viewBox="0 0 8 14" aria-hidden="true">
              <rect className={MARKS[state]} x="0.5" y="0.5" width="7" height="13" rx="2" />
            </svg>
            {words}
          </span>
        ))}
        <span className="inline-row gap-6 spring">Balances as of the last statement date</span>
      </p>
    </section>
  );
}

/** Returns the oldest statement with lines to review. */
const nextToReview = (statements: StatementRow[], accountId: string) =>
  statements.filter((one) => one.accountId === accountId && one.open > 0).at(-1) ??
  statements.find((one) => one.accountId === accountId);

interface RowProps {
  banked: BankedAccount;
  next: StatementRow | undefined;
  onUpload(): void;
}

function AccountRow({ banked, next, onUpload }: RowProps) {
  const { account, lastDay, book, bank, difference, isExplained, open } = banked;
  const href = next ? `/banking/${next._id}` : undefined;
  const ago = lastDay ? countDays({ dateFrom: lastDay, dateTo: today() }) - 1 : 0;
  return (
    <tr>
      <th scope="row" className="b-account">
        <span className="row gap-12">
          <span
            className="bank-mark grid mid rigid framed round-8 on-sunken text-11 semi soft"
            aria-hidden="true"
          >
            {account.name.slice(0, 2).toUpperCase()}
          </span>
          <span>
            {href ? (
              <a className="cell-main strong ink" href={href}>
                {account.name}
              </a>
            ) : (
              <span className="cell-main">{account.name}</span>
            )}
            <span className="cell-sub reg">
              {account.number ? `…${account.number.slice(-4)}` : account.type}
            </span>
          </span>
        </span>
      </th>
      <td className="r b-books" data-label="In the books">
        {book === null ? <span className="muted">–</span> : <Money amount={book} />}
      </td>
      <td className="r b-bank" data-label="At the bank">
        {bank === null ? <span className="muted">–</span> : <Money amount={bank} />}
      </td>
      <td className="r b-diff" data-label="Difference">
        {difference === null ? (
          <span className="muted">–</span>
        ) : Number(difference) === 0 && isExplained && open === 0 ? (
          <span className="ok">
            <Icon name="check" />
            <Money amount={difference} />
          </span>
        ) : (
          <span>
            <Money amount={difference} />
            <span className={`cell-sub ${isExplained ? "" : "warn"}`}>
              {!isExplained
                ? "unexplained"
                : open > 0
                  ? `${pluralize(open, "line")} to review`
                  : "not at the bank yet"}
            </span>
          </span>
        )}
      </td>
      <td className="b-last" data-label="Last statement">
        <span>
          <span className="num">{lastDay ? formatDate(lastDay) : "None yet"}</span>
          {lastDay && ago >= 0 && (
            <span className="cell-sub">
              {ago === 0 ? "today" : ago === 1 ? "yesterday" : `${ago} days ago`}
            </span>
          )}
        </span>
      </td>
      <td className="b-months">
        <Months months={banked.months} />
      </td>
      <td className="r b-act">
        {open > 0 && href ? (
          <LinkButton
            className="btn-go"
            label={`Review ${open}`}
            href={href}
            aria-label={`Review ${pluralize(open, "line")} of ${account.name}`}
          />
        ) : lastDay ? (
          <span className="muted small">Nothing to review</span>
        ) : (
          <Button
            needs="enter books"
            icon="upload"
            label="Upload"
            aria-label={`Upload a statement for ${account.name}`}
            onClick={onUpload}
          />
        )}
      </td>
    </tr>
  );
}

type MonthState = BankedAccount["months"][number]["state"];
const MARKS: Record<MonthState, string> = {
  reconciled: "is-ok",
  review: "is-open",
  broken: "is-gap",
  none: "is-none",
};
const STATES: [MonthState, string][] = [
  ["reconciled", "reconciled"],
  ["review", "in review"],
  ["broken", "does not add up"],
  ["none", "no statement"],
];

function Months({ months }: Pick<BankedAccount, "months">) {
  const now = today().slice(0, 7);
  const named = (month: string) => formatDate(`${month}-01`).split(" ")[1];
  const words = STATES.flatMap(([state, text]) => {
    const some = months.filter((one) => one.state === state && one.month <= now);
    return some.length > 0 ? [`${some.map(({ month }) => named(month)).join(", ")} ${text}`] : [];
  });
  return (
    <svg className="months" viewBox="0 0 116 14" role="img" aria-label={words.join("; ")}>
      {months.map(({ month, state }, n) => (
        <rect
          key={month}
          className={month > now && state === "none" ? "" : MARKS[state]}
          x={0.5 + n * 9.8}
          y="0.5"
          width="7"
          height="13"
          rx="2"
        />
      ))}
    </svg>
  );
}
