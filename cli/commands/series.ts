import { formatDate } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { formatInr } from "../../domain/money.ts";
import { describeSchedule } from "../../domain/series/schedule.ts";
import {
  type Coming,
  MODE_NAMES,
  quoteSeries,
  type Run,
  type Series,
  type SeriesList,
  SeriesQuery,
  type SeriesRow,
} from "../../domain/series/series.ts";
import { sendJson } from "../api.ts";
import { EXIT } from "../failure.ts";
import { printList } from "../listing.ts";
import { findSeriesId } from "../names.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";

export const SERIES: Noun<SeriesRow, SeriesList> = {
  filters: findFields(SeriesQuery),
  columns: [
    { title: "Client", text: ({ client, title }) => client?.displayName ?? title, minWidth: 10 },
    { title: "Text", text: ({ title }) => title, dropOrder: 1 },
    { title: "Repeats", text: describeSchedule, dropOrder: 2 },
    { title: "Next", text: ({ nextDate, state }) => nextDate || state },
    { title: "Mode", text: ({ kind, mode }) => MODE_NAMES[kind][mode], dropOrder: 3 },
    { title: "Created", text: ({ made }) => String(made), dropOrder: 4 },
    rupeesColumn("Amount", ({ amount }) => amount),
  ],
  named: "its client or text, ignoring case, or its id",
  find: findSeriesId,
  help: { q: "in client and text", kind: "its kind (default: both)" },
  sum: ({ upcoming }) => `, ${upcoming.count} in the next 30 days, ${formatInr(upcoming.total)}`,
};

const DATES: Column<Coming>[] = [
  { title: "Date", text: ({ date }) => date },
  { title: "Text", text: ({ title }) => title, dropOrder: 1 },
  { title: "", text: ({ state }) => (state === "due" ? "" : state) },
  rupeesColumn("Amount", ({ amount }) => amount),
];

async function previewSeries(typed: string, options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const id = await findSeriesId(api, typed);
  const answer = await api.json<{ dates: Coming[] }>(`/series/${id}/preview`, "dates");
  await printList(answer, answer.dates, DATES, options, () => count(answer.dates.length, "date"));
}

export async function runSeries(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const run = await api.json<Run>("/series/run", "made", { method: "POST" });
  await output.result(run, () =>
    [
      run.made === 0 ? "Nothing was due" : `Created ${run.made}`,
      ...run.failed.map(({ title, reason }) =>
        oneLine(`${quoteSeries({ title, client: undefined })}: ${reason}`),
      ),
    ].join("\n"),
  );
  if (run.failed.length > 0) process.exitCode = EXIT.refused;
}

const DONE = { pause: "Paused", resume: "Resumed", skip: "Skipped" };

/** Shows the next dates of a series, or changes it. Skips the given date, or the next one. */
export async function actOnSeries(
  verb: "preview" | keyof typeof DONE,
  typed: string,
  { date, ...options }: GlobalOptions & { date?: string },
): Promise<void> {
  if (verb === "preview") return previewSeries(typed, options);
  await change(typed, verb, options, date === undefined ? {} : { date: readDay("--date", date) });
}

async function change(
  typed: string,
  verb: keyof typeof DONE,
  options: GlobalOptions,
  body: { date?: string },
): Promise<void> {
  const { api, output } = open(options);
  const id = await findSeriesId(api, typed);
  const before = verb === "skip" ? await api.json<Series>(`/series/${id}`, "state") : undefined;
  const series = await api.json<Series>(`/series/${id}/${verb}`, "state", sendJson("POST", body));
  const { title, client, nextDate } = series;
  const name = quoteSeries({ title, client: client?.displayName });
  const next = nextDate && `, next on ${formatDate(nextDate)}`;
  const skipped = body.date ?? (before?.stoppedDate || before?.nextDate);
  const of = skipped ? `${formatDate(skipped)} of ` : "";
  await output.result(series, () => oneLine(`${DONE[verb]} ${of}${name}${next}`));
}
