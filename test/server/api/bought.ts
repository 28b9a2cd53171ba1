import { ID } from "../../../server/api/ids.ts";
import { forgetOutside } from "../../journal.ts";
import { made } from "../../world.ts";
import { makeEarlier } from "../earlierAgency.ts";
import { askOwners } from "./approvalStory.ts";
import { make, play, type Stage } from "./play.ts";

export async function buy(stage: Stage): Promise<void> {
  const { owner, glossary } = stage;
  await make(stage, "addVendor", ID.vendor, "vendor");
  for (const name of ["changeVendor", "getVendor", "listVendors"]) await play(stage, name);
  await make(stage, "addBill", ID.bill);
  await play(stage, "changeBill");
  const paid = await play(stage, "payBill");
  glossary.learn(ID.billPayment, paid.body.payment._id);
  for (const name of ["getBill", "listBills", "getTdsProposal", "exportBills"])
    await play(stage, name);
  const post = async (path: string, body: object) => made(await owner.post(`/api${path}`, body));
  const { transaction } = await post("/transactions", {
    date: "2026-04-12",
    description: "Posters",
    type: "Expense",
    amount: 4720,
    accountId: glossary.toReal(ID.bank),
    categoryId: glossary.toReal(ID.cost),
  });
  glossary.learn(ID.expense, transaction._id);
  await play(stage, "billTransaction");
  const vendorId = glossary.toReal(ID.vendor);
  const items = [{ description: "Posters taken back", taxable: 1000 }];
  const { _id: credit } = await post("/bills", {
    kind: "CREDIT_NOTE",
    vendorId,
    number: "PPH/CN/3",
    date: "2026-04-20",
    items,
  });
  glossary.learn(ID.vendorCredit, credit);
  await play(stage, "applyCredit");
  await play(stage, "refundBill");
  const rent = { vendorId: (await post("/vendors", { displayName: "R. Deshpande" })).vendor._id };
  const room = [{ description: "Studio, April", hsnSac: "997212", taxable: 20_000, taxPct: 18 }];
  const own = { ...rent, date: "2026-04-30", reverseCharge: true, items: room };
  glossary.learn(ID.selfInvoice, (await post("/bills", own))._id);
  await play(stage, "getSelfInvoicePdf");
  await make(stage, "addDeposit", ID.deposit, "deposit");
  await make(stage, "addTdsStatement", ID.tdsStatement, "statement");
  for (const name of ["getTdsPayable", "exportTdsPayable", "getTdsStatement"])
    await play(stage, name);
  await make(stage, "addVendorAdvance", ID.advance, "advance");
  await play(stage, "listVendorAdvances");
  const { advance } = (await play(stage, "addVendorAdvance")).body;
  const sheets = [{ description: "Posters", taxable: 9_000 }];
  const large = { vendorId, number: "PPH/101", date: "2026-04-24", items: sheets };
  const json = { billId: (await post("/bills", large))._id };
  await play(stage, "useVendorAdvance", { id: advance._id, json });
  await make(stage, "addPartnerPayment", ID.partnerPayment, "payment");
  await play(stage, "listPartnerPayments");
  await askOwners(stage);
  const wrong = { vendorId, number: "PPH/99", date: "2026-04-20", items };
  const blocked = { vendorId, number: "PPH/98", date: "2026-04-20", items };
  await play(stage, "changeCredit", { id: (await post("/bills", blocked))._id });
  for (const name of ["markSupplierNotFiled", "markSupplierFiled", "listSupplierReturns"])
    await play(stage, name);
  await play(stage, "cancelBill", { id: (await post("/bills", wrong))._id });
  await meet(stage);
}

async function meet(stage: Stage): Promise<void> {
  const { owner, glossary } = stage;
  await play(stage, "loadGstr2b");
  const { pairs } = (await owner.get("/api/gst/2026-04/matching")).body;
  const found = pairs.find((pair: { status: string }) => pair.status === "SUGGESTED");
  glossary.learn(ID.row, found.row._id);
  for (const name of ["getMatching", "changeMatching", "setCreditOpening"]) await play(stage, name);
  for (const name of ["addCashEntry", "getCashLedger", "getDocumentReturn", "getSmallEnterprises"])
    await play(stage, name);
  await beginTaxBook(stage);
}

async function beginTaxBook(stage: Stage): Promise<void> {
  const { books } = stage.world;
  await play(stage, "getTaxBook");
  await makeEarlier(stage.world);
  await play(stage, "beginTaxBook");
  await books.write.run("DELETE FROM tax_books");
  await forgetOutside(books);
}
