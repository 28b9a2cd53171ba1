import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Metadata } from "../../domain/agencies/agency.ts";
import type { StatementRow } from "../../domain/banking/statements.ts";
import { addDays, type DateRange, financialYearOf, readMonth } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import type { PeriodRow } from "../../domain/gst/returns/filings.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { tdsQuarterOf } from "../../domain/purchases/tdsPayable.ts";
import type { Api } from "../api.ts";
import { fileNameAmong } from "../files.ts";
import { fetchPages, type Page } from "../listing.ts";
import type { Wanted } from "./folder.ts";
import { openingsOf, splitDayBook } from "./generalLedger.ts";

// What a month's folder and a year's have in common.

const CSV = "text/csv";
const PDF = "application/pdf";

/** A register of each kind of document. */
export function registersOf(range: DateRange): Wanted[] {
  const { dateFrom, dateTo } = range;
  const query = { dateFrom, dateTo };
  const registers = ["invoices", "payments", "tds", "receipts", "bills"].map((folder) => ({
    ...{ file: `${folder}.csv`, path: `/${folder}/export.csv`, type: CSV, query },
  }));
  const payable = quartersIn(range).map((quarter) => ({
    file: `tds-payable-${quarter}.csv`,
    path: "/reports/tds-payable.csv",
    type: CSV,
    query: { quarter },
  }));
  return [...registers, ...payable];
}

/** The quarters that end in the period: what is stated of them is whole then. */
function quartersIn({ dateFrom, dateTo }: DateRange): string[] {
  const quarters: string[] = [];
  for (let on = dateFrom; on <= dateTo; ) {
    const { quarter, dateTo: end } = tdsQuarterOf(on);
    if (end <= dateTo) quarters.push(quarter);
    on = addDays(end, 1);
  }
  return quarters;
}

/** The statements as an accountant signs them, each as PDF and CSV, and every ledger that moved. */
export async function statementsOf(api: Api, range: DateRange): Promise<Wanted[]> {
  const { dateFrom, dateTo } = range;
  const [period, at] = [{ dateFrom, dateTo }, { at: dateTo }];
  const year = String(financialYearOf(dateTo));
  const both = (name: string, report: string, query: Record<string, string>): Wanted[] =>
    [
      { ending: "pdf", type: PDF },
      { ending: "csv", type: CSV },
    ].map(({ ending, type }) => ({
      file: join("statements", `${name}.${ending}`),
      ...{ path: `/reports/${report}.${ending}`, type, query },
    }));
  const openings = await openingsOf(api, range);
  const { clients } = await api.json<{ clients: Client[] }>("/clients", "clients");
  return [
    ...both("trial-balance", "trial-balance", at),
    ...both("profit-and-loss", "profit-and-loss", { ...period, basis: "accrual" }),
    ...both("profit-and-loss-cash", "profit-and-loss", { ...period, basis: "cash" }),
    ...both("balance-sheet", "balance-sheet", at),
    ...both("cash-flow", "cash-flow", period),
    ...both("ageing-of-receivables", "ageing", { ...at, of: "receivables" }),
    ...both("ageing-of-payables", "ageing", { ...at, of: "payables" }),
    ...both(`tds-receivable-${year}`, "tds", { year }),
    ...both("gst-summary", "gst-summary", period),
    {
      file: "day-book.csv",
      ...{ path: "/reports/day-book.csv", type: CSV, query: period },
      after: async (place, folder) => [
        "day-book.csv",
        ...(await splitDayBook(place, folder, openings)),
      ],
    },
    ...accountsOf(clients, period),
  ];
}

/** A statement of account for each client who owed or was billed something, and none for the others. */
function accountsOf(clients: Client[], period: DateRange): Wanted[] {
  const names = new Set<string>();
  return clients.map(({ _id: clientId, displayName }) => {
    const file = join("statements-of-account", `${fileNameAmong(names, displayName)}.csv`);
    return {
      ...{ file, path: "/reports/statement-of-account.csv", type: CSV },
      query: { clientId, ...period },
      async after(place) {
        const [, opening, , ...rows] = (await readFile(place, "utf8")).trimEnd().split("\n");
        if (rows.length > 0 || !opening?.endsWith(",0.00")) return [file];
        await rm(place);
        return [];
      },
    };
  });
}

/** The reconciliation on the last day, of each account that has bank statements. */
export async function reconciliationsOf(api: Api, { dateTo }: DateRange): Promise<Wanted[]> {
  const all = { all: true };
  const { items } = await fetchPages<
    Omit<Page, "items"> & { items: (StatementRow & { _id: string })[] }
  >(api, "/statements", all, {});
  const stated = new Set(items.map(({ accountId }) => accountId));
  const { accounts } = await api.json<{ accounts: Account[] }>("/accounts", "accounts");
  const names = new Set<string>();
  return accounts
    .filter(({ _id }) => stated.has(_id))
    .flatMap(({ _id, name }) => {
      const own = fileNameAmong(names, name);
      return [
        { ending: "pdf", type: PDF },
        { ending: "csv", type: CSV },
      ].map(({ ending, type }) => ({
        file: join("reconciliation", `${own}.${ending}`),
        ...{ path: `/accounts/${_id}/reconciliation.${ending}`, type, query: { at: dateTo } },
      }));
    });
}

/** Of each period that ends in these: GSTR-1 for the portal and the offline tool, and a page to pay by. */
export async function returnsOf(api: Api, { dateFrom, dateTo }: DateRange): Promise<Wanted[]> {
  const { metadata } = await api.json<{ metadata: Metadata }>("/metadata", "metadata");
  if (!metadata.gstNumber || metadata.isComposition) return [];
  const { periods } = await api.json<{ periods: PeriodRow[] }>("/gst", "periods");
  const ended = periods.filter(({ period, return: which }) => {
    const month = readMonth(period);
    return which !== "GSTR3B" && month && month.dateTo >= dateFrom && month.dateTo <= dateTo;
  });
  return ended.flatMap(({ period, return: which }) => {
    const path = `/gst/${period}`;
    const json = { file: join("gst", `GSTR1-${period}.json`), path: `${path}/gstr1.json` };
    const sheets = { file: join("gst", `GSTR1-${period}.zip`), path: `${path}/gstr1.zip` };
    const page = { file: join("gst", `GSTR3B-${period}.pdf`), path: `${path}/gstr3b.pdf` };
    return [
      { ...json, type: "application/json" },
      { ...sheets, type: "application/zip" },
      ...(which === "GSTR1" ? [{ ...page, type: PDF }] : []),
    ];
  });
}
