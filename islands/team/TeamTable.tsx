import { useMemo } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import type { Member } from "../../domain/team.ts";
import { readSession } from "../browser/session.ts";
import { TablePanel } from "../ui/DataTable.tsx";
import { Icon } from "../ui/Icon.tsx";
import { columnsOf, useDataTable } from "../ui/useDataTable.tsx";

interface Actions {
  onEdit(member: Member): void;
  onRemove(member: Member): void;
}

interface Props extends Actions {
  /** Undefined while they are on their way. */
  members: Member[] | undefined;
  failure: unknown;
  onRetry(): void;
}

const idOf = ({ _id }: Member) => _id;

export function TeamTable({ members, failure, onRetry, onEdit, onRemove }: Props) {
  const columns = useMemo(() => teamColumns({ onEdit, onRemove }), []);
  const table = useDataTable({ name: "team", rows: members, columns, idOf });
  return (
    <TablePanel
      {...{ table, failure, onRetry }}
      label="Team members"
      caption="Team members"
      className="tbl to-list team"
      isLoaded={members !== undefined}
      waiting={3}
      otherwise="Failed to load team members"
      empty={null}
    />
  );
}

const column = columnsOf<Member>();

const teamColumns = ({ onEdit, onRemove }: Actions) =>
  column.columns([
    column.accessor("name", {
      header: "Name",
      meta: { cell: "team-name" },
      cell: ({ getValue, row: { original } }) => (
        <button
          className="cell-main cell-open truncate"
          type="button"
          onClick={() => onEdit(original)}
        >
          {getValue()}
          {isSelf(original) && <span className="muted"> (You)</span>}
        </button>
      ),
    }),
    column.accessor("email", { header: "Email", meta: { cell: "team-email truncate" } }),
    column.accessor("role", {
      header: "Role",
      meta: { cell: "team-role" },
      cell: ({ getValue }) => (
        <span className={`pill ${getValue() === "owner" ? "pill-info" : "pill-line"}`}>
          {getValue() === "owner" ? "Owner" : "Staff"}
        </span>
      ),
    }),
    column.accessor("createdAt", {
      header: "Joined",
      meta: { cell: "team-joined num muted" },
      cell: ({ getValue }) => formatDate(today(new Date(getValue()))),
    }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { cell: "team-acts" },
      cell: ({ row: { original } }) => (
        <div className="row-acts">
          <button
            className="icon-btn"
            type="button"
            aria-label={`Edit ${original.name}`}
            onClick={() => onEdit(original)}
          >
            <Icon name="pencil" />
          </button>
          {!isSelf(original) && (
            <button
              className="icon-btn"
              type="button"
              aria-label={`Remove ${original.name}`}
              onClick={() => onRemove(original)}
            >
              <Icon name="trash-2" />
            </button>
          )}
        </div>
      ),
    }),
  ]);

const isSelf = ({ _id }: Member) => _id === readSession()?.user._id;
