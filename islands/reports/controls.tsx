import { formatDate, today, toFinancialYear } from "../../domain/dates.ts";
import { monthAfter, toLastOfMonth } from "../../domain/months.ts";
import { readPreset } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { DateField } from "../ui/DateField.tsx";
import { filterField } from "../ui/filters.tsx";
import { PeriodMenu } from "../ui/Period.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import type { ReportQuery } from "./Report.tsx";

// The controls above a report. Their values are in the address.

/** The period, with the name of its preset. */
export function PeriodControl({ parameters }: { parameters: ReportQuery }) {
  const { dateFrom = "", dateTo = "" } = parameters ?? {};
  const preset = parameters && new URLSearchParams(location.search).get("preset");
  const dates = { dateFrom, dateTo };
  return (
    <PeriodMenu period={parameters && { ...dates, preset: readPreset(preset ?? null, dates) }} />
  );
}

/** A date, with common period ends. */
export function DayControl({ parameters }: { parameters: ReportQuery }) {
  const now = parameters ? today() : "";
  const at = parameters?.at || now;
  const ends = parameters ? listPeriodEnds(now) : [];
  return (
    <>
      <DateField label="At" isLazy field={filterField("at", at)} />
      <SegmentedControl
        label="Period ends"
        className="scroll"
        choices={ends.map((day) => [day, day === now ? "Today" : formatDate(day)] as const)}
        chosen={at}
        onChoose={(day) => changeUrlQuery({ at: day })}
      />
    </>
  );
}

/** Returns today, the end of last month and the end of the last financial year. */
function listPeriodEnds(now: string): string[] {
  const lastMonth = toLastOfMonth(monthAfter(now, -1));
  const lastYear = `${toFinancialYear(now)}-03-31`;
  return [...new Set([now, lastMonth, lastYear])];
}

interface ChoiceProps<Name extends string> {
  parameters: ReportQuery;
  /** The parameter's name. */
  name: string;
  label: string;
  choices: readonly (readonly [Name, string])[];
}

/** A choice stored in the address. */
export function Choice<Name extends string>({
  parameters,
  name,
  label,
  choices,
}: ChoiceProps<Name>) {
  return (
    <SegmentedControl
      label={label}
      className="scroll"
      choices={choices}
      chosen={parameters?.[name] as Name | undefined}
      onChoose={(chosen) => changeUrlQuery({ [name]: chosen })}
    />
  );
}

export const CompareControl = ({ parameters }: { parameters: ReportQuery }) => (
  <Choice
    parameters={parameters}
    name="compare"
    label="Compare with"
    choices={[
      ["year", "Last year"],
      ["period", "Last period"],
      ["none", "Nothing"],
    ]}
  />
);
