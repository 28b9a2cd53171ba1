import * as v from "valibot";
import { listSeries } from "../../db/series/list.ts";
import { makeAllDue, runSeries } from "../../db/series/run.ts";
import { addSeries, changeSeries, deleteSeries, getSeries } from "../../db/series/series.ts";
import {
  endSeries,
  makeNow,
  pauseSeries,
  previewSeries,
  resumeSeries,
  skipDate,
  unskipDate,
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

const looking = ({ settings: { mail } }: AppContext) => ({ today: today(), mail });

/** What may have put mails into the outbox: they need not wait until somebody looks there. */
async function sending<T>({ sender }: AppContext, work: Promise<T>): Promise<T> {
  const done = await work;
  sender.wake();
  return done;
}

export const repeats: Group = {
  title: "Series",
  about:
    "What comes again by itself: invoices, or transactions, from a template, on dates that are counted " +
    "from the first one. Each date is made once, whatever happens. `{month}`, `{month-1}`, `{quarter}` " +
    "and `{fy}` in its texts are filled in for the date. What was missed is made when the server is back: " +
    "more than three at once as drafts.",
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
      summary: "List series, those that come next first",
      about:
        "`upcoming` is what comes within 30 days, `waiting` what they made and somebody is to look at.",
      who: "members",
      query: { schemas: [SeriesQuery], example: "q=retainer" },
      answer: { status: 200, schema: seriesList },
      run: ({ tenant, query }) => listSeries(tenant, query),
    }),
    call({
      name: "getSeries",
      method: "GET",
      path: "/api/series/:id",
      summary: "Read a series, and what it has made",
      who: "members",
      id: ID.series,
      answer: { status: 200, schema: series },
      run: ({ tenant, id }) => getSeries(tenant, id),
    }),
    call({
      name: "previewSeries",
      method: "GET",
      path: "/api/series/:id/preview",
      summary: "The next twelve dates of a series",
      about: "From today, or from its first date where that is later; none of one that has ended.",
      who: "members",
      id: ID.series,
      answer: { status: 200, schema: v.object({ dates: v.array(coming) }) },
      run: ({ tenant, id }) => previewSeries(tenant, id),
    }),
    call({
      name: "addSeries",
      method: "POST",
      path: "/api/series",
      summary: "Add a series",
      about:
        "The template is an invoice without dates, and `dueDays` for its due date; of `kind` " +
        "`transaction` it is a transaction without its date, which is booked, or with mode `draft` waits " +
        "to be. `lastDay` is the last day of each month. Dates that have passed already are made at once.",
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
          ...{ anchor: "2031-01-31", unit: "month", every: 1, mode: "issue" },
        },
      },
      answer: { status: 201, schema: series },
      run: async ({ context, tenant, input }) => {
        const added = await addSeries(tenant, input);
        if (tenant.idempotency?.isReplayed) return added;
        const due = { agencyId: tenant.agencyId, id: added._id };
        await sending(context, makeAllDue(context.books, due, looking(context)));
        return getSeries(tenant, added._id);
      },
    }),
    call({
      name: "changeSeries",
      method: "PUT",
      path: "/api/series/:id",
      summary: "Change a series",
      about: "What it made stays as it is. Other dates hold from today on.",
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
      summary: "Delete a series that has made nothing",
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
          "What comes meanwhile is never made.",
          pauseSeries,
        ],
        [
          "resumeSeries",
          "resume",
          "Resume a series",
          "With its first date from today on.",
          resumeSeries,
        ],
        ["endSeries", "end", "End a series for good", "What it made stays.", endSeries],
      ] as const
    ).map(([name, verb, summary, about, run]) =>
      call({
        ...{
          name,
          method: "POST",
          path: `/api/series/:id/${verb}`,
          summary,
          about,
          who: "members",
        },
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
      summary: "Leave out a date of a series",
      about:
        "The next one, where none is named. Of a series that was stopped that is its `stoppedDate`, also " +
        "where it has passed; the series goes on then with the next one from today on.",
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
      summary: "Take back that a date is left out",
      about: "Until its day.",
      who: "members",
      id: ID.series,
      body: { schema: OneDate, example: { date: "2031-02-28" } },
      answer: { status: 200, schema: series },
      also: [409],
      run: ({ tenant, id, input }) => unskipDate(tenant, id, input.date),
    }),
    call({
      name: "makeSeries",
      method: "POST",
      path: "/api/series/:id/make",
      summary: "Make the next date of a series now",
      about: "It does not come again on its day. Of transactions that wait, the oldest is booked.",
      who: "members",
      id: ID.series,
      body: { schema: OfDate, mayBeNone: true, example: { date: "2031-01-31" } },
      answer: { status: 201, schema: series },
      run: ({ context, tenant, id, input }) =>
        sending(context, makeNow(tenant, id, input.date, looking(context))),
    }),
    call({
      name: "runSeries",
      method: "POST",
      path: "/api/series/run",
      summary: "Make what is due",
      about: "As the server does by itself each minute.",
      who: "members",
      answer: { status: 200, schema: run },
      run: ({ context, tenant }) =>
        sending(
          context,
          runSeries(context.books, looking(context), {
            only: { agencyId: tenant.agencyId },
            makeTurn: makeTurnBy(context.writers),
          }),
        ),
    }),
  ],
};
