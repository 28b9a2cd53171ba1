import { useEffect, useMemo, useState } from "react";
import {
  MAIL_STATES,
  type MailList,
  type MailRow,
  type MailState,
} from "../../domain/mail/mails.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { SelectField } from "../ui/Field.tsx";
import { FilterPanel, filterField } from "../ui/filters.tsx";
import { ListPage, NothingMatches } from "../ui/ListPage.tsx";
import { PageHead } from "../ui/Page.tsx";
import { SalesTabs } from "../ui/PageTabs.tsx";
import { Empty } from "../ui/states.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList, without } from "../ui/useList.ts";
import { mailColumns } from "./columns.tsx";

const NAMES = ["q", "state"] as const;
const UNFILTERED = without(NAMES);

const STATE_NAMES: Record<MailState, string> = {
  queued: "Queued",
  sending: "Sending",
  handed_over: "Sent",
  refused: "Bounced",
  unknown: "Unknown",
  cancelled: "Not sent",
};
const STATES = MAIL_STATES.map((state) => [state, STATE_NAMES[state]] as const);
const LOOK_MS = 5_000;

const getId = ({ _id }: MailRow) => _id;
const getName = ({ to, label }: MailRow) => `${to}, ${label}`;

export default function Outbox() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, NAMES, 20);
  const list = useList<MailList>("/api/outbox", search);
  const seen = useLazyDialog((_: MailRow) =>
    import("./SeenMail.tsx").then(({ SeenMail }) => SeenMail),
  );
  const rows = list.data?.items;
  const [now, setNow] = useState(() => Date.now());
  const { reload } = list;
  const columns = useMemo(() => mailColumns(now, reload), [now, reload]);
  const table = useDataTable({
    name: "outbox",
    columns,
    getId,
    getName,
    rows,
    sort: "",
  });
  const isMoving = rows?.some(({ state }) => state === "queued" || state === "sending") ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const look = setInterval(() => {
      setNow(Date.now());
      reload();
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [isMoving, reload]);
  const isNarrowed = Boolean(view?.q || view?.state);
  return (
    <>
      <PageHead title="Invoices" />
      <SalesTabs path="/outbox" />
      <ListPage
        view={view}
        list={list}
        table={table}
        noun="e-mails"
        caption="E-mails"
        className="mails"
        loading="Loading e-mails..."
        filtersSet={view?.state ? 1 : 0}
        search={{
          label: "Search e-mails",
          placeholder: "Search address, subject or number",
          clear: { label: "Clear All Filters", changes: UNFILTERED },
        }}
        filters={(isOpen) => (
          <FilterPanel isOpen={isOpen} className="invoice-filters">
            <SelectField
              label="Status"
              blank="All statuses"
              options={STATES}
              field={filterField("state", view?.state)}
            />
          </FilterPanel>
        )}
        empty={<Nothing isNarrowed={isNarrowed} />}
        onOpen={seen.open}
        rowClass={({ state }) => (state === "cancelled" ? "is-void" : "")}
      />
      {seen.draw((SeenMail, { _id }) => (
        <SeenMail id={_id} onClose={seen.close} />
      ))}
    </>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <NothingMatches noun="e-mails" clear={UNFILTERED} />
  ) : (
    <Empty
      label="List of e-mails"
      icon="mail"
      title="No e-mails yet"
      text="E-mails you send from invoices and other documents appear here"
    />
  );
}
