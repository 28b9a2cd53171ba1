import { useEffect, useState } from "react";
import { lowerLabel } from "../../domain/agencies/auditFields.ts";
import type { HistoryItem } from "../../domain/agencies/undo.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatMoment } from "../../domain/dates.ts";
import { Failure } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { recordPath } from "../browser/record.ts";
import { undoOperation } from "../browser/undo.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Key } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading, Missing } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { buildVersions, describeVersion, listShownFields, type Version } from "./versions.ts";

interface Loaded {
  items: HistoryItem[];
  next: number | null;
}

export default function History() {
  const search = useUrlQuery();
  const { data, failure, reload } = useFetch<Loaded>(search && `/api/history${search}`);
  if (failure instanceof Failure && failure.status === 404) {
    const way = { href: "/dashboard", way: "Go to Dashboard" };
    return <Missing icon="history" title="No history" {...way} />;
  }
  if (failure && !data) {
    const otherwise = "Failed to load the history";
    return (
      <FailedToLoad label="History" failure={failure} otherwise={otherwise} onRetry={reload} />
    );
  }
  if (data?.items[0]) return <Record history={data} />;
  return (
    <Loading label="History" text="Loading history...">
      <h1 className="sr-only">History</h1>
    </Loading>
  );
}

function Record({ history: { items, next } }: { history: Loaded }) {
  const [chosen, setChosen] = useState<string>();
  const versions = buildVersions(items);
  const toKey = ({ item }: Version) => `${item.operation} ${item.at}`;
  const found = versions.findIndex((version) => toKey(version) === chosen);
  const at = Math.max(0, found);
  const [latest] = items;
  const page = latest && latest.action !== "DELETE" && recordPath(latest.entity, latest.id);
  const title = latest?.summary ?? "History";
  useEffect(() => {
    document.title = `History of ${title} · bahi`;
  }, [title]);
  const go = (to: number) => {
    const version = versions[Math.max(0, Math.min(versions.length - 1, to))];
    if (version) setChosen(toKey(version));
  };
  const leave = () => (page ? location.assign(page) : history.back());
  useKeys({
    j: () => go(at + 1),
    ArrowDown: () => go(at + 1),
    k: () => go(at - 1),
    ArrowUp: () => go(at - 1),
    Escape: leave,
  });
  const version = versions[at];
  return (
    <>
      <PageHead
        title={title}
        {...(page && { back: { href: page, label: "Back to the record" } })}
      />
      <div className="history grid items-start gap-16">
        <section className="panel" aria-labelledby="versions">
          <div className="panel-head">
            <h2 id="versions">History</h2>
            <span className="soft">
              {`${next ? "Last " : ""}${pluralize(items.length, "change")}`}
            </span>
          </div>
          <ol className="knots grid m-0 p-8">
            {versions.map((one, n) => (
              <li className="relative" key={toKey(one)}>
                <button
                  className="grid round-6 pointer text-start plain"
                  type="button"
                  aria-current={n === at || undefined}
                  onClick={() => go(n)}
                >
                  <span className="cell-main">
                    {n === 0 ? `Current: ${describeVersion(one.item)}` : describeVersion(one.item)}
                  </span>
                  <span className="cell-sub">{`${one.item.userId.name}, ${formatMoment(one.item.at)}`}</span>
                </button>
              </li>
            ))}
          </ol>
        </section>
        {version && (
          <VersionPanel
            key={at}
            version={version}
            latest={latest}
            at={at}
            next={versions[at - 1]?.item}
            onBack={() => setChosen(undefined)}
          />
        )}
      </div>
      <p className="help history-keys">
        Keys: <Key name="J" /> <Key name="K" /> next and previous version, <Key name="B" /> restore
        this version, <Key name="Esc" /> back to the record.
      </p>
    </>
  );
}

interface PanelProps {
  version: Version;
  /** The number of later changes. */
  at: number;
  latest: HistoryItem | undefined;
  /** The change after this version. */
  next: HistoryItem | undefined;
  onBack(): void;
}

function VersionPanel({ version, at, latest, next, onBack }: PanelProps) {
  const { item, fields } = version;
  return (
    <section className="panel" aria-labelledby="version">
      <div className="panel-head">
        <div>
          <h2 id="version">{describeVersion(item)}</h2>
          <p className="soft">{`${item.userId.name}, ${formatMoment(item.at)}`}</p>
        </div>
      </div>
      <table className="tbl versions">
        <caption className="sr-only">Field by field</caption>
        <thead>
          <tr>
            {["Field", "Before", "This version", "Current"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listShownFields(version).map(({ field, before, value, current, isDerived }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-name="Before">{before === value ? before : <Was text={before} />}</td>
              <td data-name="This version">
                {before === value ? value : <ins>{value || "empty"}</ins>}
              </td>
              <td data-name="Current">
                {isDerived ? (
                  <span className="soft">–</span>
                ) : current === value ? (
                  <span className="soft">same</span>
                ) : (
                  <b>{current || "empty"}</b>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {latest && next && (
        <Foot fields={fields} at={at} latest={latest} next={next} onBack={onBack} />
      )}
    </section>
  );
}

const TOO_OLD =
  "This version cannot be restored: later changes were made before bahi recorded undo data.";

/** Shows nothing if there was no earlier value. */
const Was = ({ text }: { text: string }) =>
  text ? <del>{text}</del> : <span className="soft">empty</span>;

/** Describes what restoring changes, or why it is not possible. */
function Foot({
  fields,
  at,
  latest,
  next,
  onBack,
}: Omit<PanelProps, "version"> &
  Pick<Version, "fields"> & { latest: HistoryItem; next: HistoryItem }) {
  // Only the latest change is checked here. The server checks the others when restoring.
  const changed = fields.filter(({ value, current }) => value !== current);
  const isPossible = latest.canUndo && next.operation !== null && changed.length > 0;
  const [isBusy, start] = useBusy(async () => {
    const { entity, id, operation } = next;
    await undoOperation("undo", operation ?? undefined, at > 1 ? { entity, id } : undefined);
    onBack();
  });
  useKeys({ ...(isPossible && { b: start }) });
  const whyNot = changed.length === 0 ? "This is the current version." : latest.reason || TOO_OLD;
  const what = changed.map(({ field, value }) =>
    value ? `${lowerLabel(field)} to ${value}` : `${lowerLabel(field)} to empty`,
  );
  const count = pluralize(changed.length, "field");
  return (
    <div className="history-foot row between gap-16 p-12-16">
      {isPossible ? (
        <>
          <p>
            <b>{`Restoring this version changes ${count}: `}</b>
            {`${what.join(", ")}. The history keeps every version.`}
          </p>
          <Button
            look="primary"
            icon="undo-2"
            label="Restore this version"
            keyName="B"
            isBusy={isBusy}
            onClick={start}
          />
        </>
      ) : (
        <p className="soft">{whyNot}</p>
      )}
    </div>
  );
}
