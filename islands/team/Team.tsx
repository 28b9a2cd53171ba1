import { useMemo, useState } from "react";
import type { Member } from "../../domain/agencies/team.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { send, toastError } from "../browser/api.ts";
import { can, readSession } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { actionsColumn, RowButtons } from "../ui/columns.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { ListHead } from "../ui/Page.tsx";
import { useAddKeys } from "../ui/useAddKeys.ts";
import { useLazyDialog } from "../ui/useBusy.ts";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import { Invitations } from "./Invitations.tsx";

const FAILED = "Failed to load team members";

export default function Team() {
  return (
    <Allowed permission="view team" title="Team Members">
      <Members />
    </Allowed>
  );
}

const getId = ({ _id }: Member) => _id;

function Members() {
  const { data, failure, reload } = useFetch<{ users: Member[] }>(
    "/api/users/team",
    toastError(FAILED),
  );
  const [toRemove, setToRemove] = useState<Member>();
  const form = useLazyDialog((_?: Member) => import("./MemberForm.tsx").then((m) => m.MemberForm));
  const invite = useLazyDialog((_?: undefined) =>
    import("./InviteForm.tsx").then((m) => m.InviteForm),
  );
  const [turn, setTurn] = useState(0);
  const add = () => form.open(undefined);
  useAddKeys(add, "manage team");
  const columns = useMemo(() => teamColumns(form.open, setToRemove), [form.open]);
  const table = useDataTable({ name: "team", rows: data?.users, columns, getId });

  if (isDenied(failure)) return <AccessDenied title="Team Members" permission="view team" />;
  return (
    <>
      <ListHead title="Team Members" add="Add Team Member" onAdd={add} needs="manage team">
        <Button
          needs="manage team"
          icon="send"
          label="Invite"
          onClick={() => invite.open(undefined)}
        />
      </ListHead>
      <TablePanel
        table={table}
        failure={failure}
        label="Team members"
        caption="Team members"
        className="tbl to-list team members"
        isLoaded={data !== undefined}
        waiting={3}
        otherwise={FAILED}
        onRetry={reload}
        empty={null}
      />
      {form.draw((Form, member) => (
        <Form member={member} onSaved={reload} onClose={form.close} />
      ))}
      {can("manage team") && <Invitations turn={turn} />}
      {invite.draw((Form) => (
        <Form onMade={() => setTurn((turn) => turn + 1)} onClose={invite.close} />
      ))}
      {toRemove && (
        <ConfirmDelete
          title="Remove team member"
          verb="Remove"
          run={() => send("DELETE", `/api/users/team/${toRemove._id}`)}
          success="Team member removed successfully"
          otherwise="Failed to remove team member"
          onChanged={reload}
          onClose={() => setToRemove(undefined)}
        >
          <p>
            Are you sure you want to remove this team member? They will lose access immediately.
          </p>
          <p className="strong">{`${toRemove.name}, ${toRemove.email}`}</p>
        </ConfirmDelete>
      )}
    </>
  );
}

const column = columnHelper<Member>();

const teamColumns = (onEdit: (member: Member) => void, onRemove: (member: Member) => void) =>
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
          {ROLE_NAMES[getValue()]}
        </span>
      ),
    }),
    column.accessor("createdAt", {
      header: "Joined",
      meta: { cell: "team-joined num muted" },
      cell: ({ getValue }) => formatDate(today(new Date(getValue()))),
    }),
    column.display(
      actionsColumn<Member>({ cell: "team-acts" }, (member) => (
        <RowButtons
          name={member.name}
          onEdit={() => onEdit(member)}
          onDelete={!isSelf(member) && (() => onRemove(member))}
          verb="Remove"
          needs="manage team"
        />
      )),
    ),
  ]);

const isSelf = ({ _id }: Member) => _id === readSession()?.user._id;
