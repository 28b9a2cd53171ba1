import { checklistPage } from "../../domain/closing/closing.ts";
import { addDays, type CalendarDate, toFinancialYear } from "../../domain/dates.ts";
import { type FiledReturn, NewFiling } from "../../domain/gst/returns/filings.ts";
import { monthAfter } from "../../domain/months.ts";
import { parse } from "../../domain/refusal.ts";
import { changeMetadata } from "../agencies/agency.ts";
import { closeMonth } from "../closing/close.ts";
import { markShared, recordOpening } from "../closing/share.ts";
import { fileReturn } from "../returns/filings.ts";
import type { DemoAction } from "./addActions.ts";
import { createDice } from "./dice.ts";
import { listFolderFiles } from "./folder.ts";
import { listClosedMonths } from "./months.ts";
import { AGENCY, buildLut, DAYS } from "./studio.ts";

// Vinod files the month's GST returns, Asha closes the month and shares its documents, and Vinod opens them.

const NO_MAIL = { url: "", from: "", isPerAgency: false };

/** Builds the closings of all months before the one being closed. */
export function closingsUntil(on: CalendarDate): DemoAction[] {
  return listClosedMonths(on).flatMap((month) => {
    const next = monthAfter(month);
    const closed: DemoAction = {
      date: `${next}-21`,
      time: "18:05",
      by: "asha",
      does: async (who) => {
        const papers = await listFolderFiles(who, month);
        const mail = { server: NO_MAIL, link: checklistPage(month) };
        return closeMonth(who, { month, papers, ...mail });
      },
    };
    const shared: DemoAction = {
      date: `${next}-21`,
      time: "18:20",
      by: "asha",
      does: (who) => markShared(who, month),
    };
    const opened: DemoAction = {
      date: `${next}-22`,
      time: "10:15",
      by: "vinod",
      does: (who) => recordOpening(who, month),
    };
    const returns = [filed("GSTR1", month, `${next}-10`), filed("GSTR3B", month, `${next}-19`)];
    return [...returns, closed, shared, opened];
  });
}

/** Builds the undertaking of each new year, in April. */
export function undertakingsUntil(on: CalendarDate): DemoAction[] {
  const days = Array.from({ length: DAYS - 1 }, (_, n) => addDays(on, -n));
  const aprils = days.filter((date) => date.endsWith("-04-01"));
  return aprils.map((date) => ({
    date,
    time: "10:05",
    by: "asha",
    does: (who) => {
      const year = toFinancialYear(date);
      return changeMetadata(who, { lut: [buildLut(year - 1), buildLut(year)] });
    },
  }));
}

const filed = (which: FiledReturn, month: string, date: CalendarDate): DemoAction => ({
  date,
  time: "16:30",
  by: "vinod",
  does: (who) => {
    const input = parse(NewFiling, { return: which, date, arn: generateArn(which, month) });
    return fileReturn(who, { period: month, ...input });
  },
});

/** Generates a number like the portal's: State, month, a sequence and a check letter. */
function generateArn(which: FiledReturn, month: string): string {
  const dice = createDice(`${which} ${month}`);
  const [year, number] = month.split("-");
  const letter = String.fromCharCode(dice.between(65, 90));
  const running = dice.between(100_000, 999_999);
  return `AA${AGENCY.gstNumber.slice(0, 2)}${number}${year?.slice(2)}${running}${letter}`;
}
