// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { Fragment, useState } from "react";
import type { Action, AuditEntry } from "../../domain/audit.ts";
import { sentenceOfEntry, subjectOf } from "../../domain/auditWords.ts";
import { formatMoment } from "../../domain/dates.ts";
import { sentenceOf } from "../browser/api.ts";
import { changeSearch } from "../browser/search.ts";
import { Icon } from "../parts/Icon.tsx";
import { EntryDetails } from "./EntryDetails.tsx";
import { entityName, NO_FILTERS } from "./view.ts";

interface Props {
  /** Undefined while they are on their way. */
  entries: AuditEntry[] | undefined;
  isFiltered: boolean;
  failure: unknown;
  onRetry(): void;
}

export function AuditTable({ entries, isFiltered, failure, onRetry }: Props) {
  const [open, setOpen] = useState<Set<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  if (failure && !entries) {
    return (
      <div className="panel empty">
        <Icon name="circle-alert" />
        <p>{sentenceOf(failure, "Failed to load audit logs")}</p>
        <button className="btn" type="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  }
  if (entries?.length === 0) return <NothingThere isFiltered={isFiltered} />;
  return (
    <div className="panel">
      <table role="table" className="tbl to-list audit" aria-busy={!entries}>
        <caption className="sr-only">Audit log, newest first</caption>
        <thead role="rowgroup">
          <tr role="row">
            {["Time", "User", "Action", "Entity", "Details"].map((title) => (
              <th role="columnheader" scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries?.map((entry) => (
            <Fragment key={entry._id}>
              <Row entry={entry} isOpen={open.has(entry._id)} onToggle={() => toggle(entry._id)} />
              {open.has(entry._id) && (
                <tr role="row" className="audit-more" id={`more-${entry._id}`}>
                  <td role="cell" colSpan={5}>
                    <EntryDetails entry={entry} />
                  </td>
                </tr>
              )}
            </Fragment>
          )) ?? <Waiting />}
        </tbody>
      </table>
    </div>
  );
}

const TONES: Record<Action, string> = {
  CREATE: "pill-pos",
  UPDATE: "pill-info",
  DELETE: "pill-neg",
  VIEW: "pill-line",
};

interface RowProps {
  entry: AuditEntry;
  isOpen: boolean;
  onToggle(): void;
}

function Row({ entry, isOpen, onToggle }: RowProps) {
  const { _id, at, userId, action, entity } = entry;
  return (
    <tr role="row">
      <td role="cell" className="audit-time num muted">
        <time dateTime={at}>{formatMoment(at)}</time>
      </td>
      <td role="cell" className="audit-user">
        <div className="cell-main truncate">{userId.name}</div>
        <div className="cell-sub truncate">{userId.email}</div>
      </td>
      <td role="cell" className="audit-action">
        <span className={`pill ${TONES[action]}`}>{action}</span>
      </td>
      <td role="cell" className="audit-entity">
        {entityName(entity)}
      </td>
      <td role="cell" className="audit-what">
        <button
          className="audit-open"
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `more-${_id}` : undefined}
          onClick={onToggle}
        >
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} />
          <span>
            {entity === "Metadata" || action !== "UPDATE" ? "" : <b>{`${subjectOf(entry)}: `}</b>}
            {sentenceOfEntry(entry)}
          </span>
        </button>
      </td>
    </tr>
  );
}

function NothingThere({ isFiltered }: { isFiltered: boolean }) {
  return (
    <section className="panel empty" aria-label="Audit log">
      <Icon name="scroll-text" />
      <p role="status">{isFiltered ? "No entries match" : "No entries on this page"}</p>
      <button className="btn" type="button" onClick={() => changeSearch(NO_FILTERS)}>
        {isFiltered ? "Clear All Filters" : "Go to the first page"}
      </button>
    </section>
  );
}

function Waiting() {
  return [0, 1, 2, 3, 4].map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" colSpan={5}>
        <span className="skeleton" />
      </td>
    </tr>
  ));
}
