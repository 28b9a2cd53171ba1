import events from "../data/year-end/events.json";
import { type Caller, done, made, type World } from "../world.ts";

// The year of test/data/year-end, entered by its owner. See the README there.

type Money = string;
// biome-ignore lint/suspicious/noExplicitAny: events of many kinds, as in the file.
type Event = any;

export interface Studio {
  owner: Caller;
  accounts: Map<string, string>;
  categories: Map<string, string>;
  clients: Map<string, string>;
  vendors: Map<string, string>;
  /** Invoices and bills by number, other events by id. */
  ids: Map<string, string>;
  /** GSTR-2B of each month: the vendors file every bill, so credit arises in its month. */
  filed: Map<string, object[]>;
}

const MOVED_IN = "25-26/INV/000087";
const HEADS = ["cgst", "sgst", "igst"] as const;
const number = (money: Money | undefined) => Number(money ?? 0);

export async function openStudio(world: World): Promise<Studio> {
  const agency = { agencyName: "Neelkamal Design Studio", agencySlug: "neelkamal" };
  const person = { name: "Meera Kulkarni", email: "meera@neelkamal.test", password: "neelkamal" };
  const { token } = made(await world.stranger.post("/api/auth/register", { ...person, ...agency }));
  const owner = world.caller(token);
  const facts = { gstNumber: "27AAPFU0939F1ZV", constitution: "PROPRIETOR" };
  done(await owner.put("/api/metadata", facts));
  const studio: Studio = {
    owner,
    accounts: new Map(),
    categories: new Map(),
    clients: new Map(),
    vendors: new Map(),
    ids: new Map(),
    filed: new Map(),
  };
  const [first] = events.events as Event[];
  for (const { name, type } of events.accounts) {
    const openingBalance = number(first.accounts[name]);
    const { account } = made(await owner.post("/api/accounts", { name, type, openingBalance }));
    studio.accounts.set(name, account._id);
  }
  const heads = HEADS.map((head) => ({
    name: `GST paid, ${head}`,
    type: "Expense",
    kind: "gst_payment",
    ledger: `GST payable ${head.toUpperCase()}`,
  }));
  for (const category of [...events.categories, ...heads]) {
    const answer = made(await owner.post("/api/categories", category));
    studio.categories.set(category.name, answer.category._id);
  }
  for (const { name, stateCode } of events.clients) {
    const { client } = made(await owner.post("/api/clients", { displayName: name, stateCode }));
    studio.clients.set(name, client._id);
  }
  for (const [name, openingBalance] of Object.entries<Money>(first.ledgers)) {
    const id = studio.categories.get(name);
    done(await owner.put(`/api/ledgers/${id}`, { openingBalance: number(openingBalance) }));
  }
  return studio;
}

export const EVENTS: Event[] = events.events.slice(1);

async function fileFor({ owner, filed }: Studio, ctin: string, bill: Event): Promise<void> {
  const [year, month, day] = bill.date.split("-");
  const period = `${year}-${month}`;
  const row = {
    inum: bill.number,
    dt: `${day}-${month}-${year}`,
    pos: "27",
    rev: "N",
    itcavl: "Y",
    txval: bill.taxable,
    igst: bill.igst,
    cgst: bill.cgst,
    sgst: bill.sgst,
    cess: 0,
  };
  const rows = [...(filed.get(period) ?? []), { ctin, inv: [row] }];
  filed.set(period, rows);
  const data = { gstin: "27AAPFU0939F1ZV", rtnprd: `${month}${year}`, docdata: { b2b: rows } };
  done(await owner.post(`/api/gst/${period}/2b`, { data }));
}

export const ENTER: Record<string, (studio: Studio, event: Event) => Promise<void>> = {
  async income({ owner, accounts, categories, ids }, event) {
    const body = {
      date: event.date,
      description: event.text,
      type: "Income",
      accountId: accounts.get(event.account),
      categoryId: categories.get(event.category),
      amount: number(event.amount),
    };
    ids.set(event.id, made(await owner.post("/api/transactions", body)).transaction._id);
  },
  async receipt(studio, event) {
    const { owner, accounts, clients, ids } = studio;
    if (event.category === "Receipts") {
      const { receipt } = made(
        await owner.post("/api/receipts", {
          date: event.date,
          amount: number(event.amount),
          purpose: event.text,
          client: { name: "Counter" },
          mode: "Cash",
          accountId: accounts.get(event.account),
        }),
      );
      ids.set(event.id, receipt.transactionId);
      return;
    }
    if (event.category !== "Advance from client") return ENTER.income?.(studio, event);
    const voucher = {
      date: event.date,
      amount: number(event.amount),
      description: event.text,
      clientId: clients.get(event.client),
      accountId: accounts.get(event.account),
      mode: "UPI",
    };
    ids.set(event.id, made(await owner.post("/api/vouchers", voucher))._id);
  },
  async expense({ owner, accounts, categories, ids }, event) {
    const parts = Object.entries<Money>(event.split ?? {});
    const split = parts.map(([name, amount]) => ({
      categoryId: categories.get(name),
      amount: number(amount),
    }));
    const [only = { categoryId: categories.get(event.category) }] = split;
    const why = split.length > 1 ? { split } : { categoryId: only.categoryId };
    const body = {
      date: event.date,
      description: event.text,
      type: "Expense",
      ...why,
      accountId: accounts.get(event.account),
      amount: number(event.amount),
    };
    ids.set(event.id, made(await owner.post("/api/transactions", body)).transaction._id);
  },
  async transfer({ owner, accounts }, event) {
    const body = {
      date: event.date,
      description: event.text,
      amount: number(event.amount),
      fromAccountId: accounts.get(event.from),
      toAccountId: accounts.get(event.to),
    };
    made(await owner.post("/api/transactions/transfer", body));
  },
  async invoice({ owner, clients, ids }, event) {
    const items = [{ description: "Design", qty: 1, rate: number(event.taxable), taxPct: 18 }];
    if (event.number === MOVED_IN) {
      const client = { id: "c1", name: event.client };
      const document = { kind: "INVOICE", number: MOVED_IN, client: "c1", lines: items };
      const days = { date: event.date, dueDate: event.dueDate };
      const file = { clients: [client], documents: [{ ...document, ...days }] };
      made(await owner.post("/api/import/books", file));
      const { items: found } = done(await owner.get("/api/invoices"));
      ids.set(MOVED_IN, found[0]._id);
      return;
    }
    const body = {
      date: event.date,
      dueDate: event.dueDate,
      clientId: clients.get(event.client),
      items,
      roundOff: number(event.roundOff),
    };
    const invoice = made(await owner.post("/api/invoices", body));
    ids.set(event.number, invoice._id);
    if (event.status !== "DRAFT") done(await owner.post(`/api/invoices/${invoice._id}/send`, {}));
    if (event.status === "CANCELLED") {
      done(await owner.post(`/api/invoices/${invoice._id}/cancel`, {}));
    }
  },
  async payment({ owner, accounts, ids }, event) {
    const body = {
      date: event.date,
      amount: number(event.amount),
      tdsAmount: number(event.tdsAmount),
      accountId: accounts.get(event.account),
      mode: "Bank Transfer",
    };
    made(await owner.post(`/api/invoices/${ids.get(event.invoice)}/payments`, body));
  },
  async apply_advance({ owner, ids }, event) {
    const body = { invoiceId: ids.get(event.invoice), amount: number(event.amount) };
    made(await owner.post(`/api/vouchers/${ids.get(event.advance)}/use`, body));
  },
  async credit_note({ owner, ids }, event) {
    const items = [{ description: "Design", qty: 1, rate: number(event.taxable), taxPct: 18 }];
    const body = { kind: "CREDIT_NOTE", reason: "OTHER", date: event.date, items };
    const of = { invoiceId: ids.get(event.invoice) };
    const note = made(await owner.post("/api/notes", { ...body, ...of }));
    done(await owner.post(`/api/notes/${note._id}/send`, {}));
  },
  async bill(studio, event) {
    const { owner, categories, vendors, ids } = studio;
    const own = event.igst ? "29AAGCB7383J1Z4" : "27AAPFU0939F1ZV";
    const gstin = event.itc ? own : "";
    const kind = event.itc ? "REGULAR" : "UNREGISTERED";
    const known = vendors.get(event.vendor);
    const vendorId =
      known ??
      made(await owner.post("/api/vendors", { displayName: event.vendor, gstin, kind })).vendor._id;
    vendors.set(event.vendor, vendorId);
    const taxes = Object.fromEntries(HEADS.map((head) => [head, number(event[head])]));
    const taxPct = number(event.igst) + number(event.cgst) > 0 ? 18 : 0;
    const bought = { description: event.category, categoryId: categories.get(event.category) };
    const credit = { itc: event.itc ? "ELIGIBLE" : "NONE", taxPct, ...taxes };
    const items = [{ ...bought, taxable: number(event.taxable), ...credit }];
    const bill = {
      vendorId,
      number: event.number,
      date: event.date,
      dueDate: event.dueDate,
      items,
    };
    const kept = event.tdsAmount
      ? { tdsRule: "PROFESSIONAL", tdsAmount: number(event.tdsAmount) }
      : {};
    ids.set(event.number, made(await owner.post("/api/bills", { ...bill, ...kept }))._id);
    if (event.itc)
      await fileFor(studio, own, { ...event, taxable: number(event.taxable), ...taxes });
  },
  async bill_payment({ owner, accounts, ids }, event) {
    const body = {
      date: event.date,
      amount: number(event.amount),
      mode: "Bank Transfer",
      accountId: accounts.get(event.account),
    };
    made(await owner.post(`/api/bills/${ids.get(event.bill)}/payments`, body));
  },
  async gst_setoff({ owner }, event) {
    const credit = (name: string, amount: Money) => ({ ledger: name, credit: number(amount) });
    const lines = HEADS.flatMap((head) => {
      const name = head.toUpperCase();
      const { output = {}, creditUsed = {}, payable = {} } = event;
      return [
        ...(output[head] ? [{ ledger: `Output ${name}`, debit: number(output[head]) }] : []),
        ...(creditUsed[head] ? [credit(`Input ${name}`, creditUsed[head])] : []),
        ...(payable[head] ? [credit(`GST payable ${name}`, payable[head])] : []),
      ];
    });
    made(await owner.post("/api/journals", { date: event.date, reason: "GST set-off", lines }));
  },
  async gst_payment(studio, event) {
    const split = Object.fromEntries(
      Object.entries(event.heads).map(([head, amount]) => [`GST paid, ${head}`, amount]),
    );
    await ENTER.expense?.(studio, { ...event, text: "GST paid", split });
  },
  async journal({ owner, categories }, event) {
    const lines = event.lines.map(({ category, ledger, debit, credit }: Event) => ({
      ...(category ? { categoryId: categories.get(category) } : { ledger }),
      ...(debit ? { debit: number(debit) } : { credit: number(credit) }),
    }));
    const body = { date: event.date, reason: event.text, basis: event.basis, lines };
    made(await owner.post("/api/journals", body));
  },
};
