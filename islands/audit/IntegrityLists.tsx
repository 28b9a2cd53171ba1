import type { GivenHead, RecordDifference } from "../../domain/agencies/recordsCheck.ts";
import { differenceWords, recordWords } from "../../domain/agencies/recordsCheck.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatMoment } from "../../domain/dates.ts";
import { recordPath } from "../browser/record.ts";
import { Icon } from "../ui/Icon.tsx";

/** Records that differ from the log, each with its entry. */
export function Changed({ differences }: { differences: RecordDifference[] }) {
  if (differences.length === 0) return null;
  const many = pluralize(differences.length, "record differs", "records differ");
  return (
    <section className="panel given" aria-labelledby="changed" role="alert">
      <div className="panel-head">
        <div>
          <h2 className="row gap-6" id="changed">
            <Icon name="circle-alert" /> {`${many} from the log`}
          </h2>
          <p className="soft">
            Someone with access to the database changed these records outside bahi. Keep copies of
            the database and its backups as they are, and compare them.
          </p>
        </div>
      </div>
      <ul className="grid gap-8">
        {differences.map((one) => {
          const page = recordPath(one.entity, one._id);
          const named = recordWords(one);
          return (
            <li className="flex wrap gap-0-12" key={`${one.entity} ${one._id} ${one.field}`}>
              {page ? <a href={page}>{named}</a> : <span className="strong">{named}</span>}
              <span className="soft">{differenceWords(one)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The documents that contain a checkpoint, and their recipients, so that the user can ask for one. */
export function GivenHeads({ given }: { given: GivenHead[] }) {
  return (
    <section className="panel given" aria-labelledby="given">
      <div className="panel-head">
        <div>
          <h2 className="row gap-6" id="given">
            Checkpoints issued
          </h2>
          <p className="soft">
            {given.length === 0
              ? "None yet. Your next report will have one in its footer."
              : "Printed on reports and exported logs, newest first."}
          </p>
        </div>
      </div>
      {given.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className="tbl-wrap scroll-x" aria-label="Table of checkpoints" tabIndex={0}>
          <table className="tbl">
            <caption className="sr-only">Checkpoints issued</caption>
            <thead>
              <tr>
                {["Printed on", "Issued", "Entry", "Checkpoint", "This log"].map((name) => (
                  <th key={name} scope="col" className={name === "Entry" ? "r" : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {given.map(({ seq, head, at, on, userName, agrees }) => (
                <tr key={seq}>
                  <td>
                    <span className="cell-main">{on}</span>
                  </td>
                  <td>
                    {formatMoment(at)}
                    <span className="cell-sub">{userName}</span>
                  </td>
                  <td className="r num">{seq.toLocaleString("en-US")}</td>
                  <td>
                    <code className="small">{head.slice(0, 16)}</code>
                  </td>
                  <td>
                    <span className={`pill ${agrees ? "pill-pos" : "pill-neg"} dot`}>
                      {agrees ? "Matches" : "Not reached"}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
