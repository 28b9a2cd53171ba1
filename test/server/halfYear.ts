import { expect } from "bun:test";
import events from "../data/tax-book/events.json";
import { type Answer, type Caller, done, made } from "../world.ts";

import { tdsEvents, toTdsFields } from "./halfYearTds.ts";

// Half a year of one agency, entered through the API.

type Event = (typeof events.events)[number] & Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: events of many kinds, as in the file.
type Any = any;

const rupees = (text: unknown) => Number(text ?? 0);
const CATEGORIES = new Map<string, boolean>(
  events.events
    .flatMap(({ lines }: Any) => lines ?? [])
    .flatMap(({ category, pureAgent }: Any) => (category ? [[category, pureAgent === true]] : [])),
);

export async function playHalfYear(owner: Caller): Promise<Map<string, string>> {
  const { agency, clients, vendors } = events;
  done(
    await owner.put("/api/metadata", {
      agencyName: agency.legalName,
      legalName: agency.legalName,
      gstNumber: agency.gstin,
      location: "12 Residency Road",
      city: "Bengaluru",
      pin: "560025",
      aato: { "2025-26": Number(agency.turnoverLastYear) },
    }),
  );
  const ids = new Map<string, string>();
  const id = (of: unknown) => ids.get(String(of)) ?? "";
  const { account } = made(
    await owner.post("/api/accounts", {
      name: "Current account",
      openingBalance: rupees(events.events[0]?.ledgers?.bank),
    }),
  );
  const accountId = account._id;
  const mode = "Bank Transfer";
  for (const { id: key, name, kind, gstin } of clients) {
    const client = { displayName: name, kind, gstin, country: kind === "OVERSEAS" ? "US" : "IN" };
    ids.set(key, made(await owner.post("/api/clients", client)).client._id);
  }
  for (const { id: key, name, kind, gstin, pan = "", ...more } of vendors as Any[]) {
    const vendor = {
      displayName: name,
      kind,
      gstin,
      pan,
      isAssociated: more.associated === true,
      isSmallEnterprise: more.small === true,
      ...(more.agreedDays && { agreedDays: more.agreedDays }),
      country: kind === "OVERSEAS" ? "US" : "IN",
    };
    ids.set(key, made(await owner.post("/api/vendors", vendor)).vendor._id);
  }
  const { categories } = done(await owner.get("/api/categories"));
  for (const { name, _id } of categories) ids.set(name, _id);
  for (const [name, isForClients] of CATEGORIES) {
    if (ids.has(name)) continue;
    const kind = isForClients ? { kind: "bought_for_clients" } : {};
    const category = { name, type: "Expense", ...kind };
    ids.set(name, made(await owner.post("/api/categories", category)).category._id);
  }

  const earlier = (events.events as Any[]).filter(
    ({ do: what, earlier }) => what === "bill" && earlier,
  );
  done(
    await owner.post("/api/import/books", {
      vendors: (vendors as Any[]).map(({ id, name, gstin }) => ({ id, name, gstin })),
      bills: earlier.map(({ number, date, vendor, place, lines, paidBefore }) => ({
        number,
        date,
        vendor,
        placeOfSupplyCode: place,
        earlier: true,
        lines: lines.map(({ taxable, taxPct }: Any) => ({ taxable, taxPct: taxPct / 100 })),
        ...(paidBefore && { paid: [{ date, amount: paidBefore }] }),
      })),
    }),
  );
  for (const { number } of earlier) {
    const { items } = done(await owner.get(`/api/bills?q=${encodeURIComponent(number)}`));
    ids.set(number, items[0]._id);
  }
  const place = (code: unknown) => (code === "96" ? "" : String(code));
  const toItem = ({ hsn, taxable, taxPct, treatment, qty = 100, unit = "" }: Any) => ({
    description: "Work",
    hsnSac: hsn,
    taxPct: taxPct / 100,
    unit,
    qty: qty / 100,
    rate: rupees(taxable) / (qty / 100),
    ...(treatment && { treatment }),
  });
  const toBought = ({ category, taxable, taxPct, itc, treatment, pureAgent, use }: Any) => ({
    description: category,
    categoryId: id(category),
    taxable: rupees(taxable),
    taxPct: taxPct / 100,
    ...(itc && { itc }),
    ...(treatment && { treatment }),
    ...(use && { use }),
    ...(pureAgent && { itc: "NONE" }),
  });
  const play: Record<string, (event: Any) => Promise<Answer | undefined>> = {
    async opening({ ledgers }) {
      for (const [ledger, balance] of Object.entries(ledgers)) {
        if (ledger === "bank" || ledger === "payables") continue;
        done(await owner.put(`/api/ledgers/${ledger}`, { openingBalance: rupees(balance) }));
      }
      return undefined;
    },
    async invoice({ number, date, client, place: pos, supply, lines, serviceDate }) {
      const items = lines.map(toItem);
      const invoice = {
        clientId: id(client),
        date,
        placeOfSupply: place(pos),
        supply,
        items,
        ...(serviceDate && { serviceDate }),
      };
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
    payment: ({ invoice, date, amount, tdsAmount, gstTds = {} }) => {
      const { igst, cgst, sgst } = gstTds;
      const payment = {
        date,
        amount: rupees(amount),
        tdsAmount: rupees(tdsAmount),
        gstTds: { igst: rupees(igst), cgst: rupees(cgst), sgst: rupees(sgst) },
        mode,
        accountId,
      };
      return owner.post(`/api/invoices/${id(invoice)}/payments`, payment);
    },
    async receipt_voucher({ number, date, client, place: pos, amount, taxPct, of }) {
      const answer = await owner.post("/api/vouchers", {
        clientId: id(client),
        date,
        amount: rupees(amount),
        mode,
        accountId,
        placeOfSupply: place(pos),
        description: "Advance",
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
      if (event.earlier) return undefined;
      const answer = await owner.post("/api/bills", {
        vendorId: id(vendor),
        date,
        placeOfSupply: place(pos),
        items: lines.map(toBought),
        reverseCharge: Boolean(reverseCharge),
        import: event.import ?? "",
        ...(selfInvoice ? { kind: "SELF_INVOICE" } : { number }),
        ...toTdsFields(event),
      });
      ids.set(number, made(answer)._id);
      return answer;
    },
    async vendor_credit({ number, date, original, lines }) {
      const bill = done(await owner.get(`/api/bills/${id(original)}`));
      return owner.post("/api/bills", {
        kind: "CREDIT_NOTE",
        vendorId: bill.vendorId._id,
        number,
        date,
        billId: id(original),
        placeOfSupply: "29",
        items: lines.map(toBought),
      });
    },
    bill_payment: async ({ bill, date, amount, tdsAmount }) => {
      const payment = {
        date,
        amount: rupees(amount),
        mode,
        accountId,
        ...(tdsAmount && { tdsAmount: rupees(tdsAmount) }),
      };
      return owner.post(`/api/bills/${id(bill)}/payments`, payment);
    },
    gstr2b: async ({ period, rows }) => {
      const [year, month] = period.split("-");
      const of = { gstin: agency.gstin, rtnprd: `${month}${year}` };
      done(
        await owner.post(`/api/gst/${period}/2b`, { data: { ...of, docdata: toDocdata(rows) } }),
      );
      const { pairs } = done(await owner.get(`/api/gst/${period}/matching`));
      const accept = pairs
        .filter(({ status }: Any) => status === "SUGGESTED")
        .map(({ bill, row }: Any) => ({ bill: bill._id, row: row._id }));
      return owner.post(`/api/gst/${period}/matching`, { accept });
    },
    block: ({ document, date, by: blockedBy }) =>
      owner.post(`/api/bills/${id(document)}/credit`, { itc: "BLOCKED", blockedBy, date }),
    supplier_not_filed: async ({ bill, date }) => {
      const { vendorId, date: day } = done(await owner.get(`/api/bills/${id(bill)}`));
      const body = { period: day.slice(0, 7), date };
      return owner.post(`/api/gst/suppliers/${vendorId._id}/not-filed`, body);
    },
    amend: async ({ invoice, date, taxableFiled, taxableNow }) => {
      const known = done(await owner.get(`/api/invoices/${id(invoice)}`)).invoice.items;
      const items = known.map(({ amount: _, ...item }: Any) => ({
        ...item,
        rate: item.rate === rupees(taxableFiled) ? rupees(taxableNow) : item.rate,
      }));
      done(await owner.put(`/api/invoices/${id(invoice)}`, { items }));
      const period = date.slice(0, 7);
      return owner.post(`/api/gst/${period}/amendments`, { documentId: id(invoice) });
    },
    gst_deposit: async ({ date, challan, ...heads }) => {
      for (const head of ["igst", "cgst", "sgst"]) {
        if (!heads[head]) continue;
        const entry = { date, head, amount: rupees(heads[head]), accountId, cin: challan };
        made(await owner.post("/api/gst/cash-ledger", entry));
      }
      return undefined;
    },
    gst_tds_accept: async ({ date, ...heads }) => {
      for (const head of ["igst", "cgst", "sgst"]) {
        if (!heads[head]) continue;
        const entry = { source: "GST_TDS", date, head, amount: rupees(heads[head]) };
        made(await owner.post("/api/gst/cash-ledger", entry));
      }
      return undefined;
    },
    cancel: ({ document, date }) =>
      document.startsWith("26-27/")
        ? Promise.resolve(undefined)
        : owner.post(`/api/bills/${id(document)}/cancel`, { date }),
    ...tdsEvents({ owner, ids, accountId }),
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
  return ids;
}

const portalDate = (date: string) => date.split("-").reverse().join("-");

/** Rows of GSTR-2B in the format of the portal's file. */
function toDocdata(rows: Any[]) {
  const document = (row: Any) => ({
    dt: portalDate(row.date),
    pos: row.rsn === "P" ? row.gstin.slice(0, 2) : "29",
    rev: row.rev ? "Y" : "N",
    itcavl: row.available ?? "Y",
    rsn: row.rsn ?? "",
    txval: rupees(row.taxable),
    igst: rupees(row.igst),
    cgst: rupees(row.cgst),
    sgst: rupees(row.sgst),
    cess: 0,
  });
  const [notes, bills] = [
    rows.filter(({ kind }) => kind === "C"),
    rows.filter(({ kind }) => kind !== "C"),
  ];
  return {
    b2b: bills.map((row) => ({ ctin: row.gstin, inv: [{ inum: row.number, ...document(row) }] })),
    cdnr: notes.map((row) => ({
      ctin: row.gstin,
      nt: [{ ntnum: row.number, typ: "C", ...document(row) }],
    })),
  };
}
