// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { formatDate, today } from "../../domain/dates.ts";
import type { Member } from "../../domain/team.ts";
import { sentenceOf } from "../browser/api.ts";
import { readSession } from "../browser/session.ts";
import { Icon } from "../parts/Icon.tsx";

interface Props {
  /** Undefined while they are on their way. */
  members: Member[] | undefined;
  failure: unknown;
  onRetry(): void;
  onEdit(member: Member): void;
  onRemove(member: Member): void;
}

export function TeamTable({ members, failure, onRetry, ...actions }: Props) {
  if (failure && !members) {
    return (
      <div className="panel empty">
        <Icon name="circle-alert" />
        <p>{sentenceOf(failure, "Failed to load team members")}</p>
        <button className="btn" type="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="panel">
      <table role="table" className="tbl to-list team" aria-busy={!members}>
        <caption className="sr-only">Team members</caption>
        <thead role="rowgroup">
          <tr role="row">
            {["Name", "Email", "Role", "Joined"].map((title) => (
              <th role="columnheader" scope="col" key={title}>
                {title}
              </th>
            ))}
            <th role="columnheader" scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {members?.map((member) => <Row key={member._id} member={member} {...actions} />) ?? (
            <Waiting />
          )}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<Props, "onEdit" | "onRemove"> & { member: Member };

function Row({ member, onEdit, onRemove }: RowProps) {
  const { _id, name, email, role, createdAt } = member;
  const isSelf = _id === readSession()?.user._id;
  return (
    <tr role="row">
      <td role="cell" className="team-name">
        <button
          className="cell-main cell-open truncate"
          type="button"
          onClick={() => onEdit(member)}
        >
          {name}
          {isSelf && <span className="muted"> (You)</span>}
        </button>
      </td>
      <td role="cell" className="team-email truncate">
        {email}
      </td>
      <td role="cell" className="team-role">
        <span className={`pill ${role === "owner" ? "pill-info" : "pill-line"}`}>
          {role === "owner" ? "Owner" : "Staff"}
        </span>
      </td>
      <td role="cell" className="team-joined num muted">
        {formatDate(today(new Date(createdAt)))}
      </td>
      <td role="cell" className="team-acts">
        <div className="row-acts">
          <button
            className="icon-btn"
            type="button"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(member)}
          >
            <Icon name="pencil" />
          </button>
          {!isSelf && (
            <button
              className="icon-btn"
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onRemove(member)}
            >
              <Icon name="trash-2" />
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function Waiting() {
  return [0, 1, 2].map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" colSpan={5}>
        <span className="skeleton" />
      </td>
    </tr>
  ));
}
