import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import type { Action, AuditEntry } from "../../domain/agencies/audit.ts";
import { type FieldChange, listFieldChanges } from "../../domain/agencies/auditFields.ts";
import {
  describeEntry,
  describeSubject,
  entityName,
  toAuditLink,
} from "../../domain/agencies/auditWords.ts";
import { formatMoment } from "../../domain/dates.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Empty } from "../ui/states.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import { NO_FILTERS } from "./AuditFilters.tsx";

interface Props {
  /** Undefined while they load. */
  entries: AuditEntry[] | undefined;
  isFiltered: boolean;
  failure: unknown;
  onRetry(): void;
}

const LABEL = "Audit log";
const getId = ({ _id }: AuditEntry) => _id;

export function AuditTable({ entries, isFiltered, failure, onRetry }: Props) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => {
    const toggle = (id: string) => setUnfolded(unfolded.symmetricDifference(new Set([id])));
    return auditColumns(unfolded, toggle);
  }, [unfolded]);
  const table = useDataTable({ name: "audit", rows: entries, columns, getId, sort: "" });
  return (
    <TablePanel
      table={table}
      failure={failure}
      onRetry={onRetry}
      label={LABEL}
      caption="Audit log, newest first"
      className="tbl to-list audit"
      isLoaded={entries !== undefined}
      otherwise="Failed to load audit logs"
      below={(entry) => unfolded.has(entry._id) && <EntryDetails entry={entry} />}
      empty={
        <Empty
          label={LABEL}
          icon="scroll-text"
          title={isFiltered ? "No entries match" : "No entries on this page"}
        >
          <Button
            label={isFiltered ? "Clear All Filters" : "Go to the first page"}
            onClick={() => changeUrlQuery(NO_FILTERS)}
          />
        </Empty>
      }
    />
  );
}

const TONES: Record<Action, string> = {
  CREATE: "pill-pos",
  UPDATE: "pill-info",
  DELETE: "pill-neg",
  VIEW: "pill-line",
};

const column = columnHelper<AuditEntry>();

type Draw = (entry: AuditEntry) => ReactNode;

const plain = (name: string, draw: Draw, head = `audit-${name.toLowerCase()}`, more = "") =>
  column.display({
    id: name.toLowerCase(),
    header: name,
    meta: { cell: head + more, head },
    cell: ({ row }) => draw(row.original),
  });

const auditColumns = (unfolded: ReadonlySet<string>, toggle: (id: string) => void) => [
  plain(
    "Time",
    ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    "audit-time",
    " num muted",
  ),
  plain("User", ({ userId }) => (
    <>
      <div className="cell-main truncate">{userId.name}</div>
      <div className="cell-sub truncate">{userId.email}</div>
    </>
  )),
  plain("Action", ({ action }) => <span className={`pill ${TONES[action]}`}>{action}</span>),
  plain("Entity", ({ entity }) => entityName(entity)),
  plain(
    "Details",
    (entry) => (
      <Details entry={entry} isOpen={unfolded.has(entry._id)} onToggle={() => toggle(entry._id)} />
    ),
    "audit-what",
  ),
];

interface DetailsProps {
  entry: AuditEntry;
  isOpen: boolean;
  onToggle(): void;
}

function Details({ entry, isOpen, onToggle }: DetailsProps) {
  const { _id, action, entity } = entry;
  return (
    <button
      className="audit-open"
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? `below-${_id}` : undefined}
      onClick={onToggle}
    >
      <Icon name={isOpen ? "chevron-down" : "chevron-right"} />
      <span>
        {entity === "Metadata" || action !== "UPDATE" ? (
          ""
        ) : (
          <b className="strong">{`${describeSubject(entry)}: `}</b>
        )}
        {describeEntry(entry)}
      </span>
    </button>
  );
}

/** An entry's fields with old and new values, and a link to the record. */
function EntryDetails({ entry }: { entry: AuditEntry }) {
  const fields = listFieldChanges(entry);
  const link = toAuditLink(entry);
  const isChange = entry.action === "UPDATE";
  return (
    <div className="grid cols-1 gap-12">
      {fields.length > 0 ? (
        <ul
          className={`entry-fields grid gap-6 text-13 ${isChange ? "is-change" : ""}`}
          aria-label={isChange ? "What changed" : "Contents"}
        >
          {fields.map((change) => (
            <li className="grid breaks" key={change.field}>
              <span className="muted">{change.field}</span>
              {isChange ? <Change {...change} /> : <span>{change.after || change.before}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No field was changed.</p>
      )}
      <div className="flex wrap gap-8-24 max-full text-13">
        {link && <a href={link}>Open the current version</a>}
        <details className="min-0">
          <summary className="pointer soft">As JSON</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
          <pre className="max-full scroll-x small" tabIndex={0}>
            {JSON.stringify(entry.payload, null, 2)}
          </pre>
        </details>
      </div>
    </div>
  );
}

function Change({ before, after }: FieldChange) {
  return (
    <>
      <span>
        <span className="sr-only">was </span>
        {before ? <del>{before}</del> : <span className="muted">nothing</span>}
      </span>
      <span>
        <span className="sr-only">is now </span>
        {after ? <ins>{after}</ins> : <span className="muted">nothing</span>}
      </span>
    </>
  );
}
