import type { PeriodRow } from "../../domain/gst/returns/filings.ts";
import { toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { LinkButton } from "../ui/Button.tsx";
import { PageHead } from "../ui/Page.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { SupplierReturns } from "../vendors/SupplierReturns.tsx";
import { CashLedger } from "./CashLedger.tsx";
import { Month } from "./Month.tsx";
import { Months } from "./Months.tsx";
import { TaxBook } from "./TaxBook.tsx";

export default function Gst() {
  const search = useUrlQuery();
  const period = new URLSearchParams(search ?? "").get("period");
  const { data, failure, reload } = useFetch<{ periods: PeriodRow[] }>(
    search === null ? null : "/api/gst",
    toastError("Failed to load GST returns"),
  );
  if (period)
    return <Month key={period} period={period} periods={data?.periods ?? []} onChanged={reload} />;
  return (
    <>
      <PageHead title="GST" />
      {failure !== undefined && !data ? (
        <FailedToLoad
          label="GST returns"
          failure={failure}
          otherwise="Failed to load GST returns"
          onRetry={reload}
        />
      ) : data ? (
        <All periods={data.periods} onChanged={reload} />
      ) : (
        <Loading label="GST returns" />
      )}
    </>
  );
}

const VIEWS = ["months", "cash", "suppliers"] as const;

function All({ periods, onChanged }: { periods: PeriodRow[]; onChanged(): void }) {
  const wanted = new URLSearchParams(useUrlQuery() ?? "").get("view");
  const view = VIEWS.find((name) => name === wanted) ?? "months";
  if (periods.length > 0) {
    return (
      <Tabs
        label="GST"
        chosen={view}
        onChoose={(name) => changeUrlQuery({ view: name === "months" ? "" : name })}
        tabs={[
          { name: "months", label: "Returns", count: null },
          ...(can("view statements")
            ? [{ name: "cash" as const, label: "Cash ledger", count: null }]
            : []),
          { name: "suppliers", label: "Vendors’ returns", count: null },
        ]}
      >
        {view === "cash" ? (
          <CashLedger />
        ) : view === "suppliers" ? (
          <section className="panel" aria-labelledby="suppliers">
            <div className="panel-head">
              <h2 id="suppliers">Vendors who did not file GSTR-3B</h2>
            </div>
            <div className="section gst-suppliers">
              <SupplierReturns />
            </div>
          </section>
        ) : (
          <div className="stack">
            <TaxBook onChanged={onChanged} />
            <Months periods={periods} />
          </div>
        )}
      </Tabs>
    );
  }
  return (
    <Empty
      label="GST returns"
      icon="badge-percent"
      title="No GSTIN, so no returns"
      text="Once you enter the agency's GSTIN, its months appear here, ready to check and file."
    >
      <LinkButton needs="manage metadata" label="Enter the GSTIN" href="/settings/metadata" />
    </Empty>
  );
}
