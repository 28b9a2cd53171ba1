import { useMemo, useState } from "react";
import { type ApiToken, type MadeToken, NewToken } from "../../domain/agencies/tokens.ts";
import { formatDate } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { readSession } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { actionsColumn, RowButtons } from "../ui/columns.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { Secret } from "../ui/Secret.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

const BLANK = { name: "" };
const getId = ({ _id }: ApiToken) => _id;

/** The user's access tokens, or for owners everyone's: create, show once, revoke. */
export function Tokens() {
  const { data, failure, reload } = useFetch<{ tokens: ApiToken[] }>(
    "/api/tokens",
    toastError("Failed to load access tokens"),
  );
  const [made, setMade] = useState<MadeToken>();
  const [toRevoke, setToRevoke] = useState<ApiToken>();
  const columns = useMemo(() => tokenColumns(setToRevoke), []);
  const table = useDataTable({ name: "tokens", rows: data?.tokens, columns, getId });
  const form = useAppForm({
    needs: "nothing",
    values: BLANK,
    schema: NewToken,
    save: saveTo("/api/tokens"),
    onSaved: (answer: MadeToken) => {
      setMade(answer);
      reload();
      return BLANK;
    },
    otherwise: "Failed to create the access token",
  });
  return (
    <section className="panel" aria-labelledby="tokens">
      <div className="panel-head">
        <h2 id="tokens">Access tokens</h2>
      </div>
      <form {...form.props} className="panel-body fields">
        <p className="soft small">
          For scripts and machines. Tokens are read-only, have your role’s access, and work until
          you revoke them.
        </p>
        <FormNotices form={form} />
        {made && (
          <Secret key={made.token._id} label="Access token" secret={made.secret}>
            Copy the token of <strong>{made.token.name}</strong> now. It is not shown again.
          </Secret>
        )}
        <TextField
          label="Used by"
          required
          placeholder="Backup on the office machine"
          field={form.field("name")}
        />
        <div className="actions">
          <SubmitButton form={form} label="Create Token" />
        </div>
      </form>
      {failure !== undefined && (
        <p className="panel-body">
          <NotLoaded text="Failed to load access tokens" onRetry={reload} />
        </p>
      )}
      {data && data.tokens.length > 0 && (
        <DataTable table={table} className="tbl to-list team" caption="Access tokens" isLoaded />
      )}
      {toRevoke && (
        <ConfirmDelete
          title="Revoke access token"
          verb="Revoke"
          run={() => send("DELETE", `/api/tokens/${toRevoke._id}`)}
          success="Access token revoked"
          otherwise="Failed to revoke the access token"
          onChanged={reload}
          onClose={() => setToRevoke(undefined)}
        >
          <p>Programs that use this token lose access immediately.</p>
          <p className="strong">{toRevoke.name}</p>
        </ConfirmDelete>
      )}
    </section>
  );
}

const column = columnHelper<ApiToken>();

const tokenColumns = (onRevoke: (token: ApiToken) => void) =>
  column.columns([
    column.accessor("name", {
      header: "Name",
      meta: { cell: "team-name" },
      cell: ({ getValue, row: { original } }) => (
        <>
          {getValue()}
          {!isMine(original) && <span className="muted">{` (${original.user.name})`}</span>}
        </>
      ),
    }),
    column.accessor("lastUsedOn", {
      header: "Last used",
      meta: { cell: "team-email num muted" },
      cell: ({ getValue }) => (getValue() ? `used ${formatDate(getValue())}` : "never used"),
    }),
    column.display(
      actionsColumn<ApiToken>({ cell: "team-acts" }, (token) => (
        <RowButtons
          needs="nothing"
          name={token.name}
          onDelete={() => onRevoke(token)}
          verb="Revoke"
        />
      )),
    ),
  ]);

const isMine = ({ user }: ApiToken) => user._id === readSession()?.user._id;
