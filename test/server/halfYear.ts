import { expect } from "bun:test";
import events from "../data/tax-book/events.json";
import { type Answer, type Caller, done, made } from "../world.ts";

// Half a year of one agency, entered through the API as its users would.

type Event = (typeof events.events)[number] & Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: events of every kind, as the file has them.
type Any = any;

const rupees = (text: unknown) => Number(text ?? 0);
const CATEGORIES = [...new Set(events.events.flatMap(({ lines }: Any) => lines ?? []))]
  .map(({ category }: Any) => category as string | undefined)
  .filter((name, n, all): name is string => name !== undefined && all.indexOf(name) === n);

/** Plays events in their order; what bahi names by ids it finds by numbers. */
export async function playHalfYear(owner: Caller): Promise<void> {
  const { agency, clients, vendors } = events;
  done(
    await owner.put("/api/metadata", {
      ...{ agencyName: agency.legalName, legalName: agency.legalName, gstNumber: agency.gstin },
      ...{ location: "12 Residency Road", city: "Bengaluru", pin: "560025" },
      aato: { "2025-26": Number(agency.turnoverLastYear) },
    }),
  );
  const ids = new Map<string, string>();
  const id = (of: unknown) => ids.get(String(of)) ?? "";
  const { account } = made(await owner.post("/api/accounts", { name: "Current account" }));
  const accountId = account._id;
  const mode = "Bank Transfer";
  for (const { id: key, name, kind, gstin } of clients) {
    const client = { displayName: name, kind, gstin, country: kind === "OVERSEAS" ? "US" : "IN" };
    ids.set(key, made(await owner.post("/api/clients", client)).client._id);
  }
  for (const { id: key, name, kind, gstin, pan = "" } of vendors as Any[]) {
    const vendor = {
      displayName: name,
      kind,
      gstin,
      pan,
      country: kind === "OVERSEAS" ? "US" : "IN",
    };
    ids.set(key, made(await owner.post("/api/vendors", vendor)).vendor._id);
  }
  const { categories } = done(await owner.get("/api/categories"));
  for (const { name, _id } of categories) ids.set(name, _id);
  for (const name of CATEGORIES.filter((name) => !ids.has(name))) {
    const category = { name, type: "Expense" };
    ids.set(name, made(await owner.post("/api/categories", category)).category._id);
  }

  const place = (code: unknown) => (code === "96" ? "" : String(code));
  const toItem = ({ hsn, taxable, taxPct, treatment, qty = 100, unit = "" }: Any) => ({
    ...{ description: "Work", hsnSac: hsn, taxPct: taxPct / 100, unit },
    ...{ qty: qty / 100, rate: rupees(taxable) / (qty / 100) },
    ...(treatment && { treatment }),
  });
  const play: Record<string, (event: Any) => Promise<Answer | undefined>> = {
    async invoice({ number, date, client, place: pos, supply, lines }) {
      const items = lines.map(toItem);
      const invoice = { clientId: id(client), date, placeOfSupply: place(pos), supply, items };
      const answer = await owner.post("/api/invoices", invoice);
      ids.set(number, made(answer)._id);
      return owner.post(`/api/invoices/${id(number)}/send`, {});
    },
    async credit_note({ number, date, original, lines }) {
      const note = {
        kind: "CREDIT_NOTE",
        reason: "DISCOUNT",
        invoiceId: id(original),
        date,
        items: lines.map(toItem),
      };
      const answer = await owner.post("/api/notes", note);
      ids.set(number, made(answer)._id);
      return owner.post(`/api/notes/${id(number)}/send`, {});
    },
    payment: ({ invoice, date, amount, tdsAmount }) => {
      const payment = {
        date,
        amount: rupees(amount),
        tdsAmount: rupees(tdsAmount),
        mode,
        accountId,
      };
      return owner.post(`/api/invoices/${id(invoice)}/payments`, payment);
    },
    async receipt_voucher({ number, date, client, place: pos, amount, taxPct, of }) {
      const answer = await owner.post("/api/vouchers", {
        ...{ clientId: id(client), date, amount: rupees(amount), mode, accountId },
        ...{ placeOfSupply: place(pos), description: "Advance" },
        taxPct: of === "GOODS" ? 0 : taxPct / 100,
      });
      ids.set(number, made(answer)._id);
      return answer;
    },
    use_advance: ({ voucher, invoice, date, amount }) => {
      const use = { invoiceId: id(invoice), date, amount: rupees(amount) };
      return owner.post(`/api/vouchers/${id(voucher)}/use`, use);
    },
    refund_voucher: ({ voucher, date, amount }) => {
      const refund = { date, amount: rupees(amount), mode, accountId };
      return owner.post(`/api/vouchers/${id(voucher)}/refund`, refund);
    },
    async bill(event) {
      const { number, date, vendor, place: pos, lines, reverseCharge, selfInvoice } = event;
      if (!reverseCharge && !event.import) return undefined;
      const answer = await owner.post("/api/bills", {
        ...{ vendorId: id(vendor), date, placeOfSupply: place(pos) },
        ...{ reverseCharge: Boolean(reverseCharge), import: event.import ?? "" },
        ...(selfInvoice ? { kind: "SELF_INVOICE" } : { number }),
        items: lines.map(({ category, taxable, taxPct, itc }: Any) => ({
          ...{ description: category, categoryId: id(category), taxable: rupees(taxable) },
          ...{ taxPct: taxPct / 100, ...(itc && { itc }) },
        })),
      });
      ids.set(number, made(answer)._id);
      return answer;
    },
    bill_payment: async ({ bill, date, amount, tdsAmount }) => {
      if (!ids.has(bill)) return undefined;
      // Tax deducted when the bill was entered counts as paid with the rest of it.
      const { grandTotal } = done(await owner.get(`/api/bills/${id(bill)}`));
      const money = rupees(amount) + rupees(tdsAmount);
      const payment = {
        date,
        amount: money === grandTotal * 0.9 ? grandTotal : money,
        mode,
        accountId,
      };
      return owner.post(`/api/bills/${id(bill)}/payments`, payment);
    },
    file: (event) => {
      const filing = {
        return: event.return,
        date: event.date,
        arn: `AA29${event.id.padStart(11, "0")}`.toUpperCase(),
      };
      return owner.post(`/api/gst/${event.period}/filed`, filing);
    },
  };
  for (const event of events.events as Event[]) {
    const answer = await play[event.do]?.(event);
    if (answer && answer.status >= 300) {
      expect([event.id, answer.status, answer.body]).toEqual([event.id, 200, {}]);
    }
  }
}
