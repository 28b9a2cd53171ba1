import { today } from "../../domain/dates.ts";
import {
  CASH_HEADS,
  CASH_KINDS,
  type CashEntry,
  type CashLedger,
  HEAD_WORDS,
} from "../../domain/gst/cashLedger.ts";
import { formatInr } from "../../domain/money.ts";
import { parseChoice } from "../choice.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import { printList } from "../listing.ts";
import { findAccountId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";

const COLUMNS: Column<CashEntry>[] = [
  { title: "Date", text: ({ date }) => date },
  { title: "Head", text: ({ head }) => HEAD_WORDS[head] },
  { title: "Kind", text: ({ kind }) => kind, dropOrder: 1 },
  rupeesColumn("Amount", ({ amount }) => amount),
  { title: "CIN", text: ({ cin }) => oneLine(cin), dropOrder: 2 },
  { title: "Entry", text: ({ words }) => oneLine(words), minWidth: 10 },
];

/** Lists the entries of the portal's cash ledger, with its balance by head. */
export async function listCashLedger(options: GlobalOptions & { at?: string }): Promise<void> {
  const { api } = open(options);
  const query = { at: readDay("--at", options.at) };
  const answer = await api.json<CashLedger>("/gst/cash-ledger", "balances", { query });
  const balances = CASH_HEADS.map(
    (head) => `${HEAD_WORDS[head]} ${formatInr(answer.balances[head])}`,
  );
  await printList(answer, answer.entries, COLUMNS, options, () => balances.join(", "));
}

interface EntryOptions extends GlobalOptions {
  head?: string;
  kind?: string;
  amount?: string;
  date?: string;
  account?: string;
  cin?: string;
  gstTds?: boolean;
  again?: boolean;
}

/** Records a challan, or GST-TDS that was accepted on the portal. */
export async function addCashEntry(options: EntryOptions): Promise<void> {
  const { amount, account, cin, gstTds } = options;
  const head = parseChoice("--head", options.head, CASH_HEADS);
  if (!head) throw failUsage("--head is missing", "use igst, cgst, sgst or cess");
  if (amount === undefined) throw failUsage("--amount is missing", "enter the amount paid");
  if (!gstTds && !account) throw failUsage("--account is missing", "name the account that pays");
  const kind = parseChoice("--kind", options.kind, CASH_KINDS);
  const { api, output } = open(options);
  const body = {
    source: gstTds ? "GST_TDS" : "CHALLAN",
    head,
    kind,
    cin,
    date: readDay("--date", options.date) ?? today(),
    amount: readRupees(amount),
    ...(account && { accountId: await findAccountId(api, account) }),
  };
  const { answer, isAgain } = await create<{ entry: { _id: string } }>(api, options, {
    command: "gst challan",
    path: "/gst/cash-ledger",
    key: "entry",
    body,
  });
  const verb = isAgain ? "Already recorded:" : "Recorded";
  const what = gstTds ? "GST-TDS accepted" : "challan";
  await output.result(
    answer,
    () => `${verb} ${what}, ${HEAD_WORDS[head]} ${formatInr(body.amount)}`,
  );
}
