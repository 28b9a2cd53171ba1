// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { formatDate } from "../../domain/dates.ts";
import {
  CASH_HEADS,
  type CashEntry,
  HEAD_WORDS,
  type CashLedger as Ledger,
} from "../../domain/gst/cashLedger.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Kpi } from "../ui/Kpi.tsx";
import { openOver } from "../ui/openOver.ts";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { ChallanForm } from "./ChallanForm.tsx";
import { Figure } from "./words.tsx";

/** The portal's cash ledger: balances by head, and their entries. */
export function CashLedger() {
  const { data, failure, reload } = useFetch<Ledger>("/api/gst/cash-ledger");
  const { data: books } = useFetch<{ accounts: Account[] }>("/api/accounts");
  const label = "Cash ledger";
  if (failure && !data) {
    const otherwise = "Failed to load the cash ledger";
    return <FailedToLoad label={label} failure={failure} otherwise={otherwise} onRetry={reload} />;
  }
  if (!data) return <Loading label={label} />;
  const record = (isGstTds: boolean) =>
    openOver((close) => (
      <ChallanForm
        isGstTds={isGstTds}
        accounts={books?.accounts ?? []}
        onChanged={reload}
        onClose={close}
      />
    ));
  return (
    <>
      <dl className="cash-heads grid gap-12 mb-16">
        {listHeads(data).map((head) => (
          <Kpi key={head} name={toHeadName(head)} amount={data.balances[head]} note="balance" />
        ))}
      </dl>
      <section className="panel cash-entries" aria-labelledby="cash-entries">
        <div className="panel-head">
          <h2 id="cash-entries">Entries</h2>
          <span className="note-acts flex gap-12 spring">
            <Button needs="keep journals" label="GST-TDS accepted" onClick={() => record(true)} />
            <Button
              needs="keep journals"
              look="primary"
              icon="plus"
              label="Record challan"
              onClick={() => record(false)}
            />
          </span>
        </div>
        {data.entries.length === 0 ? (
          <p className="entry-none">
            No challans yet. Record each PMT-06 challan here, and GST-TDS once you accept it.
          </p>
        ) : (
          <Entries entries={data.entries.toReversed()} />
        )}
      </section>
    </>
  );
}

/** Leaves out cess if the agency has none. */
const listHeads = ({ balances, entries }: Ledger) =>
  CASH_HEADS.filter(
    (head) =>
      head !== "cess" || balances.cess !== 0 || entries.some((entry) => entry.head === "cess"),
  );

const toHeadName = (head: CashEntry["head"]) => (head === "cess" ? "Cess" : HEAD_WORDS[head]);

function Entries({ entries }: { entries: CashEntry[] }) {
  return (
    <table role="table" className="tbl gst to-list">
      <caption className="sr-only">Cash ledger entries, newest first</caption>
      <thead role="rowgroup">
        <tr role="row">
          {["Date", "Entry", "Head"].map((name) => (
            <th role="columnheader" scope="col" key={name}>
              {name}
            </th>
          ))}
          <th role="columnheader" scope="col" className="r">
            Amount
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((entry, n) => (
          <tr role="row" key={`${entry._id} ${entry.head} ${n}`}>
            <td role="cell" className="num soft">
              {formatDate(entry.date)}
            </td>
            <th role="rowheader" scope="row" className="name">
              <EntryName entry={entry} />
              {entry.cin && <span className="cell-sub num">{`CIN ${entry.cin}`}</span>}
            </th>
            <td role="cell">
              {toHeadName(entry.head)}
              {entry.kind && entry.kind !== "tax" && `, ${entry.kind}`}
            </td>
            <td role="cell" className="r">
              <Figure amount={entry.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An entry, with a link to the record that can be deleted. A filing's payment cannot. */
function EntryName({ entry: { type, _id, words } }: { entry: CashEntry }) {
  if (type === "Journal") return <a href={`/journals/${_id}`}>{words}</a>;
  if (type === "Transaction")
    return <a href={`/transactions?q=${encodeURIComponent(words)}`}>{words}</a>;
  return <>Return paid</>;
}
