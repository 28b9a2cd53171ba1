import { useMemo, useState } from "react";
import type { ActiveSession } from "../../domain/agencies/sessions.ts";
import { formatMoment } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { signOut } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { actionsColumn } from "../ui/columns.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

const FAILED = "Failed to load sessions";
const getId = ({ _id }: ActiveSession) => _id;

/** The devices on which the person is signed in, each with a button that ends its session. */
export function Sessions() {
  const { data, failure, reload } = useFetch<{ sessions: ActiveSession[] }>(
    "/api/auth/sessions",
    toastError(FAILED),
  );
  const [toEnd, setToEnd] = useState<ActiveSession | "all">();
  const columns = useMemo(() => sessionColumns(setToEnd), []);
  const table = useDataTable({ name: "sessions", rows: data?.sessions, columns, getId });
  const close = () => setToEnd(undefined);
  return (
    <section className="panel" id="devices" ref={scrollToDevices} aria-labelledby="sessions">
      <div className="panel-head">
        <h2 id="sessions">Sessions</h2>
      </div>
      <div className="panel-body fields">
        <p className="soft small">
          Devices where you are signed in. Ending a session takes effect immediately.
        </p>
        {failure !== undefined && <NotLoaded text={FAILED} onRetry={reload} />}
        <div className="actions">
          <Button label="Sign out everywhere" onClick={() => setToEnd("all")} />
        </div>
      </div>
      {data && data.sessions.length > 0 && (
        <DataTable
          table={table}
          className="tbl to-list team sessions"
          caption="Sessions"
          isLoaded
        />
      )}
      {toEnd === "all" && (
        <ConfirmDelete
          title="Sign out everywhere"
          verb="Sign out"
          run={() => send("POST", "/api/auth/logout", { everywhere: true })}
          success="Signed out"
          otherwise="Failed to sign out"
          onChanged={signOut}
          onClose={close}
        >
          <p>All your sessions end, including this one. Access tokens stay valid.</p>
        </ConfirmDelete>
      )}
      {toEnd && toEnd !== "all" && (
        <ConfirmDelete
          title="Sign out"
          verb="Sign out"
          run={() => send("DELETE", `/api/auth/sessions/${toEnd._id}`)}
          success="Session ended"
          otherwise="Failed to end the session"
          onChanged={reload}
          onClose={close}
        >
          <p>You must sign in again on this device.</p>
          <p className="strong">{toEnd.device}</p>
        </ConfirmDelete>
      )}
    </section>
  );
}

const column = columnHelper<ActiveSession>();

const sessionColumns = (onEnd: (session: ActiveSession) => void) =>
  column.columns([
    column.accessor("device", { header: "Device", meta: { cell: "team-name" } }),
    column.accessor("address", { header: "Address", meta: { cell: "team-email num muted" } }),
    column.accessor("lastSeen", {
      header: "Last used",
      meta: { cell: "team-joined num muted" },
      cell: ({ getValue }) => formatMoment(getValue()),
    }),
    column.display(
      actionsColumn<ActiveSession>({ cell: "team-acts" }, (session) =>
        session.current ? (
          <span className="pill pill-pos dot">This one</span>
        ) : (
          <Button
            look="quiet"
            label="Sign out"
            aria-label={`Sign out ${session.device}`}
            onClick={() => onEnd(session)}
          />
        ),
      ),
    ),
  ]);

/** The list of settings links to this part, which is drawn after the browser looked for it. */
function scrollToDevices(part: HTMLElement | null): void {
  if (location.hash === "#devices") part?.scrollIntoView();
}
