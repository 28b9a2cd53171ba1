import { clockOf } from "../../domain/dates.ts";
import type { ImportBatch } from "../../domain/ledger/imports.ts";
import { ifInterrupted } from "../interrupt.ts";
import { fetchPages, listed, type PagedOptions, pageOf } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, grouped } from "../output.ts";
import type { Column } from "../table.ts";
import { booksCounts } from "./importWords.ts";

interface ImportList {
  items: ImportBatch[];
  total: number;
  page: number;
  totalPages: number;
}

const COLUMNS: Column<ImportBatch>[] = [
  { title: "Id", text: ({ _id }) => _id },
  { title: "When", text: ({ at }) => minuteOf(at), spare: 1 },
  { title: "File", text: ({ file }) => file || "(stdin)", least: 8 },
  {
    title: "Added",
    text: ({ added }) => grouped(added),
    plain: ({ added }) => `${added}`,
    align: "right",
  },
  {
    title: "Rows of",
    text: ({ rows }) => grouped(rows),
    plain: ({ rows }) => `${rows}`,
    align: "right",
    spare: 3,
  },
  { title: "By", text: ({ userId }) => userId.name, least: 8, spare: 4 },
  { title: "State", text: ({ state }) => state, spare: 2 },
];

/** The batches, newest first. */
export async function listImports(options: PagedOptions): Promise<void> {
  const { api } = open(options);
  const answer = await fetchPages<ImportList>(api, "/imports", options);
  const total = () => `${count(answer.total, "import")}${pageOf(answer)}`;
  await listed(answer, answer.items, COLUMNS, options, total);
}

/** Takes a batch back whole. */
export async function undoImport(id: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const { items } = await fetchPages<ImportList>(api, "/imports", { all: true });
  const batch = items.find(({ _id }) => _id === id);
  ifInterrupted("interrupted", "the server is still undoing it; see bahi imports list");
  const answer = await api.json<{ message: string }>(
    `/imports/${encodeURIComponent(id)}`,
    "message",
    {
      method: "DELETE",
      advice: { 404: "see bahi imports list" },
      // A million rows take half a minute on a free machine.
      idleMs: false,
    },
  );
  const added =
    batch && (batch.books ? booksCounts(batch.books) : count(batch.added, "transaction"));
  const what = batch && `Undid ${batch.file || "(stdin)"}: ${added}`;
  await output.result(answer, () => what ?? answer.message);
}

/** A moment as India's clocks showed it: `2026-11-21 14:05`. */
const minuteOf = (at: string): string => clockOf(new Date(at)).slice(0, 16).replace("T", " ");
