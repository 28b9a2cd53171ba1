import type { ReactNode } from "react";
import { today, toFinancialYear } from "../../domain/dates.ts";
import type { Sheet } from "../../domain/ledger/sheet.ts";
import { stepMonthEnd, stepPeriod } from "../../domain/periods.ts";
import type { Permission } from "../../domain/roles.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, type SearchChange, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { saveCsv, savePdf } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { SheetTable } from "./SheetTable.tsx";

/** The parameters in the address; undefined until it is known. */
export type ReportQuery = Record<string, string> | undefined;

interface Props<Answer> {
  /** The name in its path, API call and files. */
  name: string;
  title: string;
  permission?: Permission;
  /** The parameters of the call, with their defaults. */
  takes: Record<string, string>;
  /** Required parameters. Without them, nothing is loaded and a message is shown. */
  needs?: string[];
  missing?: string;
  /** The call of its CSV and that call's parameters, if they differ. */
  csv?: { path: string; takes: string[] };
  sheetOf(answer: Answer): Sheet;
  /** The bar above the sheet. */
  controls(parameters: ReportQuery): ReactNode;
  /** Further actions. */
  acts?(answer: Answer): ReactNode;
  /** Shown below the sheet. */
  after?(answer: Answer): ReactNode;
}

/** A report: its controls, its sheet and its downloads. */
export function Report<Answer>(props: Props<Answer>) {
  const { title, permission } = props;
  if (!permission) return <Open {...props} />;
  return (
    <Allowed title={title} permission={permission}>
      <Open {...props} />
    </Allowed>
  );
}

const DATES = ["dateFrom", "dateTo"];

function Open<Answer>(props: Props<Answer>) {
  const { name, title, takes, csv, sheetOf, controls, after } = props;
  const needs = props.needs ?? ("dateFrom" in takes ? DATES : []);
  const search = useUrlQuery();
  const parameters = search === null ? undefined : pickParameters(search, takes);
  const lacks = parameters && needs.find((need) => !parameters[need]);
  const toQuery = (names: string[]) =>
    new URLSearchParams(
      names.flatMap((one) => (parameters?.[one] ? [[one, parameters[one]]] : [])),
    );
  const isAsked = parameters && lacks === undefined;
  const address = (type = "") => `/api/reports/${name}${type}?${toQuery(Object.keys(takes))}`;
  const csvAddress = csv ? `${csv.path}?${toQuery(csv.takes)}` : address(".csv");
  const { data, failure, isLoading, reload } = useFetch<Answer>(isAsked ? address() : null);
  const sheet = data === undefined ? undefined : sheetOf(data);
  const [isSaving, save] = useBusy(() =>
    saveCsv(csvAddress, `${name}.csv`, "Failed to download CSV"),
  );
  const [isPrinting, print] = useBusy(() =>
    savePdf({
      url: address(".pdf"),
      name: `${name}.pdf`,
      success: "PDF downloaded successfully",
    }),
  );
  const step = (by: -1 | 1) => () => parameters && changeUrlQuery(stepQuery(parameters, by));
  useKeys({
    p: () => isAsked && print(),
    // In a wide sheet they scroll.
    ...(!sheet?.isWide && { ArrowLeft: step(-1), ArrowRight: step(1) }),
  });
  return (
    <>
      <PageHead title={title} back={{ href: "/reports", label: "Back to Reports" }}>
        {data !== undefined && isAsked && props.acts?.(data)}
        <Button
          icon="file-spreadsheet"
          label="CSV"
          disabled={!isAsked}
          isBusy={isSaving}
          onClick={save}
        />
        <Button
          icon="download"
          label="PDF"
          keyName="P"
          aria-keyshortcuts="p"
          disabled={!isAsked}
          isBusy={isPrinting}
          onClick={print}
        />
      </PageHead>
      <div className="toolbar report-bar">
        {controls(parameters)}
        {sheet?.proof?.isTrue && (
          <span className="report-proof inline-row gap-6 spring text-13 strong ok">
            <Icon name="circle-check" />
            {sheet.proof.words}
          </span>
        )}
      </div>
      {lacks !== undefined ? (
        <Empty
          label={title}
          icon="calendar"
          title={props.missing ?? "Please select a date range first"}
        />
      ) : failure !== undefined && !isLoading ? (
        <FailedToLoad
          label={title}
          failure={failure}
          otherwise="The server could not be reached."
          onRetry={reload}
        />
      ) : sheet === undefined ? (
        <Loading label={title} />
      ) : sheet.proof && !sheet.proof.isTrue ? (
        <Empty label={title} icon="circle-alert" title={sheet.proof.fault} text={OUR_FAULT} />
      ) : (
        <SheetTable sheet={sheet} isLoading={isLoading} />
      )}
      {data !== undefined && after?.(data)}
    </>
  );
}

/** Returns the previous or next period, month end or financial year. */
function stepQuery(
  { dateFrom, dateTo, at, year }: Record<string, string>,
  by: -1 | 1,
): SearchChange {
  if (dateFrom && dateTo) return { ...stepPeriod({ dateFrom, dateTo }, by), preset: "custom" };
  if (at !== undefined) return { at: stepMonthEnd(at || today(), by) };
  if (year === undefined) return {};
  return { year: Number(year.slice(0, 4) || toFinancialYear(today())) + by };
}

const OUR_FAULT =
  "This is a fault in bahi, not in your books. The statement is hidden until it is fixed.";

function pickParameters(search: string, takes: Record<string, string>): Record<string, string> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(takes).map(([name, usual]) => [name, params.get(name) ?? usual]),
  );
}
