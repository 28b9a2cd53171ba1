import { type Call, isCreate, statusesOf } from "../../../server/api/call.ts";
import { CALLS } from "../../../server/api/calls.ts";
import { ID } from "../../../server/api/ids.ts";
import { made } from "../../world.ts";
import { clashesOfLink, missingOfPeople } from "./joining.ts";
import { type Change, play, type Stage } from "./play.ts";

// Every refusal that the documentation claims, brought about.

const NOBODYS = "0000000000000";

export async function refuseAll(stage: Stage): Promise<void> {
  const clashes = await clashesOf(stage);
  for (const call of CALLS) {
    const statuses = statusesOf(call);
    const has = (status: number) => statuses.includes(status);
    if (has(400)) await play(stage, call.name, wrongInput(call));
    if (has(401)) await play(stage, call.name, notSignedIn(stage, call));
    if (has(403) && call.who !== "open") {
      await play(stage, call.name, { as: stage.staff, ...OWNERS_ONLY[call.name] });
    }
    if (has(404)) await play(stage, call.name, missing(stage, call));
    if (has(422)) await play(stage, call.name, { content: "When,What,Paid,Left\n1,2,3,4\n" });
    if (has(413))
      await play(stage, call.name, { content: " ".repeat(sizeOf(call) + 1), ...form(call) });
    if (has(415))
      await play(stage, call.name, { content: "?", headers: { "content-type": "x/y" } });
    const clash = clashes[call.name];
    if (clash) await play(stage, call.name, clash);
    else if (has(409)) await askAgainWithAnother(stage, call);
  }
  await closeRegistration(stage);
  await guess(stage);
  await crowd(stage);
}

/** What only owners may do of what else everybody may. */
const OWNERS_ONLY: Record<string, Change> = {
  changeCategory: { json: { kind: "other_income" } },
};

function wrongInput({ body, logo, query }: Call): Change {
  if (body && "csv" in body) return { content: "Date,Amount\n" };
  if (body) {
    const [first = ""] = Object.keys(body.example);
    return { json: { [first]: {} } };
  }
  if (!logo && !query) return { headers: { "idempotency-key": "" } };
  if (logo) return { form: { logo: new Blob(["no picture"], { type: "image/png" }) } };
  const asked = new URLSearchParams(query?.example);
  if (asked.has("at")) return { query: "at=2026-02-30" };
  if (asked.has("month")) return { query: "month=2026-13" };
  if (asked.has("year")) return { query: "year=26" };
  if (asked.has("batch")) return { query: "batch=perhaps" };
  if (asked.has("return")) return { query: "return=GSTR9" };
  if (asked.has("rule")) return { query: "rule=NONE" };
  if (asked.has("to")) return { query: "to=2026-02-30" };
  if (asked.has("quarter")) return { query: "quarter=Q3" };
  if (asked.has("seq")) return { query: "seq=last" };
  if (asked.has("heads")) return { query: "heads=1:short" };
  if (asked.has("turn")) return { query: "turn=45" };
  if (asked.has("after")) return { query: "after=1" };
  if (asked.has("entity")) return { query: "entity=journal&id=1" };
  if (asked.has("limit")) return { query: "limit=1000" };
  return asked.has("q") ? { query: `q=${"x".repeat(201)}` } : { query: "dateFrom=2026-02-30" };
}

/** Of signing in, a wrong password. */
const notSignedIn = ({ world }: Stage, { name }: Call): Change => ({
  as: world.stranger,
  ...(name === "signIn" && { json: { email: "asha@indigo.example", password: "a guess" } }),
});

function missing({ glossary }: Stage, { name, id, query, body }: Call): Change {
  const ofPeople = missingOfPeople[name];
  if (ofPeople) return ofPeople;
  if (id) return { id: NOBODYS };
  if (query?.example.startsWith("seq=")) return { query: "seq=999999999" };
  if (!body || "csv" in body) {
    const asked = new URLSearchParams(glossary.toReal(query?.example ?? ""));
    const field = asked.has("clientId") ? "clientId" : asked.has("entity") ? "id" : "accountId";
    asked.set(field, NOBODYS);
    return { query: asked.toString() };
  }
  const example = JSON.parse(glossary.toReal(JSON.stringify(body.example)));
  const [list = ""] = Object.keys(example).filter((key) => Array.isArray(example[key]));
  return { json: { ...example, [list]: [...example[list], NOBODYS] } };
}

const sizeOf = ({ body }: Call): number =>
  body ? ("maxMb" in body ? (body.maxMb ?? 1) : 1) << 20 : 16 << 20;

const form = ({ body }: Call): Change =>
  body ? {} : { headers: { "content-type": "multipart/form-data; boundary=b" } };

/** The same key for two bodies. */
async function askAgainWithAnother(stage: Stage, call: Call): Promise<void> {
  if (!isCreate(call) || !call.body) throw new Error(`Nothing makes ${call.name} clash`);
  const headers = { "idempotency-key": call.name };
  const { body } = call;
  // A file that is there already would make nothing, and hold no key.
  const anew = "csv" in body ? { query: `${call.query?.example}&keepDuplicates=true` } : {};
  await play(stage, call.name, { headers, ...anew });
  const another =
    "csv" in body
      ? {}
      : { json: { ...JSON.parse(stage.glossary.toReal(JSON.stringify(body.example))), more: 1 } };
  await play(stage, call.name, { headers, ...another });
}

async function clashesOf(stage: Stage): Promise<Record<string, Change>> {
  const { owner, glossary } = stage;
  const { transactionId } = (await owner.get(`/api/receipts/${glossary.toReal(ID.receipt)}`)).body
    .receipt;
  const items = [{ description: "Flyer", qty: 1, rate: 100 }];
  const bill = { clientId: glossary.toReal(ID.client), date: "2026-04-09", items };
  const { _id: cancelled } = made(await owner.post("/api/invoices", bill));
  await owner.post(`/api/invoices/${cancelled}/cancel`, {});
  made(await owner.post("/api/invoices", bill)); // A draft.
  const note = {
    ...{ kind: "CREDIT_NOTE", reason: "OTHER", date: "2026-04-26", items },
    invoiceId: glossary.toReal(ID.invoice),
  };
  const { _id: gone } = made(await owner.post("/api/notes", note));
  await owner.post(`/api/notes/${gone}/cancel`, {});
  const money = { mode: "UPI", accountId: glossary.toReal(ID.bank), description: "None" };
  const advance = { clientId: bill.clientId, date: bill.date, amount: 1, ...money };
  const { _id: idle } = made(await owner.post("/api/vouchers", advance));
  await owner.post(`/api/vouchers/${idle}/cancel`, {});
  // The same key for another invoice.
  const key = { "idempotency-key": "duplicateInvoice" };
  made(await owner.post(`/api/invoices/${cancelled}/duplicate`, {}, key));
  const dead = { id: (await owner.get("/api/bills?status=CANCELLED")).body.items[0]._id };
  const dealer = { as: await dealerIn(stage) };
  return {
    ...{
      listGstPeriods: dealer,
      getGstPeriod: dealer,
      getGstr1Json: dealer,
      getGstr1Sheets: dealer,
    },
    ...{
      getGstr3b: dealer,
      getGstr3bJson: dealer,
      getGstr3bPdf: dealer,
      getEinvoices: dealer,
      correctGst: dealer,
      listEinvoices: dealer,
    },
    ...{
      fileReturn: {},
      loadGstr2b: dealer,
      getMatching: dealer,
      changeMatching: dealer,
      setCreditOpening: dealer,
      getInvoiceEinvoiceJson: { id: cancelled },
      getNoteEinvoiceJson: { id: gone },
    },
    registerAgency: {},
    addMember: {},
    ...clashesOfLink(stage),
    changeMember: { id: glossary.toReal(ID.owner), json: { role: "staff" } },
    removeMember: { id: glossary.toReal(ID.owner) },
    addAccount: {},
    changeAccount: { json: { name: "cash" } },
    deleteAccount: {},
    addCategory: {},
    changeCategory: { json: { type: "Expense" } },
    deleteCategory: {},
    changeTransaction: { id: transactionId },
    deleteTransaction: { id: transactionId },
    deleteTransactions: { json: { ids: [transactionId] } },
    categoriseTransactions: {
      json: { ids: [transactionId], categoryId: glossary.toReal(ID.work) },
    },
    undoImport: { id: await importSinceChanged(stage) },
    deleteClient: {},
    changeInvoice: { json: { items } },
    sendInvoice: {},
    sendInvoices: {},
    cancelInvoice: {},
    addPayment: { id: cancelled },
    addNote: { json: { ...note, invoiceId: cancelled } },
    changeNote: {},
    sendNote: {},
    cancelNote: { id: gone },
    applyNote: { id: gone },
    refundNote: { id: gone },
    useVoucher: { id: idle },
    refundVoucher: { id: idle },
    cancelVoucher: {},
    writeOffInvoice: { id: cancelled },
    // Already ended.
    endLockException: {},
    changeLocks: { json: { finalTo: bill.date, password: "indigo demo" } },
    changeEstimate: {},
    sendEstimate: {},
    acceptEstimate: {},
    declineEstimate: {},
    invoiceEstimate: { json: {} },
    duplicateInvoice: { headers: key },
    ...(await clashesOfBank(stage)),
    deleteVendor: {},
    cancelBill: {},
    ...{ changeBill: dead, payBill: dead, applyCredit: dead, refundBill: dead },
  };
}

const HEAD = "Date,Narration,Chq No,Debit,Credit,Balance\n";

/** Of a line that is matched, and of what it made and somebody has changed since. */
async function clashesOfBank(stage: Stage): Promise<Record<string, Change>> {
  const { owner, glossary } = stage;
  const { account } = made(await owner.post("/api/accounts", { name: "Third bank" }));
  const query = `accountId=${account._id}&file=may.csv`;
  const file = `${HEAD}01/05/2026,TEA,,250.00,,750.00\n`;
  const headers = { "content-type": "application/octet-stream", "idempotency-key": "may" };
  const { statement } = made(await owner.call("POST", `/api/statements?${query}`, file, headers));
  const listed = await owner.get(`/api/bank-lines?accountId=${account._id}`);
  const line = listed.body.items[0]._id;
  const create = [{ type: "Expense", categoryId: glossary.toReal(ID.cost), amount: 250 }];
  const { match } = made(await owner.post(`/api/bank-lines/${line}/accept`, { create })).line;
  await owner.put(`/api/transactions/${match.parts[0]._id}`, { description: "Another tea" });
  const gap = `${HEAD}01/06/2026,TEA,,250.00,,500.00\n02/06/2026,TEA,,250.00,,100.00\n`;
  await play(stage, "importStatement", {
    as: stage.staff,
    query: `${query}&acceptGaps=1`,
    content: gap,
  });
  return {
    importStatement: { query, content: gap, headers },
    deleteStatement: { id: statement._id },
    undoMatch: { id: match._id },
    undoStatement: { id: statement._id },
    acceptBankLine: { id: line, json: { create } },
    closeAccount: { json: { closedTo: "2026-04-30" } },
  };
}

/** An agency under composition, which files no such returns. */
async function dealerIn({ world }: Stage) {
  const registration = { name: "Uma", email: "uma@dealer.test", password: "uma's own" };
  const agency = { agencyName: "A dealer", agencySlug: "dealer" };
  const { token } = made(
    await world.stranger.post("/api/auth/register", { ...registration, ...agency }),
  );
  const dealer = world.caller(token);
  await dealer.put("/api/metadata", { gstNumber: "27AAPFU0939F1ZV", isComposition: true });
  return dealer;
}

async function importSinceChanged({ owner }: Stage): Promise<string> {
  const csv =
    "Date,Description,Account,Category,Type,Amount\n2026-04-10,Stickers,Cash,Design work,Income,50\n";
  const { import: report } = made(await owner.upload("/api/transactions/import", csv));
  const { body } = await owner.get("/api/transactions?q=Stickers");
  await owner.put(`/api/transactions/${body.items[0]._id}`, { amount: 60 });
  return report._id;
}

async function closeRegistration(stage: Stage): Promise<void> {
  const { settings } = stage.world.context;
  settings.isRegistrationOpen = false;
  await play(stage, "registerAgency", { as: stage.world.stranger });
  settings.isRegistrationOpen = true;
}

const GUESSES = 10;

/** Until guessing is stopped: of an email that is nobody's, and of one's own password. */
async function guess(stage: Stage): Promise<void> {
  const credentials = { email: "nobody@indigo.example", password: "a guess" };
  const change = { currentPassword: "a guess", newPassword: "another one" };
  const guessOnce = () => [
    play(stage, "signIn", { as: stage.world.stranger, json: credentials }),
    play(stage, "changeProfile", { as: stage.staff, json: change }),
  ];
  await Promise.all(Array.from({ length: GUESSES }, guessOnce).flat());
  await Promise.all(guessOnce());
}

const AT_ONCE = 20;

/** One import more than an agency may send at once, none of which ends before one is refused. */
async function crowd(stage: Stage): Promise<void> {
  const ends: (() => void)[] = [];
  const imports = Array.from({ length: AT_ONCE + 1 }, () => {
    const content = new ReadableStream({
      start(stream) {
        ends.push(() => stream.close());
      },
    });
    return play(stage, "importTransactions", { content });
  });
  await Promise.race(imports);
  for (const end of ends) end();
  await Promise.all(imports);
}
