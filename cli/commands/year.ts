import type { User } from "../../domain/agencies/team.ts";
import { today, toFinancialYear, yearRange } from "../../domain/dates.ts";
import {
  listFiledFiles,
  listReconciliations,
  listRegisters,
  listReturns,
  listStatements,
} from "../../domain/folder/period.ts";
import { isPermitted } from "../../domain/roles.ts";
import type { Api } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { count } from "../output.ts";
import { type FolderOptions, saveFolder } from "./folder.ts";

export interface YearOptions extends FolderOptions {
  year?: string;
}

/** Saves a financial year in one folder: statements, ledgers, registers, returns and attachments. */
export function saveYear(options: YearOptions): Promise<void> {
  const year = parseYear(options.year);
  const range = yearRange(year);
  const listYearFiles = async (api: Api, user: User) => {
    if (!isPermitted(user.role, "view statements")) {
      const why = "only the owner and the accountant can see statements";
      throw new Failure(EXIT.notAllowed, why, "ask an owner of the agency to do it");
    }
    const papers = [
      ...(await listStatements(api, range)),
      ...listRegisters(range),
      ...(await listReturns(api, range)),
      ...(await listReconciliations(api, range)),
      ...(await listFiledFiles(api, range)),
    ];
    return { papers, drafts: [] };
  };
  return saveFolder(options, range, { papersOf: listYearFiles, summarize: summarizeYear });
}

/** Returns the first year of `2026-27` or `2026`. Defaults to the last completed one. */
function parseYear(text: string | undefined): number {
  if (text === undefined) return toFinancialYear(today()) - 1;
  const [, first = "", second] = /^(\d{4})(?:-(\d{2}))?$/.exec(text) ?? [];
  const isYear =
    first !== "" && (second === undefined || Number(second) === (Number(first) + 1) % 100);
  if (!isYear) throw failUsage(`--year ${text} is not a financial year`, "write it like 2026-27");
  return Number(first);
}

function summarizeYear(out: string, files: string[]): string {
  const countFiles = (folder: string) =>
    files.filter((file) => file.startsWith(`${folder}/`)).length;
  const ledgers = count(countFiles("general-ledger"), "ledger");
  const papers =
    countFiles("papers") > 0 ? `, ${count(countFiles("papers") - 1, "attachment")}` : "";
  return (
    `Saved ${out}: the statements, ${ledgers} entry by entry, the registers${papers}. bahi reports month ` +
    "saves the PDFs of invoices, the transactions as CSV and the vouchers for Tally of each month."
  );
}
