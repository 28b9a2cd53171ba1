import type { AuditEntry } from "../../domain/audit.ts";
import { type FieldChange, fieldsOf, linkOf } from "../../domain/auditWords.ts";

/** What an entry holds, field by field: what was, what is, and where the thing is now. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const fields = fieldsOf(entry);
  const link = linkOf(entry);
  const isChange = entry.action === "UPDATE";
  return (
    <div className="entry-details">
      {fields.length > 0 ? (
        <ul
          className={`entry-fields ${isChange ? "is-change" : ""}`}
          aria-label={isChange ? "What changed" : "What it held"}
        >
          {fields.map((change) => (
            <li key={change.field}>
              <span className="muted">{change.field}</span>
              {isChange ? <Change {...change} /> : <span>{change.after || change.before}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No field was changed.</p>
      )}
      <div className="entry-foot">
        {link && <a href={link}>See it as it is now</a>}
        <details>
          <summary>As JSON</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
          <pre tabIndex={0}>{JSON.stringify(entry.payload, null, 2)}</pre>
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
