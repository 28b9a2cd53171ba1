import { useEffect, useMemo, useState } from "react";
import type { Invitation } from "../../domain/agencies/invitations.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { send, toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { actionsColumn, RowButtons } from "../ui/columns.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

const getId = ({ _id }: Invitation) => _id;

/** Open invitations. `turn` changes after a new one. */
export function Invitations({ turn }: { turn: number }) {
  const { data, reload } = useFetch<{ invitations: Invitation[] }>(
    "/api/users/invitations",
    toastError("Failed to load invitations"),
  );
  const [toWithdraw, setToWithdraw] = useState<Invitation>();
  const columns = useMemo(() => buildColumns(setToWithdraw), []);
  const table = useDataTable({ name: "invitations", rows: data?.invitations, columns, getId });
  useEffect(() => {
    if (turn > 0) reload();
  }, [turn, reload]);
  if (!data?.invitations.length) return null;
  return (
    <section className="panel mt-16" aria-labelledby="invited">
      <div className="panel-head">
        <h2 id="invited">Invited</h2>
      </div>
      <DataTable table={table} className="tbl to-list team" caption="Invited" isLoaded />
      {toWithdraw && (
        <ConfirmDelete
          title="Withdraw invitation"
          verb="Withdraw"
          run={() => send("DELETE", `/api/users/invitations/${toWithdraw._id}`)}
          success="Invitation withdrawn"
          otherwise="Failed to withdraw the invitation"
          onChanged={reload}
          onClose={() => setToWithdraw(undefined)}
        >
          <p>The link stops working immediately.</p>
          <p className="strong">{`${toWithdraw.name}, ${toWithdraw.email}`}</p>
        </ConfirmDelete>
      )}
    </section>
  );
}

const column = columnHelper<Invitation>();

const buildColumns = (onWithdraw: (invitation: Invitation) => void) =>
  column.columns([
    column.accessor("name", { header: "Name", meta: { cell: "team-name" } }),
    column.accessor("email", { header: "Email", meta: { cell: "team-email truncate" } }),
    column.accessor("role", {
      header: "Role",
      meta: { cell: "team-role" },
      cell: ({ getValue }) => <span className="pill pill-line">{ROLE_NAMES[getValue()]}</span>,
    }),
    column.accessor("expiresAt", {
      header: "Link expires",
      meta: { cell: "team-joined num muted" },
      cell: ({ getValue }) => formatDate(today(new Date(getValue()))),
    }),
    column.display(
      actionsColumn<Invitation>({ cell: "team-acts" }, (invitation) => (
        <RowButtons
          name={invitation.name}
          onDelete={() => onWithdraw(invitation)}
          verb="Withdraw invitation for"
          needs="manage team"
        />
      )),
    ),
  ]);
