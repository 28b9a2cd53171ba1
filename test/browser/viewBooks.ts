import { today } from "../../domain/dates.ts";
import { made, type World } from "../world.ts";
import { sent as billed, LOGO } from "./billing.ts";
import { addBill, addVendor } from "./buying.ts";

/** Fills kaveri's books with what VIEWS shows. */
export async function fillForViews({ kaveri }: World): Promise<void> {
  const { staff, account, cash, fees, rent } = kaveri;
  const on = { date: today(), accountId: account._id };
  const entry = (body: object) => staff.post("/api/transactions", { ...on, ...body }).then(made);
  await entry({ description: "A fee", type: "Income", amount: 125000.5, categoryId: fees._id });
  await entry({
    description: "The rent of an office with a long name",
    type: "Expense",
    amount: 40000,
    categoryId: rent._id,
    notes: "Includes GST",
  });
  const transfer = {
    fromAccountId: account._id,
    toAccountId: cash._id,
    amount: 500,
    date: today(),
  };
  made(await staff.post("/api/transactions/transfer", { ...transfer, description: "To the till" }));
  const client = { displayName: "Saffron Kitchens and Caterers", gstin: "27AAKCS7719R1ZC" };
  const { _id: clientId } = made(await staff.post("/api/clients", client)).client;
  const receipt = { date: today(), client: { name: "Meera Iyer" }, purpose: "Prints", amount: 450 };
  made(await staff.post("/api/receipts", { ...receipt, mode: "Cash", accountId: cash._id }));
  const items = [{ description: "A logo", qty: 1, rate: 125000.5 }];
  made(await staff.post("/api/invoices", { clientId, date: today(), items }));
  const sent = await billed(staff, clientId);
  const input = { kind: "CREDIT_NOTE", invoiceId: sent._id, date: today(), reason: "DISCOUNT" };
  const note = made(await staff.post("/api/notes", { ...input, items: [LOGO] }));
  await staff.post(`/api/notes/${note._id}/send`, {});
  const offer = made(await staff.post("/api/estimates", { clientId, date: today(), items }));
  await staff.post(`/api/estimates/${offer._id}/send`, {});
  const advance = { clientId, date: today(), amount: 1180, description: "A film", mode: "UPI" };
  made(await staff.post("/api/vouchers", { ...advance, accountId: account._id }));
  const print = { gstin: "27AAMFP3390B1Z8", isSmallEnterprise: true, tdsRule: "CONTRACTOR" };
  const vendor = await addVendor(staff, "Pune Print House and Packaging", print);
  await addBill(staff, vendor, { number: "PPH/58", due: -7, taxable: 34_000 });
  await addBill(staff, vendor, { number: "PPH/61", due: 40 });
  const lines = [
    { categoryId: rent._id, debit: 12_000 },
    { ledger: "Round off", credit: 12_000 },
  ];
  const journal = { date: today(), reason: "Rent not billed yet", lines };
  made(await kaveri.owner.post("/api/journals", journal));
}
