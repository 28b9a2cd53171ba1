import { useMemo, useState } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import type { Member } from "../../domain/team.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useHash } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { IconButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { useLazy } from "../ui/useBusy.ts";
import { columnsOf, useDataTable } from "../ui/useDataTable.tsx";

/** Who works with these books: the owner's to say. */
export default function Team() {
  return (
    <Allowed permission="manage team" title="Team Members">
      <Members />
    </Allowed>
  );
}

function Members() {
  const { data, failure, reload } = useFetch<{ users: Member[] }>("/api/users/team", (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load team members")),
  );
  const [opened, setOpened] = useState<{ member: Member | undefined }>();
  const [leaving, setLeaving] = useState<Member>();
  const [Form, fetchForm] = useLazy(() => import("./MemberForm.tsx").then((m) => m.MemberForm));
  const open = (member?: Member) => void fetchForm().then(() => setOpened({ member }));
  useHash({ new: () => open() });
  useKeys({ n: () => open() });

  if (isDenied(failure)) return <AccessDenied title="Team Members" permission="manage team" />;
  return (
    <>
      <ListHead title="Team Members" add="Add Team Member" onAdd={() => open()} />
      <TeamTable
        members={data?.users}
        failure={failure}
        onRetry={reload}
        onEdit={open}
        onRemove={setLeaving}
      />
      {opened && Form && (
        <Form member={opened.member} onSaved={reload} onClose={() => setOpened(undefined)} />
      )}
      {leaving && (
        <RemoveMember member={leaving} onChanged={reload} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}

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
          <IconButton
            icon="pencil"
            label={`Edit ${original.name}`}
            onClick={() => onEdit(original)}
          />
          {!isSelf(original) && (
            <IconButton
              icon="trash-2"
              label={`Remove ${original.name}`}
              onClick={() => onRemove(original)}
            />
          )}
        </div>
      ),
    }),
  ]);

const isSelf = ({ _id }: Member) => _id === readSession()?.user._id;

interface RemoveProps {
  member: Member;
  onChanged(): void;
  onClose(): void;
}

export function RemoveMember({ member, ...props }: RemoveProps) {
  return (
    <ConfirmDelete
      {...props}
      title="Remove team member"
      verb="Remove"
      run={() => send("DELETE", `/api/users/team/${member._id}`)}
      success="Team member removed successfully"
      otherwise="Failed to remove team member"
    >
      <p>Are you sure you want to remove this team member? They will lose access immediately.</p>
      <p className="strong">{`${member.name}, ${member.email}`}</p>
    </ConfirmDelete>
  );
}
