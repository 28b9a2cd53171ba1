import { writeFileSync } from "node:fs";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { OWNER, readFigures } from "./figures.ts";

// `bun test/released/fill.ts URL FIGURES.json` fills a new database with one of every record of its
// version, and saves what that version returns. docs/reliability.md explains how to add a file.

const [url = "", target = ""] = process.argv.slice(2);
let token = "";

async function send(method: string, path: string, body: object | string) {
  const isCsv = typeof body === "string";
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      "content-type": isCsv ? "text/csv" : "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isCsv ? body : JSON.stringify(body),
  });
  const said = await answer.json();
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${answer.status} to ${path}: ${said.message}`);
  return said;
}

const agency = { agencyName: "Released", agencySlug: "released", name: "Asha" };
token = (await send("POST", "/auth/register", { ...agency, ...OWNER })).token;
await send("POST", "/users/team", {
  name: "Ravi",
  email: "ravi@released.test",
  password: "ravi's own",
});
await send("PUT", "/metadata", { agencyName: "Released", gstNumber: "29ABCDE1234F1Z5" });
const { account } = await send("POST", "/accounts", { name: "HDFC", openingBalance: 1000.5 });
const { account: till } = await send("POST", "/accounts", { name: "Till", type: "Cash" });
const { category: fees } = await send("POST", "/categories", { name: "Fees", type: "Income" });
const { category: rent } = await send("POST", "/categories", { name: "Rent", type: "Expense" });

const entry = { date: "2026-04-05", type: "Income", accountId: account._id, categoryId: fees._id };
const spent = { ...entry, type: "Expense", categoryId: rent._id };
await send("POST", "/transactions", { ...entry, description: "किराया வாடகை", amount: 1250.25 });
const { transaction } = await send("POST", "/transactions", {
  ...spent,
  description: "Rent",
  amount: 9,
});
await send("PUT", `/transactions/${transaction._id}`, { description: "Rent of May", amount: 10.1 });
await send("POST", "/transactions/transfer", {
  date: "2026-05-01",
  description: "To the till",
  amount: 200,
  fromAccountId: account._id,
  toAccountId: till._id,
});
const rows = [
  "2026-05-02,Coffee,Till,Rent,Expense,120.40,",
  "2026-05-03,Advance,Till,Fees,Income,50,",
];
await send("POST", "/transactions/import?file=may.csv", `${CSV_HEADER}${rows.join("\n")}\n`);

for (const amount of [10, 20.5]) {
  await send("POST", "/receipts", {
    date: "2026-06-01",
    client: { name: "Meera Iyer" },
    purpose: "Logo design",
    amount,
    mode: "UPI",
    accountId: account._id,
  });
}
const made = await send("POST", "/clients", { displayName: "Konkan Foods", state: "Karnataka" });
if (made) {
  const items = [{ description: "Design", qty: 2, rate: 500, discountPct: 0, taxPct: 18 }];
  const draft = { clientId: made.client._id, date: "2026-07-01", items };
  await send("POST", "/invoices", draft);
  const { _id } = await send("POST", "/invoices", draft);
  await send("POST", `/invoices/${_id}/send`, {});
  const paid = { date: "2026-07-09", amount: 180, mode: "UPI", accountId: account._id };
  await send("POST", `/invoices/${_id}/payments`, paid);
  const kind = "CREDIT_NOTE";
  const line = { ...items[0], qty: 1, rate: 300 };
  const correction = {
    kind,
    invoiceId: _id,
    date: "2026-07-10",
    reason: "DISCOUNT",
    items: [line],
  };
  const note = await send("POST", "/notes", correction);
  if (note) await fillSupplies(note._id, _id, made.client._id);
}

async function fillSupplies(noteId: string, invoiceId: string, clientId: string) {
  const money = { date: "2026-07-11", mode: "UPI", accountId: account._id };
  await send("POST", `/notes/${noteId}/send`, {});
  const advance = {
    ...money,
    clientId,
    amount: 236,
    taxPct: 18,
    description: "Advance for a menu",
  };
  const { _id } = await send("POST", "/vouchers", advance);
  await send("POST", `/vouchers/${_id}/use`, { invoiceId, amount: 100 });
  await send("POST", `/vouchers/${_id}/refund`, { ...money, amount: 36 });
  const items = [{ description: "Menu", qty: 1, rate: 900, taxPct: 18 }];
  const offer = { clientId, date: "2026-07-12", items };
  const estimate = await send("POST", "/estimates", offer);
  await send("POST", `/estimates/${estimate._id}/send`, {});
  await send("POST", `/invoices/${invoiceId}/write-off`, {
    date: "2026-07-13",
    amount: 6,
    reason: "Too small to ask for",
  });
}

await send("POST", "/import/books?file=before.json", {
  clients: [{ id: "c1", name: "Malabar Mills", stateCode: "32" }],
  documents: [
    {
      kind: "INVOICE",
      number: "25-26/INV/000118",
      date: "2026-02-10",
      client: "c1",
      lines: [{ description: "Catalogue", qty: 1, rate: 1000, taxPct: 18 }],
      adjusts: [{ voucher: "25-26/RV/000004", amount: 118 }],
    },
    {
      kind: "ESTIMATE",
      number: "25-26/EST/000009",
      date: "2026-02-11",
      client: "c1",
      status: "ACCEPTED",
      lines: [{ description: "Film", qty: 1, rate: 500, taxPct: 18 }],
    },
  ],
  vouchers: [
    {
      kind: "RECEIPT_VOUCHER",
      number: "25-26/RV/000004",
      date: "2026-02-01",
      client: "c1",
      amount: 236,
    },
  ],
  payments: [{ document: "25-26/INV/000118", date: "2026-03-02", amount: 500 }],
});

const vendor = await send("POST", "/vendors", { displayName: "Paper House", state: "Karnataka" });
if (vendor) {
  const sheets = {
    description: "Sheets",
    categoryId: rent._id,
    taxable: 400,
    taxPct: 0,
    itc: "NONE",
  };
  const { _id } = await send("POST", "/bills", {
    vendorId: vendor.vendor._id,
    number: "PH/17",
    date: "2026-07-14",
    dueDate: "2026-08-14",
    items: [sheets],
  });
  const paid = { date: "2026-07-20", amount: 150, mode: "UPI", accountId: account._id };
  await send("POST", `/bills/${_id}/payments`, paid);
}
await send("POST", "/items", {
  name: "Website care",
  hsnSac: "998315",
  unit: "month",
  rate: 4500.5,
  taxPct: 18,
});
await send("POST", "/journals", {
  date: "2026-07-31",
  reason: "Rent of July that is owed",
  basis: "accrual",
  lines: [
    { categoryId: rent._id, debit: 75, credit: 0 },
    { categoryId: fees._id, debit: 0, credit: 75 },
  ],
});
await send("PUT", "/locks", { lockedTo: "2026-03-31", reason: "The year is told" });
writeFileSync(target, `${JSON.stringify(await readFigures(url, token), null, 2)}\n`);
