import { useMemo } from "react";
import type { Approval } from "../../domain/agencies/approvals.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { TablePanel } from "../ui/DataTable.tsx";
import { PageHead } from "../ui/Page.tsx";
import { Pager } from "../ui/Pager.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Empty } from "../ui/states.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { useDataTable } from "../ui/useDataTable.tsx";
import { type PagedList, useList } from "../ui/useList.ts";
import { approvalColumns } from "./columns.tsx";
import { decide } from "./decide.ts";

const LIMIT = 20;
// Withdrawn requests are listed under All only.
const STATES = [
  ["waiting", "Waiting"],
  ["approved", "Approved"],
  ["refused", "Refused"],
  ["all", "All"],
] as const;

interface ApprovalList extends PagedList {
  items: Approval[];
}

export default function Approvals() {
  const search = useUrlQuery();
  const state = search === null ? undefined : (new URLSearchParams(search).get("state") ?? WAITING);
  const list = useList<ApprovalList>(
    "/api/approvals",
    search === null ? null : buildApprovalQuery(search),
  );
  const dialog = useLazyDialog((_: Approval) =>
    import("./ApprovalDialog.tsx").then((m) => m.ApprovalDialog),
  );
  const columns = useMemo(() => approvalColumns(dialog.open), [dialog.open]);
  const rows = list.data?.items;
  const table = useDataTable({ name: "approvals", rows, columns, getId, sort: "" });
  const [, approve] = useBusy(async () => {
    const one = findChosen(rows ?? []);
    if (one && (await decide(one, "approve"))) list.reload();
  });
  useKeys({ a: approve }, "approve payments");
  return (
    <>
      <PageHead
        title="Approvals"
        aside={<span className="not-phone text-13 muted">Payments awaiting approval</span>}
      />
      <div className="toolbar">
        <SegmentedControl
          label="Status"
          choices={STATES}
          chosen={state as (typeof STATES)[number][0] | undefined}
          onChoose={(name) => changeUrlQuery({ state: name === WAITING ? "" : name, page: "" })}
        />
      </div>
      <TablePanel
        table={table}
        label="List of approvals"
        caption="Approvals"
        className="tbl stick to-list tx"
        isLoaded={list.data !== undefined}
        isLoading={list.isLoading}
        waiting={5}
        failure={list.failure}
        otherwise="Failed to load approvals"
        onRetry={list.reload}
        empty={<Nothing isWaiting={state === WAITING} />}
        onOpen={dialog.open}
      />
      {list.data && <Pager list={list.data} limit={LIMIT} noun="approvals" />}
      {dialog.draw((Dialog, approval) => (
        <Dialog approval={approval} onChanged={list.reload} onClose={dialog.close} />
      ))}
    </>
  );
}

const WAITING = "waiting";

/** Converts the address to the API's query. */
function buildApprovalQuery(search: string): string {
  const params = new URLSearchParams(search);
  const state = params.get("state") ?? WAITING;
  if (state === "all") params.delete("state");
  else params.set("state", state);
  params.set("limit", String(LIMIT));
  return `?${params}`;
}

const getId = ({ _id }: Approval) => _id;

/** Returns the row with keyboard focus, or the only row. */
function findChosen(rows: Approval[]): Approval | undefined {
  const open = rows.filter(({ state }) => state === WAITING);
  const id = document.activeElement?.closest<HTMLElement>("tr[data-id]")?.dataset.id;
  return open.find(({ _id }) => _id === id) ?? (open.length === 1 ? open[0] : undefined);
}

const Nothing = ({ isWaiting }: { isWaiting: boolean }) => (
  <Empty
    label="List of approvals"
    icon="circle-check"
    title={isWaiting ? "No payments to approve" : "No payments with this status"}
    text="Staff payments above the limit in Settings appear here until an owner approves them"
  />
);
