import { useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { GstPeriod, PeriodRow } from "../../domain/gst/returns/filings.ts";
import { parsePeriod } from "../../domain/gst/returns/periods.ts";
import { toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { MonthStepper } from "../ui/MonthStepper.tsx";
import { PageHead } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { Einvoices } from "./Einvoices.tsx";
import { Filings } from "./Filings.tsx";
import { Findings } from "./Findings.tsx";
import { Gstr1 } from "./Gstr1.tsx";
import { Gstr2b } from "./Gstr2b.tsx";
import { Gstr3b } from "./Gstr3b.tsx";
import { Proof } from "./Proof.tsx";
import { Steps } from "./Steps.tsx";
import { Hsn, Issued } from "./Summaries.tsx";
import { returnName, saveGst } from "./words.tsx";

interface Props {
  period: string;
  periods: PeriodRow[];
  onChanged(): void;
}

/** A period: its issues, tables and filing steps. */
export function Month({ period, periods, onChanged }: Props) {
  const { data, failure, reload } = useFetch<GstPeriod>(
    `/api/gst/${encodeURIComponent(period)}`,
    toastError("Failed to load the month"),
  );
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <>
      {data ? (
        <Loaded data={data} periods={periods} onChanged={changed} />
      ) : (
        <>
          <PageHead title="GST" back={BACK}>
            <Stepper period={period} periods={periods} />
          </PageHead>
          {failure !== undefined ? (
            <FailedToLoad
              label="Month"
              failure={failure}
              otherwise="Failed to load the month"
              onRetry={reload}
            />
          ) : (
            <Loading label="Month" />
          )}
        </>
      )}
    </>
  );
}

const BACK = { href: "/gst", label: "All months" };

const TABS = ["gstr1", "hsn", "issued", "gstr2b", "gstr3b", "proof", "einvoices"] as const;
type TabName = (typeof TABS)[number];

interface LoadedProps {
  data: GstPeriod;
  periods: PeriodRow[];
  onChanged(): void;
}

function Loaded({ data, periods, onChanged }: LoadedProps) {
  const { period, preflight, hsn, documentsIssued } = data;
  const wanted = new URLSearchParams(useUrlQuery() ?? "").get("tab");
  const tab = TABS.find((name) => name === wanted) ?? "gstr1";
  const errors = new Set(
    preflight.filter(({ level }) => level === "ERROR").map(({ subject }) => subject),
  ).size;
  const open = (name: TabName) => changeUrlQuery({ tab: name === "gstr1" ? "" : name });
  useKeys(Object.fromEntries(TABS.map((name, n) => [String(n + 1), () => open(name)])));
  const ranges = documentsIssued.reduce((sum, { ranges }) => sum + ranges.length, 0);
  const range = parsePeriod(period, data.filing) ?? {
    dateFrom: `${period}-01`,
    dateTo: `${period}-01`,
  };
  return (
    <>
      <Head data={data} periods={periods} errors={errors} onChanged={onChanged} />
      <Steps period={data} range={range} errors={errors} />
      <Filings data={data} onChanged={onChanged} />
      <Findings data={data} onChanged={onChanged} />
      <Tabs
        label="Returns"
        chosen={tab}
        onChoose={open}
        tabs={[
          { name: "gstr1", label: returnName(data.return), count: data.documents },
          { name: "hsn", label: "HSN summary", count: hsn.b2b.length + hsn.b2c.length },
          { name: "issued", label: "Documents issued", count: ranges },
          { name: "gstr2b", label: "GSTR-2B", count: null },
          { name: "gstr3b", label: "GSTR-3B", count: null },
          ...(data.return === "GSTR1"
            ? [{ name: "proof" as const, label: "Ledger check", count: null }]
            : []),
          { name: "einvoices", label: "E-invoices", count: null },
        ]}
      >
        {tab === "gstr1" && <Gstr1 data={data} />}
        {tab === "hsn" && <Hsn data={data} />}
        {tab === "issued" && <Issued data={data} />}
        {tab === "gstr2b" && <Gstr2b data={data} />}
        {tab === "gstr3b" && <Gstr3b data={data} />}
        {tab === "proof" && <Proof data={data} />}
        {tab === "einvoices" && <Einvoices data={data} onChanged={onChanged} />}
      </Tabs>
    </>
  );
}

function Head({ data, periods, errors, onChanged }: LoadedProps & { errors: number }) {
  const { period, return: which, filings } = data;
  const isFiled = filings.some((filing) => filing.return === which);
  const isPaid = filings.some((filing) => filing.return === "GSTR3B");
  const next = !isFiled ? which : which === "GSTR1" && !isPaid ? "GSTR3B" : undefined;
  const dialog = useLazyDialog(() => import("./FileReturn.tsx").then((m) => m.FileReturn));
  const [isAsking, setAsking] = useState(false);
  const json = `${period}/gstr1.json`;
  const [isSaving, save] = useBusy(() => saveGst(json, "application/json"));
  const [isZipping, zip] = useBusy(() => saveGst(`${period}/gstr1.zip`, "application/zip"));
  const saveOrAsk = () => (errors > 0 && !isFiled && !isAsking ? setAsking(true) : saved());
  const saved = () => {
    setAsking(false);
    save();
  };
  useKeys({ d: saveOrAsk });
  return (
    <>
      <PageHead title="GST" back={BACK} aside={<Stepper period={period} periods={periods} />}>
        <Button icon="file-spreadsheet" label="CSV" isBusy={isZipping} onClick={zip} />
        <Button
          icon="download"
          label="Download JSON"
          isBusy={isSaving}
          onClick={saveOrAsk}
          aria-keyshortcuts="d"
        />
        {next && (
          <Button
            look={errors === 0 && "primary"}
            label={`Mark ${returnName(next)} as filed`}
            onClick={() => dialog.open(undefined)}
          />
        )}
      </PageHead>
      {isAsking && (
        <div className="attn" role="alert">
          <span>{`${pluralize(errors, "error")}: the portal may reject this file.`}</span>
          <Button label="Download anyway" onClick={saved} />
          <Button look="quiet" label="Fix them" onClick={() => setAsking(false)} />
        </div>
      )}
      {next &&
        dialog.draw((Dialog) => (
          <Dialog data={data} onChanged={onChanged} which={next} onClose={dialog.close} />
        ))}
    </>
  );
}

const address = (period: string) => `/gst?period=${period}`;

/** Steps through the listed periods and this one. */
function Stepper({ period, periods }: Pick<Props, "period" | "periods">) {
  const months = [...new Set([...periods.map((row) => row.period), period])].toSorted();
  return <MonthStepper month={period} months={months} address={address} />;
}
