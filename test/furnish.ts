import { type Call, DAY, type Office, type Written } from "./nouns/noun.ts";
import { NOUNS } from "./nouns.ts";
import { type Answer, type Caller, done, made } from "./world.ts";

/** Ids of one of every record, by API folder (`clients`) and by field name (`client`). */
export type Ids = Record<string, string>;

export const sendTo =
  (owner: Pick<Caller, "call">) =>
  ({ method, path, body, type = "application/json" }: Call): Promise<Answer> =>
    owner.call(method, `/api${path}`, body, body ? { "content-type": type } : {});

/** Creates one of every record, each with the mark and as many paise. */
export async function furnish(
  owner: Caller,
  write: Written,
): Promise<{ ids: Ids; office: Office }> {
  const send = sendTo(owner);
  const office = await openOffice(async (call) => done(await send(call)));
  const ids: Ids = {};
  for (const { entity, folder, create } of NOUNS) {
    if (!folder || !create) continue;
    const id = findId(made(await send(create(write, office)))) ?? "";
    ids[folder] = id;
    ids[entity.toLowerCase()] = id;
  }
  const { items } = done(await owner.call("GET", `/api/bank-lines?accountId=${office.bank}`));
  const create = [{ type: "Income", categoryId: office.fees, amount: write.n / 100 }];
  const said = await owner.post(`/api/bank-lines/${items[0]._id}/accept`, { create });
  ids["bank-lines"] = items[1]._id;
  ids.matches = made(said).line.match._id;
  const deposit = { name: `Deposit: ${write.mark}`, type: "Expense", kind: "deposit" };
  ids.ledgers = made(await owner.post("/api/categories", deposit)).category._id;
  const allowed = await giveException(owner, write.mark);
  ids.exceptions = made(allowed).exception._id;
  const { _id: userId } = done(await owner.get("/api/auth/me")).user;
  const item = { name: write.mark, kind: "tick", userId, from: DAY };
  ids["close-items"] = made(await owner.post("/api/close-items", item)).closeItem._id;
  ids.suppliers = ids.vendors ?? "";
  ids.approvals = (await askFor(owner, write, office)).ids[0] ?? "";
  ids.close = ids.exceptions ?? "";
  const slip = await owner.post("/api/vendors", { displayName: `A slip: ${write.mark}` });
  ids.trash = made(slip).vendor._id;
  ids.operations = slip.headers.get("x-operation") as string;
  await owner.call("DELETE", `/api/vendors/${ids.trash}`);
  const mail = { to: "somebody@konkan.example" };
  ids.outbox = made(await owner.post(`/api/invoices/${office.invoice}/email`, mail)).mail._id;
  return { ids, office };
}

export async function askFor(owner: Caller, { mark, n }: Written, office: Office, count = 1) {
  const email = `member-${n}@${mark.replace(/\W/g, "")}.test`;
  const signedIn = await owner.post("/api/auth/login", { email, password: "ravi's own" });
  const headers = { authorization: `Bearer ${done(signedIn).token}` };
  const post = (path: string, body: object) => owner.post(`/api${path}`, body, headers);
  done(await owner.put("/api/approvals/limit", { limit: 1 }));
  const entry = { date: DAY, description: mark, type: "Expense", amount: 2 };
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const sides = { accountId: office.bank, categoryId: office.rent };
    ids.push(done(await post("/transactions", { ...entry, ...sides })).waiting._id);
  }
  done(await owner.put("/api/approvals/limit", { limit: null }));
  return { ids, withdraw: (id: string) => post(`/approvals/${id}/withdraw`, {}) };
}

export async function giveException(owner: Caller, reason: string): Promise<Answer> {
  const { _id: userId } = done(await owner.get("/api/auth/me")).user;
  const until = new Date(Date.now() + 60 * 60_000).toISOString();
  return owner.post("/api/locks/exceptions", { userId, until, reason });
}

export function toFolder(path: string): string {
  const folder = /\/([^/]+)\/:id/.exec(path)?.[1] ?? "";
  return folder === "documents" ? "invoices" : folder;
}

export function findId(answer: Record<string, { _id?: string } | string>): string | undefined {
  if (typeof answer._id === "string") return answer._id;
  const thing = Object.values(answer).find((value) => typeof value === "object");
  return typeof thing === "object" ? thing._id : undefined;
}

/** A credit note with an open balance, on a paid invoice. */
export async function heldNote(
  post: (path: string, body: object) => ReturnType<Post>,
  clientId: string,
  accountId: string,
) {
  const items = [{ description: "A poster", qty: 1, rate: 10_000, taxPct: 0 }];
  const paid = await post("/invoices", { clientId, date: "2025-10-06", items });
  await post(`/invoices/${paid._id}/send`, {});
  const payment = { date: "2025-10-07", amount: 10_000, mode: "UPI", accountId };
  await post(`/invoices/${paid._id}/payments`, payment);
  const reason = { kind: "CREDIT_NOTE", reason: "OTHER", date: "2025-10-08" };
  const note = await post("/notes", { ...reason, invoiceId: paid._id, items });
  return post(`/notes/${note._id}/send`, {});
}

// biome-ignore lint/suspicious/noExplicitAny: as a client reads it, without our types.
type Post = (call: Call) => Promise<any>;

export async function openOffice(send: Post): Promise<Office> {
  const post = (path: string, body: object) =>
    send({ method: "POST", path, body: JSON.stringify(body) });
  const { account: cash } = await post("/accounts", { name: "Till", type: "Cash" });
  await post("/accounts", { name: "Before bahi" });
  const { account: bank } = await post("/accounts", { name: "Second bank" });
  const { category: fees } = await post("/categories", { name: "Licence fees", type: "Income" });
  await post("/categories", { name: "Receipts", type: "Income" });
  await post("/categories", { name: "Invoice Payments", type: "Income" });
  await post("/categories", { name: "Advances from clients", type: "Income" });
  const { category: rent } = await post("/categories", { name: "Paper", type: "Expense" });
  const { client } = await post("/clients", { displayName: "Konkan Foods" });
  const items = [{ description: "A film", qty: 1, rate: 9_00_00_000 }];
  const invoice = await post("/invoices", { clientId: client._id, date: "2025-10-05", items });
  await post(`/invoices/${invoice._id}/send`, {});
  const note = await heldNote(post, client._id, bank._id);
  await post("/categories", { name: "Bill Payments", type: "Expense" });
  const ofTds = ["TDS Paid", "Fee of TDS statements", "Advances to vendors"];
  for (const name of [...ofTds, "Partners' remuneration", "Partners' current account"]) {
    await post("/categories", { name, type: "Expense" });
  }
  const { vendor } = await post("/vendors", { displayName: "Konkan Press" });
  const bought = [{ description: "A press", taxable: 9_00_00_000 }];
  const paper = { vendorId: vendor._id, number: "A/1", date: "2025-10-05" };
  const bill = await post("/bills", { ...paper, items: bought });
  const things = { cash, bank, fees, rent, client, invoice, note, vendor, bill };
  const ids = Object.entries(things).map(([name, { _id }]) => [name, _id]);
  return Object.fromEntries(ids) as Office;
}
