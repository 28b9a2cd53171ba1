import { toLastOfMonth } from "../../domain/months.ts";
import { type Answer, type Caller, done, forgetAttempts, made, type World } from "../world.ts";
import { roundToPaise } from "./halfYearFigures.ts";
import { buildDocdata, type PortalRow } from "./portalRows.ts";
import { BEGIN, SHOWN_MONTHS, VENDORS } from "./randomBooks.ts";

// An agency for a random half year, and everything its tax book returns.

// biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
type Any = any;

const QUARTERS = ["2025-26-Q3", "2025-26-Q4", "2026-27-Q1", "2026-27-Q2"];

const GSTIN = "29AAKFN4821L1ZT";

export class TaxOffice {
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly refused: string[] = [];

  private constructor(readonly owner: Caller) {}

  static async open(world: World, slug: string): Promise<TaxOffice> {
    const person = { name: "Uma Rao", email: `uma@${slug}.test`, password: "uma's own" };
    await forgetAttempts(world);
    const agency = { agencyName: slug, agencySlug: slug };
    const { token } = made(
      await world.stranger.post("/api/auth/register", { ...person, ...agency }),
    );
    const office = new TaxOffice(world.caller(token));
    await office.#furnish();
    return office;
  }

  async #furnish() {
    const { owner } = this;
    const details = {
      gstNumber: GSTIN,
      city: "Bengaluru",
      pin: "560025",
      location: "12 Residency Road",
    };
    done(await owner.put("/api/metadata", { ...details, aato: { "2024-25": 2_40_00_000 } }));
    const account = { name: "Bank", openingBalance: 9_00_000 };
    this.#ids.set("Bank", made(await owner.post("/api/accounts", account)).account._id);
    const { category } = made(
      await owner.post("/api/categories", { name: "Costs", type: "Expense" }),
    );
    const first = { date: BEGIN, description: "The first entry", type: "Expense", amount: 1 };
    const to = { accountId: this.id("Bank"), categoryId: category._id };
    made(await owner.post("/api/transactions", { ...first, ...to }));
    this.#ids.set("category", category._id);
    for (const [name, client] of Object.entries({
      near: { kind: "REGULAR", gstin: "29AACCK7712P1ZY" },
      far: { kind: "REGULAR", gstin: "30AAQFM4410C1ZV" },
      person: { kind: "UNREGISTERED", stateCode: "27" },
      abroad: { kind: "OVERSEAS", country: "US" },
    })) {
      const answer = await owner.post("/api/clients", { displayName: name, ...client });
      this.#ids.set(`client ${name}`, made(answer).client._id);
    }
    for (const [name, { gstin }] of Object.entries(VENDORS)) {
      const isAbroad = name === "abroad";
      const kind = isAbroad ? "OVERSEAS" : gstin ? "REGULAR" : "UNREGISTERED";
      const pan = gstin ? gstin.slice(2, 12) : name === "landlord" ? "ABZPG1190K" : "";
      const vendor = { displayName: name, kind, gstin, pan, country: isAbroad ? "US" : "IN" };
      const more = isAbroad || gstin ? {} : { stateCode: "29" };
      this.#ids.set(
        name,
        made(await owner.post("/api/vendors", { ...vendor, ...more })).vendor._id,
      );
    }
  }

  id(key: string): string {
    return this.#ids.get(key) ?? "";
  }

  #keep(key: string, record: { _id: string; number?: string; invoiceNumber?: string }) {
    this.#ids.set(key, record._id);
    const number = record.number ?? record.invoiceNumber;
    if (number) this.#keys.set(number, key);
  }

  async sell(key: string, body: object) {
    const invoice = made(await this.owner.post("/api/invoices", body));
    this.#keep(key, done(await this.owner.post(`/api/invoices/${invoice._id}/send`, {})));
  }

  async receive(key: string, paid: object) {
    const by = { mode: "UPI", accountId: this.id("Bank") };
    made(await this.owner.post(`/api/invoices/${this.id(key)}/payments`, { ...paid, ...by }));
  }

  async note(key: string, of: string, body: object) {
    const about = { kind: "CREDIT_NOTE", reason: "DISCOUNT", invoiceId: this.id(of) };
    const note = made(await this.owner.post("/api/notes", { ...about, ...body }));
    this.#keep(key, done(await this.owner.post(`/api/notes/${note._id}/send`, {})));
  }

  async advance(key: string, body: object) {
    const by = { mode: "UPI", accountId: this.id("Bank") };
    this.#keep(key, made(await this.owner.post("/api/vouchers", { ...body, ...by })));
  }

  async use(voucher: string, invoice: string, used: object) {
    const body = { ...used, invoiceId: this.id(invoice) };
    made(await this.owner.post(`/api/vouchers/${this.id(voucher)}/use`, body));
  }

  async refund(key: string, voucher: string, back: object) {
    const by = { mode: "UPI", accountId: this.id("Bank") };
    const answer = await this.owner.post(`/api/vouchers/${this.id(voucher)}/refund`, {
      ...back,
      ...by,
    });
    const { refund } = made(answer);
    if (refund) this.#keep(key, refund);
  }

  async buy(key: string, body: { items: object[]; [field: string]: unknown }) {
    const items = body.items.map((item) => ({ ...item, categoryId: this.id("category") }));
    this.#keep(key, made(await this.owner.post("/api/bills", { ...body, items })));
  }

  async pay(key: string, paid: object) {
    const by = { mode: "UPI", accountId: this.id("Bank") };
    made(await this.owner.post(`/api/bills/${this.id(key)}/payments`, { ...paid, ...by }));
  }

  async cancelBill(key: string, date: string) {
    this.#maybe(
      `cancel ${key}`,
      await this.owner.post(`/api/bills/${this.id(key)}/cancel`, { date }),
    );
  }

  async changeCredit(key: string, date: string, itc: string) {
    const body = { itc, date, ...(itc === "BLOCKED" && { blockedBy: "PERSONAL" }) };
    this.#maybe(`credit ${key}`, await this.owner.post(`/api/bills/${this.id(key)}/credit`, body));
  }

  async notFiled(vendor: string, period: string, date: string) {
    const path = `/api/gst/suppliers/${this.id(vendor)}/not-filed`;
    this.#maybe(`not filed ${vendor}`, await this.owner.post(path, { period, date }));
  }

  async hasFiled(vendor: string, period: string, date: string) {
    const path = `/api/gst/suppliers/${this.id(vendor)}/filed`;
    this.#maybe(`filed ${vendor}`, await this.owner.post(path, { period, date }));
  }

  async giveAdvance(key: string, body: object) {
    const by = { accountId: this.id("Bank"), reference: key, tdsRule: "CONTRACTOR" };
    this.#keep(
      key,
      made(await this.owner.post("/api/vendor-advances", { ...body, ...by })).advance,
    );
  }

  async useAdvance(key: string, bill: string) {
    const path = `/api/vendor-advances/${this.id(key)}/use`;
    this.#maybe(`use ${key}`, await this.owner.post(path, { billId: this.id(bill) }));
  }

  async load2b(label: string, rows: PortalRow[]) {
    const [year, month] = label.split("-");
    const data = { gstin: GSTIN, rtnprd: `${month}${year}`, docdata: buildDocdata(rows) };
    done(await this.owner.post(`/api/gst/${label}/2b`, { data }));
  }

  async accept(label: string) {
    const { pairs } = done(await this.owner.get(`/api/gst/${label}/matching`));
    const accept = pairs
      .filter(({ status, bill, row }: Any) => status === "SUGGESTED" && bill && row)
      .map(({ bill, row }: Any) => ({ bill: bill._id, row: row._id }));
    if (accept.length > 0) done(await this.owner.post(`/api/gst/${label}/matching`, { accept }));
  }

  async deposit(body: object) {
    const by = { accountId: this.id("Bank"), reference: "Challan" };
    this.#maybe("deposit", await this.owner.post("/api/tds-deposits", { ...body, ...by }));
  }

  async challan({ date, ...heads }: { date: string } & Record<"cgst" | "igst" | "sgst", number>) {
    for (const [head, amount] of Object.entries(heads)) {
      if (amount === 0) continue;
      const entry = { date, head, amount, accountId: this.id("Bank"), cin: "CPIN" };
      made(await this.owner.post("/api/gst/cash-ledger", entry));
    }
  }

  async file(of: "GSTR1" | "GSTR3B", label: string, date: string) {
    const filing = { return: of, date, arn: "AA2900000000000" };
    made(await this.owner.post(`/api/gst/${label}/filed`, filing));
  }

  #maybe(what: string, { status, body }: Answer) {
    if (status >= 300) this.refused.push(`${what}: ${status} ${body.message}`);
  }

  async #get(path: string) {
    return done(await this.owner.get(`/api${path}`));
  }

  async faults(): Promise<unknown[]> {
    const { differences } = await this.#get("/books/check");
    const faults: unknown[] = [...differences];
    for (const label of SHOWN_MONTHS) {
      const { lines } = await this.#get(`/gst/${label}/proof`);
      for (const { reasons, ...line } of lines)
        if (line.unexplained !== 0) faults.push({ label, ...line, reasons });
    }
    const [register, ledger] = await this.#tdsPayable();
    if (register !== ledger) faults.push({ tds: "register and ledger", register, ledger });
    return faults;
  }

  async #tdsPayable(): Promise<[number, number]> {
    let owed = 0;
    for (const quarter of QUARTERS) {
      const { months } = await this.#get(`/reports/tds-payable?quarter=${quarter}`);
      for (const { payable } of months) owed += roundToPaise(payable);
    }
    const { rows } = await this.#get("/reports/trial-balance?view=raw");
    const { debit = 0, credit = 0 } = rows.find(({ _id }: Any) => _id === "tds_payable") ?? {};
    return [owed, roundToPaise(credit) - roundToPaise(debit)];
  }

  async says(): Promise<Record<string, unknown>> {
    const said: Record<string, unknown> = { refused: this.refused.toSorted() };
    for (const label of SHOWN_MONTHS) {
      const { rows } = await this.#get(
        `/reports/trial-balance?at=${toLastOfMonth(label)}&view=raw`,
      );
      const { summary, hsn, documentsIssued } = await this.#get(`/gst/${label}`);
      const { filing: _, ...gstr3b } = await this.#get(`/gst/${label}/gstr3b`);
      said[label] = {
        trialBalance: rows.map(({ name, debit, credit }: Any) => [name, debit - credit]),
        summary,
        hsn,
        gstr3b,
        issued: documentsIssued.map(({ name, ranges }: Any) => [
          name,
          ranges.reduce((sum: number, range: Any) => sum + range.total, 0),
        ]),
        entries: this.#named((await this.#get(`/gst/${label}/entries`)).items),
        proof: (await this.#get(`/gst/${label}/proof`)).lines.map((line: Any) => ({
          ...line,
          reasons: this.#named(line.reasons),
        })),
      };
    }
    for (const quarter of QUARTERS) {
      const { rows, months } = await this.#get(`/reports/tds-payable?quarter=${quarter}`);
      said[quarter] = { rows: this.#named(rows), months };
    }
    return said;
  }

  #named(rows: Any[]): string[] {
    return rows
      .map((row) => {
        const ids = Object.keys(row).filter((key) => /Id$|^_id$|^document$/.test(key));
        const rest = Object.fromEntries(Object.entries(row).filter(([key]) => !ids.includes(key)));
        const number = String(row.number ?? "").replace(
          /\d\d-\d\d\/\S+/g,
          (one) => this.#keys.get(one) ?? one,
        );
        return JSON.stringify({ ...rest, number });
      })
      .toSorted();
  }
}
