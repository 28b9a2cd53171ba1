import { ID } from "../../../server/api/ids.ts";
import { made } from "../../world.ts";
import { clashesOfFactors } from "./factorStory.ts";
import { clashesOfLink } from "./joining.ts";
import { clashesOfReceipt } from "./paidReceipt.ts";
import { type Change, play, type Stage } from "./play.ts";
import { clashesOfSeries } from "./repeated.ts";
import { clashesOfUndo } from "./undone.ts";

export async function buildClashes(stage: Stage): Promise<Record<string, Change>> {
  const { owner, glossary } = stage;
  const { transactionId } = (await owner.get(`/api/receipts/${glossary.toReal(ID.receipt)}`)).body
    .receipt;
  const items = [{ description: "Flyer", qty: 1, rate: 100 }];
  const bill = { clientId: glossary.toReal(ID.client), date: "2026-04-09", items };
  const { _id: cancelled } = made(await owner.post("/api/invoices", bill));
  made(await owner.post("/api/invoices", bill)); // After this draft, no number is returned.
  await owner.post(`/api/invoices/${cancelled}/cancel`, {});
  const note = {
    kind: "CREDIT_NOTE",
    reason: "OTHER",
    date: "2026-04-26",
    items,
    invoiceId: glossary.toReal(ID.invoice),
  };
  made(await owner.post("/api/items", { name: "Poster" }));
  const mapping = { columns: { date: "Date", amount: "Amount" } };
  const kept = { name: "Poster", headings: ["Date", "Amount"], mapping };
  made(await owner.post("/api/import-mappings", kept));
  const { _id: gone } = made(await owner.post("/api/notes", note));
  made(await owner.post("/api/notes", note));
  await owner.post(`/api/notes/${gone}/cancel`, {});
  const money = { mode: "UPI", accountId: glossary.toReal(ID.bank), description: "None" };
  const advance = { clientId: bill.clientId, date: bill.date, amount: 1, ...money };
  const { _id: idle } = made(await owner.post("/api/vouchers", advance));
  await owner.post(`/api/vouchers/${idle}/cancel`, {});
  const key = { "idempotency-key": "duplicateInvoice" };
  made(await owner.post(`/api/invoices/${cancelled}/duplicate`, {}, key));
  const dead = { id: (await owner.get("/api/bills?status=CANCELLED")).body.items[0]._id };
  const dealer = { as: await dealerIn(stage) };
  const { advances } = (await owner.get("/api/vendor-advances")).body;
  const used = { id: advances.find(({ billId }: { billId: string }) => billId)._id };
  return {
    restoreAgency: {},
    unmarkCloseItem: {},
    ...(await clashesOfFactors(stage)),
    listGstPeriods: dealer,
    getGstPeriod: dealer,
    getGstr1Json: dealer,
    getGstr1Sheets: dealer,
    getGstr3b: dealer,
    getGstr3bJson: dealer,
    getGstr3bPdf: dealer,
    getProof: dealer,
    listTaxEntries: dealer,
    getEinvoices: dealer,
    correctGst: dealer,
    listEinvoices: dealer,
    answerQuestions: { query: `entity=client&id=${bill.clientId}` },
    fileReturn: {},
    beginTaxBook: {},
    loadGstr2b: dealer,
    getMatching: dealer,
    changeMatching: dealer,
    setCreditOpening: dealer,
    addAmendment: dealer,
    deleteAmendment: dealer,
    getInvoiceEinvoiceJson: { id: cancelled },
    getNoteEinvoiceJson: { id: gone },
    addTdsStatement: {},
    useVendorAdvance: used,
    deleteVendorAdvance: used,
    registerAgency: {},
    addMember: {},
    ...clashesOfLink(stage),
    changeMember: { id: glossary.toReal(ID.owner), json: { role: "staff" } },
    removeMember: { id: glossary.toReal(ID.owner) },
    ...(await clashesOfUndo(stage)),
    addAccount: {},
    changeAccount: { json: { name: "cash" } },
    deleteAccount: {},
    addItem: {},
    changeItem: { json: { name: "Poster" } },
    addMapping: { json: kept },
    changeMapping: { json: { name: "Poster" } },
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
    endLockException: {},
    changeLocks: { json: { finalTo: bill.date, password: "indigo demo" } },
    changeEstimate: {},
    sendEstimate: {},
    acceptEstimate: {},
    declineEstimate: {},
    approve: {},
    refuseApproval: {},
    withdrawApproval: {},
    invoiceEstimate: { json: {} },
    duplicateInvoice: { headers: key },
    cancelMail: {},
    retryMail: {},
    testMail: {},
    changeMailSettings: { json: { own: OWN_ACCOUNT } },
    ...(await clashesOfBank(stage)),
    ...(await clashesOfReceipt(stage)),
    ...(await clashesOfSeries(stage)),
    closeMonth: {},
    markMonthShared: { id: "2024-12" },
    openMonth: { id: "2024-12" },
    deleteVendor: {},
    changeBill: dead,
    changeCredit: dead,
    markSupplierFiled: {},
    markSupplierNotFiled: {},
    payBill: dead,
    cancelBill: dead,
    applyCredit: dead,
    refundBill: dead,
  };
}

const OWN_ACCOUNT = {
  host: "smtp.indigo.example",
  port: 587,
  security: "STARTTLS",
  username: "asha",
  from: "billing@indigo.example",
};

const HEAD = "Date,Narration,Chq No,Debit,Credit,Balance\n";

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
  const theirs = { as: stage.staff };
  await play(stage, "undoMatch", { ...theirs, id: match._id });
  await play(stage, "undoStatement", { ...theirs, id: statement._id });
  await play(stage, "importStatement", {
    ...theirs,
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
