import * as v from "valibot";
import { inBackground, withOutcome } from "../../db/engine/outcome.ts";
import { listSeries } from "../../db/series/list.ts";
import { getSeries } from "../../db/series/rows.ts";
import { makeAllDue, runSeries } from "../../db/series/run.ts";
import { addSeries, changeSeries, deleteSeries } from "../../db/series/series.ts";
import {
  endSeries,
  makeNow,
  pauseSeries,
  previewSeries,
  restoreDate,
  resumeSeries,
  skipDate,
} from "../../db/series/states.ts";
import { today } from "../../domain/dates.ts";
import {
  NewSeries,
  OfDate,
  OneDate,
  SeriesChange,
  SeriesQuery,
} from "../../domain/series/series.ts";
import type { AppContext } from "../http/context.ts";
import { makeTurnBy } from "../series.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { coming, occurrence, run, series, seriesList, seriesRow } from "./seriesShapes.ts";
import { deleted } from "./shapes.ts";

const jobClock = ({ settings: { mail } }: AppContext) => ({ today: today(), mail });

/** Wakes the sender after work that may have queued e-mails, so that they do not wait for the next round. */
async function sending<T>({ sender }: AppContext, work: Promise<T>): Promise<T> {
  const done = await work;
  sender.wake();
  return done;
}

export const repeats: Group = {
  title: "Series",
  about:
    "Recurring invoices and transactions, created from a template on dates counted from the first " +
    "one. Each date creates exactly one. `{month}`, `{month-1}`, `{quarter}` and `{fy}` in texts " +
    "are filled in for the date. Dates missed during an outage are created when the server is " +
    "back: more than three at once as drafts.",
  schemas: {
    Series: series,
    SeriesRow: seriesRow,
    SeriesList: seriesList,
    Occurrence: occurrence,
    Coming: coming,
    Run: run,
    NewSeries,
  },
  calls: [
    call({
      name: "listSeries",
      method: "GET",
      path: "/api/series",
      summary: "List series, next date first",
      about:
        "`upcoming` lists dates within 30 days, `waiting` the created drafts and transactions " +
        "that need a review.",
      who: "members",
      query: { schemas: [SeriesQuery], example: "q=retainer" },
      answer: { status: 200, schema: seriesList },
      run: ({ tenant, query }) => listSeries(tenant, query),
    }),
    call({
      name: "getSeries",
      method: "GET",
      path: "/api/series/:id",
      summary: "Get a series with the entries it created",
      who: "members",
      id: ID.series,
      answer: { status: 200, schema: series },
      run: ({ tenant, id }) => getSeries(tenant, id),
    }),
    call({
      name: "previewSeries",
      method: "GET",
      path: "/api/series/:id/preview",
      summary: "List the next twelve dates of a series",
      about: "From today, or from its first date if later. Empty if the series has ended.",
      who: "members",
      id: ID.series,
      answer: { status: 200, schema: v.object({ dates: v.array(coming) }) },
      run: ({ tenant, id }) => previewSeries(tenant, id),
    }),
    call({
      name: "addSeries",
      method: "POST",
      path: "/api/series",
      summary: "Create a series",
      about:
        "The template is an invoice without dates, with `dueDays` for its due date. With `kind` " +
        "`transaction` it is a transaction without its date, recorded automatically or, with mode " +
        "`draft`, kept for review. `lastDay` means the last day of each month. Past dates are " +
        "created immediately.",
      who: "members",
      body: {
        schema: NewSeries,
        example: {
          kind: "invoice",
          template: {
            clientId: ID.client,
            dueDays: 15,
            items: [{ description: "Retainer for {month}", hsnSac: "998361", qty: 1, rate: 60000 }],
          },
          anchor: "2031-01-31",
          unit: "month",
          every: 1,
          mode: "issue",
        },
      },
      answer: { status: 201, schema: series },
      run: async ({ context, tenant, input }) => {
        const { value: added, outcome } = await withOutcome(() => addSeries(tenant, input));
        if (outcome.isReplayed) return added;
        const due = { agencyId: tenant.agencyId, id: added._id };
        await inBackground(() =>
          sending(context, makeAllDue(context.books, due, jobClock(context))),
        );
        return getSeries(tenant, added._id);
      },
    }),
    call({
      name: "changeSeries",
      method: "PUT",
      path: "/api/series/:id",
      summary: "Update a series",
      about: "Existing entries do not change. A new schedule applies from today.",
      who: "members",
      id: ID.series,
      body: { schema: SeriesChange, isChange: true, example: { mode: "draft" } },
      answer: { status: 200, schema: series },
      also: [409],
      run: ({ tenant, id, input }) => changeSeries(tenant, id, input),
    }),
    call({
      name: "deleteSeries",
      method: "DELETE",
      path: "/api/series/:id",
      summary: "Delete a series that has created nothing",
      who: "members",
      id: ID.series,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteSeries(tenant, id);
        return { message: "Series deleted" };
      },
    }),
    ...(
      [
        [
          "pauseSeries",
          "pause",
          "Pause a series",
          "Dates during the pause are never created.",
          pauseSeries,
        ],
        [
          "resumeSeries",
          "resume",
          "Resume a series",
          "Continues with its first date from today.",
          resumeSeries,
        ],
        ["endSeries", "end", "End a series permanently", "Existing entries stay.", endSeries],
      ] as const
    ).map(([name, verb, summary, about, run]) =>
      call({
        name,
        method: "POST",
        path: `/api/series/:id/${verb}`,
        summary,
        about,
        who: "members",
        id: ID.series,
        answer: { status: 200, schema: series },
        also: [409],
        run: ({ tenant, id }) => run(tenant, id),
      }),
    ),
    call({
      name: "skipSeries",
      method: "POST",
      path: "/api/series/:id/skip",
      summary: "Skip a date in a series",
      about:
        "Skips the next date if you send none. For a stopped series that is its `stoppedDate`, " +
        "even if it has passed; the series then continues with the next date from today.",
      who: "members",
      id: ID.series,
      body: { schema: OfDate, mayBeNone: true, example: { date: "2031-02-28" } },
      answer: { status: 200, schema: series },
      also: [409],
      run: ({ tenant, id, input }) => skipDate(tenant, id, input.date),
    }),
    call({
      name: "unskipSeries",
      method: "POST",
      path: "/api/series/:id/unskip",
      summary: "Restore a skipped date in a series",
      about: "Possible until that day.",
      who: "members",
      id: ID.series,
      body: { schema: OneDate, example: { date: "2031-02-28" } },
      answer: { status: 200, schema: series },
      also: [409],
      run: ({ tenant, id, input }) => restoreDate(tenant, id, input.date),
    }),
    call({
      name: "makeSeries",
      method: "POST",
      path: "/api/series/:id/make",
      summary: "Create the next entry of a series now",
      about:
        "It is not created again on its date. If transactions are waiting, records the oldest.",
      who: "members",
      id: ID.series,
      body: { schema: OfDate, mayBeNone: true, example: { date: "2031-01-31" } },
      answer: { status: 201, schema: series },
      run: ({ context, tenant, id, input }) =>
        sending(context, makeNow(tenant, id, input.date, jobClock(context))),
    }),
    call({
      name: "runSeries",
      method: "POST",
      path: "/api/series/run",
      summary: "Create due entries",
      about: "The server does this automatically every minute.",
      who: "members",
      answer: { status: 200, schema: run },
      run: ({ context, tenant }) =>
        inBackground(() =>
          sending(
            context,
            runSeries(context.books, jobClock(context), {
              only: { agencyId: tenant.agencyId },
              makeTurn: makeTurnBy(context.writers),
            }),
          ),
        ),
    }),
  ],
};
