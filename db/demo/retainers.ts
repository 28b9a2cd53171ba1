import { type CalendarDate, readMonth } from "../../domain/dates.ts";
import { NewClient } from "../../domain/documents/clients.ts";
import { parse } from "../../domain/refusal.ts";
import { NewSeries } from "../../domain/series/series.ts";
import { clientStore } from "../documents/clients.ts";
import type { Tenant } from "../engine/tenant.ts";
import { makeAllDue } from "../series/run.ts";
import { addSeries } from "../series/series.ts";
import type { DemoAction } from "./addActions.ts";

// Twelve small clients whose websites the studio maintains. On the first of this month their series were
// created and issued their first invoices. The next ones are created automatically while the server runs.

const WEB = "998314";
const CITY = { city: "Pune", state: "Maharashtra" };

/** Client, place, and rupees per month. */
const RETAINERS: [name: string, street: string, pin: string, email: string, rate: number][] = [
  ["Aundh Pet Clinic", "DP Road, Aundh", "411007", "desk@aundhpets.example", 6_500],
  ["Baner Pilates", "Baner Road", "411045", "hello@banerpilates.example", 8_000],
  ["Camp Tailors", "MG Road, Camp", "411001", "orders@camptailors.example", 5_500],
  ["FC Road Books", "Fergusson College Road", "411004", "shop@fcroadbooks.example", 7_200],
  ["Karve Road Music School", "Karve Road", "411004", "office@karvemusic.example", 6_000],
  ["Kothrud Dental Care", "Paud Road, Kothrud", "411038", "care@kothruddental.example", 9_500],
  ["Model Colony Bakery", "Model Colony", "411016", "oven@modelcolony.example", 6_800],
  ["Pashan Nursery", "Sus Road, Pashan", "411021", "grow@pashannursery.example", 5_200],
  ["Sahakar Physiotherapy", "Sahakar Nagar", "411009", "desk@sahakarphysio.example", 7_500],
  ["Tilak Road Opticals", "Tilak Road", "411030", "eyes@tilakopticals.example", 6_400],
  ["Viman Nagar Yoga", "Viman Nagar", "411014", "mat@vimanyoga.example", 5_800],
  ["Wakad Play School", "Datta Mandir Road, Wakad", "411057", "play@wakadplay.example", 8_600],
];

const DAYS_TO_PAY = 30;

/** Builds the actions that start these clients' series, on the first of the month of `on`. */
export function retainersUntil(on: CalendarDate): DemoAction[] {
  const date = readMonth(on.slice(0, 7))?.dateFrom ?? on;
  return RETAINERS.map(([displayName, billingAddress, pin, email, rate]) => ({
    date,
    time: "09:40",
    by: "asha",
    does: async (who) => {
      const given = { displayName, billingAddress, pin, email, ...CITY };
      const { _id: clientId } = await clientStore.add(who, parse(NewClient, given));
      const items = [{ description: "Website care, {month}", hsnSac: WEB, qty: 1, rate }];
      const template = { clientId, items, dueDays: DAYS_TO_PAY };
      const monthly = { kind: "invoice", unit: "month", anchor: date, mode: "issue" };
      await repeat(who, parse(NewSeries, { ...monthly, template }), date);
    },
  }));
}

async function repeat(who: Tenant, input: NewSeries, date: CalendarDate): Promise<void> {
  const { _id: id } = await addSeries(who, input, date);
  const mail = { url: "", from: "", isPerAgency: false };
  const due = { agencyId: who.agencyId, id };
  await makeAllDue(who.books, due, { today: date, at: who.at, mail });
}
