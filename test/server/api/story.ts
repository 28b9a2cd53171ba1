import { ID } from "../../../server/api/ids.ts";
import { heldNote } from "../../furnish.ts";
import { png } from "../../pictures.ts";
import { type Caller, done, made, type World } from "../../world.ts";
import { buy } from "./bought.ts";
import { closeAndRestore, removeFactors, setUpFactors } from "./factorStory.ts";
import { joinByLink, signOutElsewhere } from "./joining.ts";
import { keepLedgers } from "./ledgerStory.ts";
import { sendMails } from "./mailStory.ts";
import { make, openStage, play, type Stage } from "./play.ts";
import { refuseAll } from "./refused.ts";
import { repeat } from "./repeated.ts";
import { undoAndRedo } from "./undone.ts";

/** Indigo Studio's books from registration on: every call once as documented, and every error. */
export async function playAll(world: World): Promise<Stage> {
  const stage = openStage(world);
  await signIn(stage);
  await makeMasters(stage);
  await keepBooks(stage);
  await bill(stage);
  await giveReceipts(stage);
  await storeAttachments(stage);
  await sendMails(stage);
  await reconcileBank(stage);
  await buy(stage);
  await lookBack(stage);
  await undoAndRedo(stage);
  await refuseAll(stage);
  await takeBack(stage);
  return stage;
}

async function signIn(stage: Stage): Promise<void> {
  const { world, glossary } = stage;
  const stranger = { as: world.stranger };
  const { body } = await play(stage, "registerAgency", stranger);
  glossary.learn(ID.owner, body.user._id);
  stage.owner = world.caller(body.token);
  await play(stage, "getHealth", stranger);
  await play(stage, "signIn", stranger);
  await play(stage, "getMe");

  await make(stage, "addMember", ID.member, "user");
  const credentials = { email: "ravi@indigo.example", password: "ravi's first" };
  const login = await world.stranger.post("/api/auth/login", credentials);
  stage.staff = world.caller(login.body.token);
  await setUpFactors(stage);
  for (const name of ["changeMember", "listMembers"]) await play(stage, name);

  await make(stage, "addInvitation", ID.invitation, "invitation");
  await play(stage, "listInvitations");
  await joinByLink(stage);
  for (const name of ["listAgencies", "switchAgency"]) await play(stage, name);
  for (const name of ["getOverview", "changeResponsible"]) await play(stage, name);

  await make(stage, "addToken", ID.token, "token");
  await play(stage, "listTokens");

  await play(stage, "changeMetadata");
  await play(stage, "changeFeatures");
  await play(stage, "changeLogo");
  await play(stage, "getMetadata");
}

async function makeMasters(stage: Stage): Promise<void> {
  const { owner, glossary } = stage;
  await make(stage, "addAccount", ID.bank, "account");
  const till = made(await owner.post("/api/accounts", { name: "Cash", type: "Cash" }));
  glossary.learn(ID.cash, till.account._id);
  for (const name of ["changeAccount", "getAccount", "listAccounts"]) await play(stage, name);

  await make(stage, "addCloseItem", ID.closeItem, "closeItem");
  for (const name of ["changeCloseItem", "getCloseItem", "listCloseItems"]) await play(stage, name);
  for (const name of ["markCloseItem", "unmarkCloseItem"]) await play(stage, name);

  await make(stage, "addCategory", ID.work, "category");
  for (const name of ["changeCategory", "getCategory", "listCategories"]) await play(stage, name);

  await make(stage, "addClient", ID.client, "client");
  await play(stage, "changeClient");

  await make(stage, "addItem", ID.item, "item");
  for (const name of ["changeItem", "getItem", "listItems"]) await play(stage, name);
  await make(stage, "addView", ID.view, "view");
  for (const name of ["changeView", "getView", "listViews"]) await play(stage, name);
  await make(stage, "addMapping", ID.mapping, "mapping");
  for (const name of ["changeMapping", "getMapping", "listMappings"]) await play(stage, name);
}

async function keepBooks(stage: Stage): Promise<void> {
  await make(stage, "addTransaction", ID.transaction, "transaction");
  await play(stage, "getTransaction");
  await play(stage, "changeTransaction");
  await play(stage, "addTransfer");
  await play(stage, "addTransactions");
  await play(stage, "categoriseTransactions");
  await make(stage, "importTransactions", ID.imported, "import");
  await play(stage, "importTransactions");
  await play(stage, "importBooks");
  await play(stage, "listImports");
}

async function bill(stage: Stage): Promise<void> {
  await play(stage, "changeInvoiceSettings");
  await play(stage, "getInvoiceSettings");
  await make(stage, "addInvoice", ID.invoice);
  for (const name of ["changeInvoice", "sendInvoice", "listInvoices"]) await play(stage, name);
  await make(stage, "addPayment", ID.payment, "payment");
  for (const name of ["getInvoice", "getInvoicePdf", "getPaymentPdf"]) await play(stage, name);
  for (const name of ["getClient", "listClients", "getInvoicePdfs"]) await play(stage, name);
  const sent = await draft(stage);
  await play(stage, "sendInvoices", { json: { ids: [sent] } });
  await play(stage, "cancelInvoice", { id: sent });
  await credit(stage);
}

async function credit(stage: Stage): Promise<void> {
  const { owner, glossary } = stage;
  await make(stage, "addNote", ID.note);
  for (const name of ["changeNote", "sendNote", "getNote", "getNotePdf", "listNotes"])
    await play(stage, name);
  const post = async (path: string, body: object) => done(await owner.post(`/api${path}`, body));
  const [client, bank] = [ID.client, ID.bank].map(glossary.toReal);
  const { _id: id } = await heldNote(post, client as string, bank as string);
  const { body } = await play(stage, "applyNote", { id });
  glossary.learn(ID.application, body.application._id);
  await play(stage, "refundNote", { id });
  const debit = { kind: "DEBIT_NOTE", reason: "OTHER", date: "2026-04-25" };
  const items = [{ description: "A page more", qty: 1, rate: 50_000 }];
  const of = { ...debit, items, invoiceId: glossary.toReal(ID.invoice) };
  const { _id: owed } = await post("/notes", of);
  await post(`/notes/${owed}/send`, {});
  await play(stage, "payNote", { id: owed });
  // Without a due date, which would change every day.
  await play(stage, "duplicateInvoice", { id: await draft(stage) });
  await play(stage, "writeOffInvoice");
  await make(stage, "addShareLink", ID.shareLink);
  await play(stage, "listShareLinks");
  await make(stage, "addEstimate", ID.estimate);
  for (const name of ["changeEstimate", "sendEstimate", "acceptEstimate"]) await play(stage, name);
  await play(stage, "invoiceEstimate");
  for (const name of ["getEstimate", "getEstimatePdf", "listEstimates"]) await play(stage, name);
  const another = (await play(stage, "addEstimate")).body._id;
  await owner.post(`/api/estimates/${another}/send`, {});
  await play(stage, "declineEstimate", { id: another });
  await repeat(stage);
  await make(stage, "addVoucher", ID.voucher);
  await play(stage, "useVoucher");
  await play(stage, "refundVoucher");
  for (const name of ["getVoucher", "getVoucherPdf", "listVouchers"]) await play(stage, name);
}

async function draft({ owner, glossary }: Stage): Promise<string> {
  const items = [{ description: "Poster", qty: 1, rate: 9000 }];
  const input = { clientId: glossary.toReal(ID.client), date: "2026-04-09", items };
  return made(await owner.post("/api/invoices", input))._id;
}

async function giveReceipts(stage: Stage): Promise<void> {
  await play(stage, "changeReceiptSettings");
  await play(stage, "getReceiptSettings");
  await make(stage, "addReceipt", ID.receipt, "receipt");
  for (const name of ["getReceipt", "getReceiptPdf", "getReceiptPdfs"]) await play(stage, name);
  for (const name of ["getReceiptPaid", "settleReceipt"]) await play(stage, name);
  for (const _ of ["issued", "existing"]) await play(stage, "addReceipts");
  await play(stage, "listReceipts");
}

async function storeAttachments(stage: Stage): Promise<void> {
  await make(stage, "addAttachment", ID.attachment, "attachment");
  for (const name of ["listAttachments", "getAttachment", "getAttachmentContent"]) {
    await play(stage, name);
  }
  await play(stage, "checkAttachments");
  await make(stage, "addComment", ID.comment, "comment");
  for (const name of ["changeComment", "getThread", "answerQuestions"]) await play(stage, name);
  const query = `entity=client&id=${stage.glossary.toReal(ID.client)}&name=board.png`;
  const answer = await stage.owner.call("POST", `/api/attachments?${query}`, png(60, 40));
  await play(stage, "getAttachmentPreview", { id: made(answer).attachment._id });
}

async function reconcileBank(stage: Stage): Promise<void> {
  const { owner, glossary } = stage;
  const cost = made(await owner.post("/api/categories", { name: "Tea", type: "Expense" }));
  glossary.learn(ID.cost, cost.category._id);
  await make(stage, "importStatement", ID.statement, "statement");
  for (const name of ["listStatements", "getStatement", "getStatementFile", "listLineThreads"])
    await play(stage, name);
  const { body } = await play(stage, "listBankLines");
  const [paid, tea] = body.items;
  glossary.learn(ID.line, tea._id);
  await play(stage, "listCandidates");
  const accepted = await play(stage, "acceptBankLine");
  glossary.learn(ID.match, accepted.body.line.match._id);
  const sure = await play(stage, "acceptBankLines", { json: { lines: [paid._id] } });
  done(await owner.delete(`/api/matches/${sure.body.matches[0]}`));
  await play(stage, "declineProposal");
  await play(stage, "undoMatch");
  await play(stage, "undoStatement");
  await make(stage, "addRule", ID.rule, "rule");
  for (const name of ["tryRule", "changeRule", "listRules"]) await play(stage, name);
  for (const name of ["getReconciliation", "getReconciliationPdf", "exportReconciliation"]) {
    await play(stage, name);
  }
  for (const name of ["getBanking", "closeAccount"]) await play(stage, name);
}

async function lookBack(stage: Stage): Promise<void> {
  for (const name of ["listTransactions", "exportTransactions", "exportJournal"]) {
    await play(stage, name);
  }
  for (const name of ["exportInvoices", "exportPayments", "exportTds", "exportReceipts"])
    await play(stage, name);
  for (const name of ["getInvoiceEinvoice", "getNoteEinvoice"]) await play(stage, name);
  for (const name of ["getInvoiceEinvoiceJson", "getNoteEinvoiceJson"]) {
    await play(stage, name, { id: await exported(stage, name.startsWith("getNote")) });
  }
  for (const name of ["listGstPeriods", "getGstPeriod", "getGstr1Json", "getGstr1Sheets"]) {
    await play(stage, name);
  }
  for (const name of [
    "getGstr3b",
    "getGstr3bJson",
    "getGstr3bPdf",
    "getProof",
    "listTaxEntries",
    "getEinvoices",
    "listEinvoices",
  ]) {
    await play(stage, name);
  }
  await play(stage, "correctGst");
  await play(stage, "fileReturn");
  await play(stage, "storeEinvoices");
  for (const name of [
    "getBalances",
    "getAnalytics",
    "getForecast",
    "getDashboardPdf",
    "getTransactionsPdf",
  ]) {
    await play(stage, name);
  }
  await keepLedgers(stage);
  for (const call of AUDIT) await play(stage, call);
}

const AUDIT = [
  ...["listAudit", "countAudit", "exportAudit", "exportLog", "getAuditHead", "verifyLog"],
  "checkBooks",
];

async function exported({ owner }: Stage, isNote: boolean): Promise<string> {
  const post = async (path: string, body: object) => done(await owner.post(`/api${path}`, body));
  await owner.put("/api/metadata", { legalName: "Indigo Studio LLP", city: "Pune", pin: "411004" });
  const where = { kind: "OVERSEAS", country: "FI", state: "Outside India", city: "Helsinki" };
  const { client } = await post("/clients", {
    displayName: "Lumi Oy",
    billingAddress: "Mannerheimintie 4",
    ...where,
  });
  const items = [{ description: "A film", hsnSac: "999612", qty: 1, rate: 95000, taxPct: 18 }];
  const { _id: invoiceId } = await post("/invoices", {
    clientId: client._id,
    date: "2026-04-27",
    items,
  });
  await post(`/invoices/${invoiceId}/send`, {});
  if (!isNote) return invoiceId;
  const reason = { kind: "CREDIT_NOTE", reason: "OTHER", date: "2026-04-28", invoiceId };
  const { _id } = await post("/notes", { ...reason, items });
  await post(`/notes/${_id}/send`, {});
  return _id;
}

async function takeBack(stage: Stage): Promise<void> {
  const { owner } = stage;
  await play(stage, "removeComment");
  const { transactions } = (await play(stage, "addTransactions")).body;
  const ids = transactions.map(({ _id }: { _id: string }) => _id);
  await play(stage, "deleteTransactions", { json: { ids } });
  for (const _ of ["added", "known"]) await play(stage, "importBooks");
  for (const name of ["deleteReceipt", "deletePayment", "deleteTransaction", "undoImport"]) {
    await play(stage, name);
  }
  const next = { id: "2026-05" };
  await play(stage, "addAmendment", next);
  await play(stage, "deleteAmendment", next);
  for (const name of ["deleteAttachment", "unfileReturn", "deleteApplication"]) {
    await play(stage, name);
  }
  await play(stage, "deleteRule");
  await play(stage, "deleteJournal");
  const spared = made(await owner.post("/api/accounts", { name: "Second bank" })).account._id;
  const sent = await play(stage, "importStatement", { query: `accountId=${spared}&file=may.csv` });
  await play(stage, "deleteStatement", { id: sent.body.statement._id });
  await play(stage, "cancelNote");
  await play(stage, "cancelVoucher", { id: (await play(stage, "addVoucher")).body._id });
  await play(stage, "deleteAccount", { id: await spare(owner, "/api/accounts", "account") });
  await play(stage, "deleteCategory", { id: await spare(owner, "/api/categories", "category") });
  await play(stage, "deleteItem");
  await play(stage, "deleteMapping");
  await play(stage, "deleteView");
  await play(stage, "deleteCloseItem");
  await play(stage, "deleteClient", { id: await spare(owner, "/api/clients", "client") });
  await play(stage, "deleteVendor", { id: await spare(owner, "/api/vendors", "vendor") });
  for (const name of ["deleteDeposit", "deleteTdsStatement", "deleteVendorAdvance"]) {
    await play(stage, name);
  }
  await play(stage, "deletePartnerPayment");
  await closeAndRestore(stage);
  await removeFactors(stage);
  for (const name of ["revokeToken", "withdrawInvitation", "endShareLink", "removeMember"]) {
    await play(stage, name);
  }
  await signOutElsewhere(stage);
  stage.owner = stage.world.caller((await play(stage, "changeProfile")).body.token);
}

async function spare(owner: Caller, path: string, kind: string): Promise<string> {
  return made(await owner.post(path, { name: "Spare", displayName: "Spare" }))[kind]._id;
}
