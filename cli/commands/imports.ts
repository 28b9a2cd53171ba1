import { toIndiaClock } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { type ImportBatch, ImportsQuery } from "../../domain/ledger/imports.ts";
import { setInterruptAdvice } from "../interrupt.ts";
import { fetchPages } from "../listing.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, groupInt } from "../output.ts";
import { describeCounts } from "./importWords.ts";

interface ImportList {
  items: ImportBatch[];
  total: number;
  page: number;
  totalPages: number;
}

export const IMPORT: Noun<ImportBatch> = {
  filters: findFields(ImportsQuery),
  columns: [
    { title: "Id", text: ({ _id }) => _id },
    { title: "When", text: ({ at }) => formatMinute(at), dropOrder: 1 },
    { title: "File", text: ({ file }) => file || "(stdin)", minWidth: 8 },
    {
      title: "Added",
      text: ({ added }) => groupInt(added),
      plain: ({ added }) => `${added}`,
      align: "right",
    },
    {
      title: "Rows of",
      text: ({ rows }) => groupInt(rows),
      plain: ({ rows }) => `${rows}`,
      align: "right",
      dropOrder: 3,
    },
    { title: "By", text: ({ userId }) => userId.name, minWidth: 8, dropOrder: 4 },
    { title: "State", text: ({ state }) => state, dropOrder: 2 },
  ],
};

/** Undoes a whole import. */
export async function undoImport(id: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const { items } = await fetchPages<ImportList>(api, "/imports", { all: true });
  const batch = items.find(({ _id }) => _id === id);
  setInterruptAdvice("interrupted", "the server is still undoing it; see bahi imports list");
  const answer = await api.json<{ message: string }>(
    `/imports/${encodeURIComponent(id)}`,
    "message",
    {
      method: "DELETE",
      advice: { 404: "see bahi imports list" },
      // A million rows take half a minute on an idle machine.
      idleMs: false,
    },
  );
  const added =
    batch && (batch.books ? describeCounts(batch.books) : count(batch.added, "transaction"));
  const what = batch && `Undid ${batch.file || "(stdin)"}: ${added}`;
  await output.result(answer, () => what ?? answer.message);
}

/** Formats a time in India: `2026-11-21 14:05`. */
const formatMinute = (at: string): string =>
  toIndiaClock(new Date(at)).slice(0, 16).replace("T", " ");
