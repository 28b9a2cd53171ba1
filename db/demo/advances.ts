import type { CalendarDate } from "../../domain/dates.ts";
import { NewApplication } from "../../domain/documents/notes.ts";
import { NewVoucher } from "../../domain/documents/vouchers.ts";
import { monthAfter } from "../../domain/months.ts";
import { parse } from "../../domain/refusal.ts";
import { addVoucher, useVoucher } from "../documents/vouchers.ts";
import type { DemoAction } from "./addActions.ts";
import { CLIENTS, type ClientName, getClientId } from "./clients.ts";
import { toHalfClosedMonth } from "./months.ts";
import { createIncome, type DemoRow } from "./rows.ts";
import { PLACES } from "./studio.ts";

// Advances before an invoice: one in the month being closed, and one in the month before, used by an invoice
// since.

interface DemoAdvance {
  client: ClientName;
  date: CalendarDate;
  rupees: number;
  what: string;
  /** The day of the client's invoice that uses it. */
  usedOn?: CalendarDate;
}

function advancesUntil(on: CalendarDate): DemoAdvance[] {
  const half = toHalfClosedMonth(on);
  return [
    {
      client: "urja",
      date: `${monthAfter(half, -1)}-24`,
      rupees: 70_800,
      what: "Stall at a fair, first half",
      usedOn: `${half}-17`,
    },
    { client: "nilgiri", date: `${half}-22`, rupees: 35_400, what: "Gift boxes for the winter" },
  ];
}

const generateReference = (date: CalendarDate) => `HDFCN5${date.replaceAll("-", "")}31`;

/** Returns their rows at the bank, which the vouchers create. */
export const advanceRowsUntil = (on: CalendarDate): DemoRow[] =>
  advancesUntil(on).map(({ client, date, rupees }) => {
    const what = `Advance: ${CLIENTS[client].displayName}`;
    const category = "Advances from clients";
    return createIncome(date, what, PLACES.BANK, category, rupees * 100, generateReference(date));
  });

/** Asha creates a receipt voucher for each, and uses it on its invoice. */
export function listAdvanceActions(on: CalendarDate): DemoAction[] {
  return advancesUntil(on).flatMap(({ client, date, rupees, what, usedOn }) => {
    let id = "";
    const given: DemoAction = {
      date,
      time: "16:20",
      by: "asha",
      does: async (who, { ids }) => {
        const clientId = await getClientId(who, ids, client);
        const how = { mode: "Bank Transfer", accountId: ids.get(PLACES.BANK) };
        const input = { clientId, date, amount: rupees, description: what, ...how };
        const reference = generateReference(date);
        id = (await addVoucher(who, parse(NewVoucher, { ...input, reference })))._id;
      },
    };
    if (!usedOn) return [given];
    const used: DemoAction = {
      date: usedOn,
      time: "11:00",
      by: "asha",
      does: (who, { ids }) => {
        const invoiceId = ids.get(`invoice ${client} ${usedOn}`);
        return useVoucher(who, id, parse(NewApplication, { invoiceId, amount: rupees }));
      },
    };
    return [given, used];
  });
}
