import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { program } from "../../cli/main.ts";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import type { Role } from "../../domain/roles.ts";
import { readSample } from "../domain/banking/statements.ts";
import { buildPdf, send } from "../server/attaching.ts";
import { sendStatement } from "../server/banking.ts";
import { type Caller, done, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { filedAndChanged } from "./filed.ts";
import { OCTOBER, openOctober } from "./october.ts";

let world: World;
let seat: Seat;
let importId: string;
let tokenId: string;
let statementId: string;
let matched: { line: string; entry: string };
let paperId: string;
let commentId: string;
let exceptionId: string;
let asked: string[];
let trashId: string;
let operation: string;
let filedInvoice: string;
let mailId: string;
let deletedId: string;
let journalId: string;
let draft: string;
let draftNote: string;
let selfInvoice: string;
let otherSeries: string;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
  const { owner } = world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  tokenId = made(await owner.post("/api/tokens", { name: "To go" })).token._id;
  const client = made(await owner.post("/api/clients", { displayName: "Asha" })).client;
  const { account, rent } = world.kaveri;
  const paid = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 5 };
  const template = { ...paid, description: "Rent, {month}" };
  const monthly = { kind: "transaction", anchor: "2090-01-31", unit: "month" };
  made(await owner.post("/api/series", { ...monthly, template }));
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  filedInvoice = await filedAndChanged(owner);
  const bill = { clientId: client._id, date: "2026-10-05", items };
  const { _id } = made(await owner.post("/api/invoices", bill));
  await owner.post(`/api/invoices/${_id}/send`, {});
  mailId = made(await owner.post(`/api/invoices/${_id}/email`, { to: TO[1] })).mail._id;
  await addToShow(client._id, template);
  const csv = `${CSV_HEADER}2026-10-09,To undo,kaveri bank,Fees,Income,5,\n`;
  importId = made(await owner.upload("/api/transactions/import", csv)).import._id;
  writeFileSync(join(world.folder, "new.csv"), csv.replace("To undo", "New"));
  writeFileSync(join(world.folder, "hdfc.txt"), readSample("hdfc-delimited.txt"));
  const till = made(await owner.post("/api/accounts", { name: "ICICI" })).account._id;
  const bytes = readSample("icici-history.csv");
  statementId = made(await sendStatement(owner, `accountId=${till}`, bytes)).statement._id;
  const other = made(await owner.post("/api/accounts", { name: "Axis" })).account._id;
  const tea = "Date,Narration,Chq No,Debit,Credit,Balance\n01/05/2026,TEA,,250.00,,750.00\n";
  made(await sendStatement(owner, `accountId=${other}`, new TextEncoder().encode(tea)));
  const [line] = done(await owner.get(`/api/bank-lines?accountId=${other}`)).items;
  const entry = { date: "2026-05-01", type: "Expense", description: "Tea", amount: 250 };
  const sides = { accountId: other, categoryId: rent._id };
  const { transaction } = made(await owner.post("/api/transactions", { ...entry, ...sides }));
  matched = { line: line._id, entry: transaction._id };
  const gstr2b = { gstin: "27AAACB1234C1ZF", rtnprd: "092026", docdata: {} };
  writeFileSync(join(world.folder, "2b.json"), JSON.stringify(gstr2b));
  writeFileSync(join(world.folder, "bill.pdf"), buildPdf("a bill"));
  const of = { entity: "invoice", id: _id, name: "order.pdf" };
  const comment = { text: "To delete" };
  const query = `entity=client&id=${client._id}`;
  commentId = made(await owner.post(`/api/comments?${query}`, comment)).comment._id;
  paperId = made(await send(owner, of, buildPdf("an order"))).attachment._id;
  for (const which of ["GSTR1", "GSTR3B"]) {
    const filing = { return: which, date: "2020-02-10", arn: "AA2701200012345" };
    made(await owner.post("/api/gst/2020-01/filed", filing));
  }
  await owner.put("/api/locks", { lockedTo: "2020-01-01" });
  const { _id: userId } = (await world.kaveri.staff.get("/api/auth/me")).body.user;
  const until = new Date(Date.now() + 60 * 60_000).toISOString();
  const slip = { userId, until, reason: "A slip" };
  exceptionId = made(await owner.post("/api/locks/exceptions", slip)).exception._id;
  asked = await askAll(userId);
  trashId = made(await owner.post("/api/clients", { displayName: "A slip" })).client._id;
  await owner.delete(`/api/clients/${trashId}`);
  const another = await owner.post("/api/clients", { displayName: "Another" });
  operation = another.headers.get("x-operation") as string;
  made(await owner.post("/api/vendors", { displayName: "Konkan Ink" }));
  const books = { clients: [{ id: "c1", name: "Malabar Mills" }] };
  writeFileSync(join(world.folder, "books.json"), JSON.stringify(books));
});
afterAll(() => world.end());

/** Adds the records that commands show, change and end. */
async function addToShow(clientId: string, template: { accountId: string; categoryId: string }) {
  const { owner } = world.kaveri;
  const items = [{ description: "Print", qty: 1, rate: 10 }];
  const add = async (path: string, body: object) => made(await owner.post(path, body));
  const dated = { date: "2026-10-05", clientId, items };
  draft = (await add("/api/invoices", dated)).number;
  const original = { number: "OLD/1", date: "2026-10-01", total: 50 };
  const noted = { kind: "DEBIT_NOTE", reason: "OTHER", original };
  draftNote = (await add("/api/notes", { ...dated, ...noted })).number;
  const entry = { ...template, date: "2026-10-05", type: "Expense", amount: 1, description: "Tea" };
  deletedId = (await add("/api/transactions", entry)).transaction._id;
  const lines = ["debit", "credit"].map((side) => ({ categoryId: entry.categoryId, [side]: 1 }));
  const journal = { date: "2026-10-05", reason: "Nothing", lines };
  journalId = (await add("/api/journals", journal)).journal._id;
  const vendor = { displayName: "Raju", kind: "UNREGISTERED", state: "Maharashtra" };
  const vendorId = (await add("/api/vendors", vendor)).vendor._id;
  const bill = { vendorId, date: "2026-10-05", reverseCharge: true };
  const taxed = [{ description: "Transport", taxable: 100, taxPct: 5 }];
  selfInvoice = (await add("/api/bills", { ...bill, items: taxed })).number;
  const receipt = { client: { name: "Meera" }, purpose: "Print", mode: "Cash", amount: 5 };
  const { accountId } = template;
  await add("/api/receipts", { ...receipt, accountId, date: "2026-10-05" });
  const insurance = { ...template, description: "Insurance" };
  const yearly = { kind: "transaction", anchor: "2090-01-31", unit: "year" };
  otherSeries = (await add("/api/series", { ...yearly, template: insurance }))._id;
}

const SOLD = ["--client", "Asha", "--item", "Logo; 1; 5; 18; 998391", "--date", "2026-10-06"];

const TO = ["--to", "asha@clients.example"];
async function askAll(staffId: string): Promise<string[]> {
  const { owner, staff, account, rent } = world.kaveri;
  const ownerId = done(await owner.get("/api/auth/me")).user._id;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: "2026-10-12", description: "Rent", type: "Expense", amount: 2, ...links };
  const ask = async (who: Caller) => done(await who.post("/api/transactions", entry)).waiting._id;
  done(await owner.put("/api/approvals/limit", { limit: 1 }));
  const all = [await ask(staff), await ask(staff)];
  const make = async (by: Caller, role: Role, id: string) =>
    done(await by.put(`/api/users/team/${id}`, { role }));
  await make(owner, "owner", staffId);
  await make(staff, "staff", ownerId);
  all.push(await ask(owner));
  await make(staff, "owner", ownerId);
  await make(owner, "staff", staffId);
  return all;
}

const RECEIPT = [
  "--client",
  "Meera",
  "--purpose",
  "Logo",
  "--amount",
  "5",
  "--account",
  "kaveri bank",
];
const ADVANCE = [
  ...["--date", "2026-10-06"],
  ...["--client", "Asha", "--amount", "5", "--account", "kaveri bank"],
  ...["--description", "A film"],
];
const BILL = [
  ...["--vendor", "Pune Print House", "--number", "B/1", "--date", "2026-10-06"],
  ...["--item", "Brochures=100"],
];
const JOURNAL = [
  ...["--date", "2026-10-31", "--reason", "Rent that was paid late"],
  ...["--debit", "Rent=100", "--credit", "Fees=100"],
];
const BANK = ["--account", "kaveri bank"];
const EMAIL = ["--email", "owner@kaveri.test"];

const COMMANDS: Record<string, [words: () => string[], key: string]> = {
  login: [() => EMAIL, "user"],
  "series list": [() => [], "items"],
  "series show": [() => ["rent, {month}"], "_id"],
  "series preview": [() => ["Rent, {month}"], "dates"],
  "series run": [() => [], "made"],
  "series skip": [() => ["rent, {month}"], "state"],
  "series pause": [() => ["rent, {month}"], "state"],
  "series resume": [() => ["Rent, {month}"], "state"],
  "series delete": [() => [otherSeries], "message"],
  "locks set": [() => ["--to", "2020-01-01"], "lockedTo"],
  "locks except": [() => ["staff@kaveri.test", "--reason", "A slip"], "exception"],
  "locks end": [() => [exceptionId], "message"],
  "locks changes": [() => [], "items"],
  "approvals list": [() => [], "items"],
  "approvals approve": [() => [asked[0] ?? ""], "approval"],
  "approvals refuse": [() => [asked[1] ?? "", "--reason", "Paid before"], "approval"],
  "approvals withdraw": [() => [asked[2] ?? ""], "approval"],
  "approvals limit": [() => [], "limit"],
  "notifications list": [() => [], "items"],
  "notifications read": [() => [], "items"],
  overview: [() => [], "agencies"],
  "team list": [() => [], "users"],
  "team invite": [() => ["vinod@ledgers.test", "--name", "Vinod Rao"], "url"],
  "team revoke": [() => ["vinod@ledgers.test"], "message"],
  undo: [() => [operation], "operation"],
  redo: [() => [], "operation"],
  history: [() => [], "items"],
  "trash list": [() => [], "items"],
  "trash restore": [() => [trashId], "operation"],
  "tokens create": [() => ["Backup"], "secret"],
  "tokens list": [() => [], "tokens"],
  "tokens revoke": [() => [tokenId], "message"],
  verify: [() => [], "entries"],
  api: [() => ["GET", "/accounts"], "accounts"],
  whoami: [() => [], "user"],
  import: [() => ["new.csv"], "import"],
  "import-books": [() => ["books.json"], "import"],
  export: [() => ["agency.zip"], "bytes"],
  "export-books": [() => ["exported.json"], "bytes"],
  "imports list": [() => [], "items"],
  "imports undo": [() => [importId], "message"],
  "transactions list": [() => OCTOBER, "totals"],
  "transactions show": [() => [deletedId], "transaction"],
  "transactions delete": [() => [deletedId], "message"],
  "transactions export": [() => ["--out", "all.csv"], "bytes"],
  check: [() => [], "differences"],
  close: [() => ["2020-01", "--finish"], "items"],
  tasks: [() => [], "tasks"],
  "accounts list": [() => [], "accounts"],
  "accounts create": [() => ["SBI"], "account"],
  "accounts show": [() => ["SBI"], "account"],
  "accounts edit": [() => ["SBI", "--is-active", "no"], "account"],
  "accounts delete": [() => ["SBI"], "message"],
  "accounts balances": [() => OCTOBER, "balances"],
  "categories list": [() => [], "categories"],
  "categories create": [() => ["Props"], "category"],
  "categories show": [() => ["Props"], "category"],
  "categories edit": [() => ["Props", "--type", "income"], "category"],
  "categories delete": [() => ["Props"], "message"],
  "clients list": [() => [], "clients"],
  "clients create": [() => ["Saffron Kitchens"], "client"],
  "clients show": [() => ["Saffron Kitchens"], "dues"],
  "clients edit": [() => ["Saffron Kitchens", "--city", "Pune"], "client"],
  "clients delete": [() => ["Saffron Kitchens"], "message"],
  "items list": [() => [], "items"],
  "items create": [() => ["Website care"], "item"],
  "items show": [() => ["Website care"], "item"],
  "items edit": [() => ["Website care", "--rate", "5"], "item"],
  "items delete": [() => ["Website care"], "message"],
  "receipts issue": [() => RECEIPT, "receipt"],
  "receipts list": [() => [], "items"],
  "receipts show": [() => ["1"], "receipt"],
  "receipts open": [() => ["1"], "url"],
  "receipts pdf": [() => ["FY26-27/RCPT/00001"], "files"],
  "receipts email": [() => ["FY26-27/RCPT/00001", ...TO], "mail"],
  "receipts delete": [() => ["1"], "message"],
  "invoices list": [() => [], "items"],
  "invoices create": [() => SOLD, "_id"],
  "invoices show": [() => [draft], "invoice"],
  "invoices edit": [() => [draft, "--notes", "Thank you"], "_id"],
  "invoices open": [() => [draft], "url"],
  "invoices cancel": [() => [draft], "_id"],
  "invoices pdf": [() => ["26-27/INV/000001"], "files"],
  "invoices duplicate": [() => ["26-27/INV/000001"], "_id"],
  "invoices share": [() => ["26-27/INV/000001"], "url"],
  "invoices email": [() => ["26-27/INV/000001", ...TO], "mail"],
  "invoices export": [() => [...OCTOBER, "--out", "invoices.csv"], "bytes"],
  "notes list": [() => [], "items"],
  "notes create": [() => ["--invoice", "1", "--whole", "--date", "2026-10-06", "--send"], "_id"],
  "notes show": [() => ["26-27/CN/000001"], "_id"],
  "notes open": [() => ["26-27/CN/000001"], "url"],
  "notes edit": [() => [draftNote, "--reason", "discount"], "_id"],
  "notes cancel": [() => [draftNote], "message"],
  "notes share": [() => ["26-27/CN/000001"], "url"],
  "notes email": [() => ["26-27/CN/000001", ...TO], "mail"],
  "notes pdf": [() => ["26-27/CN/000001"], "files"],
  "vendors create": [() => ["Pune Print House"], "vendor"],
  "vendors list": [() => [], "vendors"],
  "vendors show": [() => ["Pune Print House"], "dues"],
  "vendors edit": [() => ["Pune Print House", "--pin", "411001"], "vendor"],
  "vendors delete": [() => ["Konkan Ink"], "message"],
  "bills create": [() => BILL, "_id"],
  "bills list": [() => [], "items"],
  "bills edit": [() => ["B/1", "--notes", "Paid soon"], "_id"],
  "bills open": [() => ["B/1"], "url"],
  "bills pdf": [() => [selfInvoice], "files"],
  "bills pay": [() => ["B/1", "--account", "kaveri bank", "--date", "2026-10-06"], "payment"],
  "bills show": [() => ["B/1"], "inputTax"],
  "bills credit": [() => ["B/1", "--block"], "creditChangedOn"],
  "bills export": [() => [...OCTOBER, "--out", "bills.csv"], "bytes"],
  "estimates list": [() => [], "items"],
  "estimates create": [() => ["--client", "Asha", "--item", "Logo=5", "--send"], "_id"],
  "estimates show": [() => ["26-27/EST/000001"], "_id"],
  "estimates edit": [() => ["26-27/EST/000001", "--terms", "30 days"], "_id"],
  "estimates open": [() => ["26-27/EST/000001"], "url"],
  "estimates share": [() => ["26-27/EST/000001"], "url"],
  "estimates email": [() => ["26-27/EST/000001", ...TO], "mail"],
  "estimates pdf": [() => ["26-27/EST/000001"], "files"],
  "vouchers list": [() => [], "items"],
  "vouchers create": [() => ADVANCE, "_id"],
  "vouchers pdf": [() => ["26-27/RV/000001"], "files"],
  "vouchers email": [() => ["26-27/RV/000001", ...TO], "mail"],
  "vouchers show": [() => ["26-27/RV/000001"], "_id"],
  "vouchers open": [() => ["26-27/RV/000001"], "url"],
  "vouchers cancel": [() => ["26-27/RV/000001"], "_id"],
  "outbox list": [() => [], "items"],
  "outbox cancel": [() => [mailId], "mail"],
  "outbox retry": [() => [mailId], "mail"],
  "reminders list": [() => [], "items"],
  "reminders preview": [() => [], "coming"],
  "reminders rules": [() => [], "rules"],
  "reminders run": [() => [], "made"],
  "reminders skip": [() => ["26-27/INV/000001"], "remind"],
  "reminders resume": [() => ["26-27/INV/000001"], "remind"],
  "gst list": [() => [], "periods"],
  "gst check": [() => ["2026-09"], "preflight"],
  "gst gstr1": [() => ["2026-09", "--out", "gstr1.json"], "bytes"],
  "gst gstr3b": [() => ["2026-09"], "tables"],
  "gst proof": [() => ["2026-09"], "lines"],
  "gst begin-tax-book": [() => [], "hasBegun"],
  "gst 2b": [() => ["2b.json"], "matched"],
  "gst matching": [() => ["2026-09"], "pairs"],
  "gst einvoices": [() => ["2026-09", "--out", "inv01.json"], "einvoices"],
  agency: [() => [], "metadata"],
  "gst supplier": [() => ["Pune Print House", "2026-10", "--not-filed"], "bills"],
  "gst suppliers": [() => [], "suppliers"],
  "bills cancel": [() => ["B/1"], "cancelledOn"],
  "gst amend": [() => ["2026-09", filedInvoice], "message"],
  "gst cash-ledger": [() => [], "balances"],
  "gst challan": [() => ["--head", "cgst", "--amount", "60", "--account", "kaveri bank"], "entry"],
  "gst filed": [() => ["2026-09", "--arn", "AA2710260012345"], "filing"],
  "tds register": [() => ["--quarter", "2026-27-Q2"], "rows"],
  "tds due": [() => ["--quarter", "2026-27-Q2"], "months"],
  "tds statement": [() => ["--quarter", "2026-27-Q1"], "forms"],
  "tds deposit": [() => ["2026-09", "--code", "1027", "--amount", "60", ...BANK], "deposit"],
  "tds partners": [() => [], "payments"],
  "tds partner": [() => ["Asha Nair", "--amount", "100", "--date", "2026-10-06"], "payment"],
  "tds filed": [() => ["2026-27-Q1", "--date", "2026-07-30"], "statement"],
  "reports transactions": [() => OCTOBER, "file"],
  "reports dashboard": [() => OCTOBER, "file"],
  "reports trial-balance": [() => [], "rows"],
  "reports profit-and-loss": [() => OCTOBER, "lines"],
  "reports balance-sheet": [() => [], "assets"],
  "reports ledger": [() => ["Trade receivables", ...OCTOBER], "rows"],
  "reports cash-flow": [() => OCTOBER, "sections"],
  "reports ageing": [() => [], "rows"],
  "reports tds": [() => [], "rows"],
  "reports gst-summary": [() => OCTOBER, "months"],
  "reports forecast": [() => [], "weeks"],
  "reports income-by-client": [() => OCTOBER, "rows"],
  "reports expenses-by-vendor": [() => OCTOBER, "rows"],
  "reports sales-register": [() => OCTOBER, "rows"],
  "reports purchase-register": [() => OCTOBER, "rows"],
  "reports day-book": [() => OCTOBER, "rows"],
  "reports statement-of-account": [() => ["Asha", ...OCTOBER], "rows"],
  ledgers: [() => [], "ledgers"],
  "journals create": [() => JOURNAL, "journal"],
  "journals list": [() => [], "items"],
  "journals show": [() => [journalId], "journal"],
  "journals delete": [() => [journalId], "message"],
  "reports month": [() => OCTOBER, "folder"],
  "reports year": [() => ["--year", "2026-27"], "folder"],
  "reports tally": [() => OCTOBER, "bytes"],
  "statements import": [() => ["hdfc.txt", "--account", "kaveri bank"], "statement"],
  "statements list": [() => [], "items"],
  "statements show": [() => [statementId], "statement"],
  "statements candidates": [() => [matched.line], "items"],
  "statements match": [() => [matched.line, "--entry", matched.entry], "line"],
  "statements remove": [() => [statementId], "message"],
  attach: [() => ["bill.pdf", "--to", "client:Asha"], "attachments"],
  "comments list": [() => ["client:Asha"], "items"],
  "comments add": [() => ["client:Asha", "Ask her @owners", "--ask"], "comment"],
  "comments remove": [() => [commentId], "message"],
  "papers list": [() => [], "items"],
  "papers show": [() => [paperId], "attachment"],
  "papers get": [() => [paperId], "files"],
  "papers remove": [() => [paperId], "message"],
  reconcile: [() => [], "items"],
  "reports reconciliation": [() => [...BANK, "--at", "2026-04-05"], "difference"],
  logout: [() => [], "message"],
};

function listLeaves(command: Command, path: string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(" ")];
  return command.commands.flatMap((sub) => listLeaves(sub, [...path, sub.name()]));
}

test("covers every command", () => {
  const leaves = listLeaves(program).filter((name) => !/^complet/.test(name));
  expect(leaves.sort()).toEqual(Object.keys(COMMANDS).sort());
});

test.each(Object.entries(COMMANDS))("bahi %s --json", async (name, [words, key]) => {
  const signsIn = name === "login" || name === "logout";
  const { token: _, ...without } = seat;
  const env = { BAHI_PASSWORD: world.kaveri.password };
  const seated = signsIn ? { ...without, env } : seat;
  const { stdout, stderr, exitCode } = await bahi(seated, [
    ...name.split(" "),
    ...words(),
    "--json",
  ]);
  expect({ exitCode, stderr: stderr.includes("bahi:") }).toEqual({ exitCode: 0, stderr: false });
  expect(JSON.parse(stdout)).toHaveProperty(key);
  expect(stdout.trimEnd()).not.toContain("\n");
});
