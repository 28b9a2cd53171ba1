import { today } from "../../domain/dates.ts";
import type { Chart } from "../../domain/ledger/chart.ts";
import type { JournalEntry } from "../../domain/ledger/journal.ts";
import { type Posting, postOpenings, postTransaction } from "../../domain/ledger/postings.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { sumInPaise } from "../../domain/money.ts";
import { streamSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { readTransactionSlices } from "../ledger/export.ts";
import { postedRows } from "./posted.ts";

/** The start of a journal export. */
export interface JournalHead {
  chart: Chart;
  openings: Posting[];
  opensOn: string;
}

/** Streams the books in double entry: transactions, documents, settlements and journals. */
export async function exportJournal({ agencyId, books }: Pick<Tenant, "agencyId" | "books">) {
  const moment = streamSnapshot<JournalEntry[] | JournalHead>(books, async function* (read) {
    const { chart, booksBegin } = await readChart(agencyId, read);
    const held = [...(await readOpenings({ agencyId }, read))];
    const openings = postOpenings(held.map(([ledger, paise]) => ({ ledger, paise })));
    yield { chart, openings, opensOn: booksBegin || today() };
    for await (const slice of readTransactionSlices(read, agencyId, {})) yield slice.map(toEntry);
    yield* postedRows(read, agencyId);
  });
  const { value: looked } = (await moment.next()) as { value: JournalHead };
  return { looked, slices: moment as AsyncGenerator<JournalEntry[]> };
}

function toEntry(row: Transaction): JournalEntry {
  const { date, description: title, notes, type, accountId, categoryId, transfer } = row;
  const postings = postTransaction({
    type,
    accountId: accountId._id,
    toAccountId: transfer?.toAccountId._id ?? null,
    categoryId: categoryId?._id ?? null,
    amountPaise: Number(sumInPaise(row.amount)),
  });
  return { date, title, notes, postings };
}
