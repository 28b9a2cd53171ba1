import { formatDate } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { repeatsInWords } from "../../domain/series/schedule.ts";
import {
  type Coming,
  MODE_NAMES,
  nameOfSeries,
  type Run,
  SERIES_KINDS,
  type Series,
  type SeriesList,
  type SeriesRow,
  SHOWN_STATES,
} from "../../domain/series/series.ts";
import { choice } from "../choice.ts";
import { EXIT } from "../failure.ts";
import { fetchPages, listed, type PagedOptions, pageOf } from "../listing.ts";
import { seriesId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupees } from "../table.ts";

const COLUMNS: Column<SeriesRow>[] = [
  { title: "Client", text: ({ client, title }) => client?.displayName ?? title, least: 10 },
  { title: "Text", text: ({ title }) => title, spare: 1 },
  { title: "Repeats", text: repeatsInWords, spare: 2 },
  { title: "Next", text: ({ nextDate, state }) => nextDate || state },
  { title: "When it comes", text: ({ kind, mode }) => MODE_NAMES[kind][mode], spare: 3 },
  { title: "Made", text: ({ made }) => String(made), spare: 4 },
  rupees("Amount", ({ amount }) => amount),
];

export interface ListOptions extends PagedOptions {
  kind?: string;
  state?: string;
  search?: string;
}

/** One page; those that come next first. */
export async function listSeries(options: ListOptions): Promise<void> {
  const kind = choice("--kind", options.kind, SERIES_KINDS);
  const state = choice("--state", options.state, SHOWN_STATES);
  const { api } = open(options);
  const query = { kind, state, q: options.search };
  const answer = await fetchPages<SeriesList>(api, "/series", options, query);
  const { upcoming } = answer;
  const soon = `${upcoming.count} in the next 30 days, ${formatInr(upcoming.total)}`;
  const footer = () => `${count(answer.total, "series", "series")}, ${soon}${pageOf(answer)}`;
  await listed(answer, answer.items, COLUMNS, options, footer);
}

const DATES: Column<Coming>[] = [
  { title: "Date", text: ({ date }) => date },
  { title: "Text", text: ({ title }) => title, spare: 1 },
  { title: "", text: ({ state }) => (state === "due" ? "" : state) },
  rupees("Amount", ({ amount }) => amount),
];

export async function previewSeries(said: string, options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const id = await seriesId(api, said);
  const answer = await api.json<{ dates: Coming[] }>(`/series/${id}/preview`, "dates");
  await listed(answer, answer.dates, DATES, options, () => count(answer.dates.length, "date"));
}

export async function runSeries(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const run = await api.json<Run>("/series/run", "made", { method: "POST" });
  await output.result(run, () =>
    [
      run.made === 0 ? "Nothing was due" : `Made ${run.made}`,
      ...run.failed.map(({ title, reason }) =>
        oneLine(`${nameOfSeries({ title, client: undefined })}: ${reason}`),
      ),
    ].join("\n"),
  );
  if (run.failed.length > 0) process.exitCode = EXIT.refused;
}

const DONE = { pause: "Paused", resume: "Resumed", skip: "Skipped" };

export const changeSeries = (
  said: string,
  verb: "pause" | "resume",
  options: GlobalOptions,
): Promise<void> => change(said, verb, options, {});

/** Leaves out one of its dates: the next one, or that at which it was stopped, where none is named. */
export async function skipSeries(
  said: string,
  { date: text, ...options }: GlobalOptions & { date?: string },
): Promise<void> {
  const body = text === undefined ? {} : { date: readDay("--date", text) };
  await change(said, "skip", options, body);
}

async function change(
  said: string,
  verb: keyof typeof DONE,
  options: GlobalOptions,
  body: { date?: string },
): Promise<void> {
  const { api, output } = open(options);
  const id = await seriesId(api, said);
  const before = verb === "skip" ? await api.json<Series>(`/series/${id}`, "state") : undefined;
  const series = await api.json<Series>(`/series/${id}/${verb}`, "state", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { title, client, nextDate } = series;
  const name = nameOfSeries({ title, client: client?.displayName });
  const next = nextDate && `, next on ${formatDate(nextDate)}`;
  const skipped = body.date ?? (before?.stoppedDate || before?.nextDate);
  const of = skipped ? `${formatDate(skipped)} of ` : "";
  await output.result(series, () => oneLine(`${DONE[verb]} ${of}${name}${next}`));
}
