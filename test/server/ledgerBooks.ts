import { addDays } from "../../domain/dates.ts";
import { createRandom } from "../fuzz/grammar.ts";
import { type Caller, done, forgetAttempts, made, type World } from "../world.ts";

// Random books of a year, entered through the API.

export const FROM = "2026-04-01";
export const TO = "2027-03-31";

export interface Office {
  owner: Caller;
  id(name: string): string;
}
export type Action = (office: Office) => Promise<void>;

const CATEGORIES = {
  Fees: ["Income", "revenue"],
  Interest: ["Income", "other_income"],
  Capital: ["Income", "capital"],
  Rent: ["Expense", "expense"],
  Freelancers: ["Expense", "direct_cost"],
  Salaries: ["Expense", "employee"],
  Charges: ["Expense", "finance_cost"],
  Wear: ["Expense", "depreciation"],
  Cameras: ["Expense", "asset"],
  Loan: ["Expense", "loan_taken"],
  Drawings: ["Expense", "drawings"],
  Audit: ["Expense", "provision"],
} as const;
const NAMES = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[];

export async function openOffice(world: World, slug: string): Promise<Office> {
  const person = { name: "Uma Rao", email: `uma@${slug}.test`, password: "uma's own" };
  const agency = { agencyName: slug, agencySlug: slug };
  await forgetAttempts(world);
  const { token } = made(await world.stranger.post("/api/auth/register", { ...person, ...agency }));
  const owner = world.caller(token);
  done(await owner.put("/api/metadata", { gstNumber: "27AAPFU0939F1ZV" }));
  const ids = new Map<string, string>();
  for (const [name, type, openingBalance] of [
    ["Bank", "Bank", 50_000.5],
    ["Till", "Cash", 900],
    ["Card", "Card", -1_200],
  ] as const) {
    const { account } = made(await owner.post("/api/accounts", { name, type, openingBalance }));
    ids.set(name, account._id);
  }
  for (const name of NAMES) {
    const [type, kind] = CATEGORIES[name];
    const { category } = made(await owner.post("/api/categories", { name, type, kind }));
    ids.set(name, category._id);
  }
  done(await owner.put(`/api/ledgers/${ids.get("Cameras")}`, { openingBalance: 70_000 }));
  done(await owner.put(`/api/ledgers/${ids.get("Loan")}`, { openingBalance: -30_000.25 }));
  for (const [displayName, stateCode] of [
    ["Near", "27"],
    ["Far", "29"],
  ]) {
    const { client } = made(await owner.post("/api/clients", { displayName, stateCode }));
    ids.set(`client ${displayName}`, client._id);
  }
  const first = { date: FROM, description: "The first entry", type: "Income", amount: 1 };
  const to = { accountId: ids.get("Till"), categoryId: ids.get("Fees") };
  made(await owner.post("/api/transactions", { ...first, ...to }));
  const vendor = { displayName: "Press", gstin: "27AAPFU0939F1ZV" };
  ids.set("vendor", made(await owner.post("/api/vendors", vendor)).vendor._id);
  return { owner, id: (name) => ids.get(name) ?? "" };
}

/** Books of a year, the same for the same seed. `isSettled`: all documents are paid. */
export function generateActions(seed: number, isSettled: boolean): Action[] {
  const below = createRandom(seed);
  const pick = <One>(all: readonly One[]) => all[below(all.length)] as One;
  const day = (last = 330) => addDays(FROM, below(last));
  const rupees = (most: number) => (1 + below(most * 100)) / 100;
  const account = () => pick(["Bank", "Till", "Card"]);

  const entry = (): Action => {
    const name = pick(NAMES);
    const [type] = CATEGORIES[name];
    const words = { date: day(), description: `Entry for ${name}`, type, amount: rupees(9_000) };
    const from = account();
    return async ({ owner, id }) => {
      const to = { accountId: id(from), categoryId: id(name) };
      made(await owner.post("/api/transactions", { ...words, ...to }));
    };
  };
  const emi = (): Action => {
    const [date, one, two] = [day(), rupees(5_000), rupees(500)];
    return async ({ owner, id }) => {
      const split = [
        { categoryId: id("Loan"), amount: one },
        { categoryId: id("Charges"), amount: two },
      ];
      const body = { date, description: "EMI", type: "Expense", accountId: id("Bank"), split };
      made(await owner.post("/api/transactions", body));
    };
  };
  const transfer = (): Action => {
    const body = { date: day(), description: "To the till", amount: rupees(800) };
    return async ({ owner, id }) => {
      const way = { fromAccountId: id("Bank"), toAccountId: id("Till") };
      made(await owner.post("/api/transactions/transfer", { ...body, ...way }));
    };
  };
  const journal = (): Action => {
    const [date, amount] = [day(), rupees(3_000)];
    const [debit, credit] = pick([
      ["Wear", "Cameras"],
      ["Rent", "Audit"],
    ] as const);
    const basis = isSettled ? "both" : pick(["both", "accrual"]);
    return async ({ owner, id }) => {
      const lines = [
        { categoryId: id(debit), debit: amount },
        { categoryId: id(credit), credit: amount },
      ];
      made(await owner.post("/api/journals", { date, reason: "Of the year", basis, lines }));
    };
  };
  const invoice = (): Action => {
    const [date, rate, roundOff] = [day(280), rupees(90_000), below(99) / 100 - 0.49];
    const [client, credited, parts] = [pick(["Near", "Far"]), below(3) === 0, 1 + below(3)];
    const fate = isSettled ? "paid" : pick(["paid", "part", "open", "draft", "cancelled", "lost"]);
    const waits = [below(20), below(20), below(20)];
    const [kept, from] = [below(2) === 0, account()];
    return async ({ owner, id }) => {
      const items = [{ description: "Design", qty: 1, rate, taxPct: 18 }];
      const bill = { date, clientId: id(`client ${client}`), items };
      const { _id } = made(
        await owner.post("/api/invoices", { ...bill, roundOff: Math.round(roundOff * 100) / 100 }),
      );
      if (fate === "draft") return;
      done(await owner.post(`/api/invoices/${_id}/send`, {}));
      if (fate === "cancelled") {
        done(await owner.post(`/api/invoices/${_id}/cancel`, {}));
        return;
      }
      if (credited) {
        const less = [{ ...items[0], rate: Math.round(rate * 20) / 100 }];
        const about = { kind: "CREDIT_NOTE", reason: "OTHER", invoiceId: _id, date, items: less };
        const note = made(await owner.post("/api/notes", about));
        done(await owner.post(`/api/notes/${note._id}/send`, {}));
      }
      if (fate === "open") return;
      let paidOn = date;
      for (let n = 0; n < parts; n++) {
        const { invoice } = done(await owner.get(`/api/invoices/${_id}`));
        const isLast = n === parts - 1;
        paidOn = addDays(paidOn, waits[n] ?? 0);
        if (isLast && fate === "part") return;
        if (isLast && fate === "lost") {
          const loss = { date: paidOn, reason: "They are gone" };
          done(await owner.post(`/api/invoices/${_id}/write-off`, loss));
          return;
        }
        const paise = Math.round(invoice.balance * 100);
        const share = isLast ? paise : Math.floor(paise / 3);
        const tds = kept ? Math.floor(share / 10) : 0;
        if (share === 0) continue;
        const money = { amount: (share - tds) / 100, tdsAmount: tds / 100, date: paidOn };
        const to = { mode: "UPI", accountId: id(from) };
        made(await owner.post(`/api/invoices/${_id}/payments`, { ...money, ...to }));
      }
    };
  };
  const advance = (): Action => {
    const [date, gross, rest] = [day(280), 1_180 + below(5_000), below(2) === 0];
    return async ({ owner, id }) => {
      const clientId = id("client Near");
      const money = { mode: "UPI", accountId: id("Bank") };
      const voucher = made(
        await owner.post("/api/vouchers", {
          clientId,
          date,
          amount: gross,
          description: "In advance",
          ...money,
        }),
      );
      const items = [{ description: "Poster", qty: 1, rate: 1_000, taxPct: 18 }];
      const { _id } = made(await owner.post("/api/invoices", { clientId, date, items }));
      done(await owner.post(`/api/invoices/${_id}/send`, {}));
      const use = { invoiceId: _id, amount: 1_180 };
      made(await owner.post(`/api/vouchers/${voucher._id}/use`, use));
      if (rest && gross > 1_180) {
        const back = { date: addDays(date, 3), amount: gross - 1_180, ...money };
        made(await owner.post(`/api/vouchers/${voucher._id}/refund`, back));
      }
    };
  };
  let bills = 0;
  const bill = (): Action => {
    const [date, taxable, itc] = [day(280), rupees(20_000), pick(["ELIGIBLE", "BLOCKED", "NONE"])];
    const number = `B-${seed}-${++bills}`;
    const [category, isPaid] = [pick(["Rent", "Cameras"]), isSettled || below(2) === 0];
    const tds = below(2) === 0 ? Math.floor(taxable * 10) / 100 : 0;
    return async ({ owner, id }) => {
      const bought = { description: "Bought", categoryId: id(category), taxable, taxPct: 18 };
      const why = itc === "BLOCKED" ? { blockedBy: "FOOD" } : {};
      const head = { vendorId: id("vendor"), number, date, items: [{ ...bought, itc, ...why }] };
      const kept = tds ? { tdsRule: "PROFESSIONAL", tdsAmount: tds } : {};
      const bill = made(await owner.post("/api/bills", { ...head, ...kept }));
      if (!isPaid) return;
      const money = { date: addDays(date, 9), amount: bill.toPay, mode: "UPI" };
      made(
        await owner.post(`/api/bills/${bill._id}/payments`, { ...money, accountId: id("Bank") }),
      );
    };
  };
  const kinds = [entry, entry, emi, transfer, journal, invoice, invoice, advance, bill];
  return Array.from({ length: 36 }, (_, n) => (kinds[n % kinds.length] ?? entry)());
}
