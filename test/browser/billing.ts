import { today } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { type Caller, done, made } from "../world.ts";

export async function addClient(who: Caller, displayName: string, more = {}): Promise<string> {
  return made(await who.post("/api/clients", { displayName, ...more })).client._id;
}

export const LOGO = { description: "A logo", hsnSac: "998391", qty: 1, rate: 50000, taxPct: 18 };

/** Dated today, ₹59,000.00 with 18 % GST by default. */
export async function draft(who: Caller, clientId: string, more = {}): Promise<Invoice> {
  const input = { clientId, date: today(), items: [LOGO], ...more };
  return made(await who.post("/api/invoices", input));
}

export async function sent(who: Caller, clientId: string, more = {}): Promise<Invoice> {
  const { _id } = await draft(who, clientId, more);
  return done(await who.post(`/api/invoices/${_id}/send`, {}));
}

export async function pay(who: Caller, invoice: Invoice, payment: object) {
  const body = { date: today(), mode: "UPI", ...payment };
  return made(await who.post(`/api/invoices/${invoice._id}/payments`, body)).payment;
}
