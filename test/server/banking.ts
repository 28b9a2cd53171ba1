import { readFileSync } from "node:fs";
import { readSample } from "../domain/banking/statements.ts";
import { type Ids, sendTo } from "../furnish.ts";
import { statement } from "../nouns/banking.ts";
import { type Call, DAY, type Office } from "../nouns/noun.ts";
import { type Answer, type Caller, done, made } from "../world.ts";

const file = new URL("../data/statements/hdfc-books.json", import.meta.url);
// biome-ignore lint/suspicious/noExplicitAny: as in the file.
export const sampleBooks: any = JSON.parse(readFileSync(file, "utf8"));

export const sendStatement = (who: Caller, query: string, bytes: Uint8Array, headers = {}) =>
  who.call("POST", `/api/statements?${query}`, new Uint8Array(bytes), {
    "content-type": "application/octet-stream",
    ...headers,
  });

export type SampleBooks = Awaited<ReturnType<typeof keepSampleBooks>>;

export async function keepSampleBooks(owner: Caller, suffix = "") {
  const post = async (path: string, body: object) => made(await owner.post(`/api${path}`, body));
  const accounts: Record<string, string> = {};
  for (const { name, opening } of sampleBooks.accounts) {
    const { account } = await post("/accounts", {
      name: name + suffix,
      openingBalance: opening / 100,
    });
    accounts[name] = account._id;
  }
  const categories = await createCategories(owner, suffix);
  const entries: Record<string, string> = {};
  for (const entry of sampleBooks.transactions) {
    const { id, type, date, description, notes, account, toAccount, amount } = entry;
    const common = { date, description, notes, amount: amount / 100 };
    const [path, body] =
      type === "Transfer"
        ? [
            "/transactions/transfer",
            { fromAccountId: accounts[account], toAccountId: accounts[toAccount] },
          ]
        : ["/transactions", { type, accountId: accounts[account], categoryId: categories[type] }];
    entries[id] = (await post(path as string, { ...common, ...(body as object) })).transaction._id;
  }
  const invoices: Record<string, string> = {};
  const clients: Record<string, string> = {};
  for (const { number, client, issueDate, dueDate, taxable } of sampleBooks.invoices) {
    clients[client] ??= (await post("/clients", { displayName: client })).client._id;
    const invoice = await post("/invoices", {
      clientId: clients[client],
      date: issueDate,
      dueDate,
      items: [{ description: "Design", qty: 1, rate: taxable / 100, taxPct: 18 }],
    });
    done(await owner.post(`/api/invoices/${invoice._id}/send`, {}));
    invoices[number] = invoice._id;
  }
  const [hdfc, icici] = sampleBooks.accounts.map(({ name }: { name: string }) => accounts[name]);
  const send = async (id: string, name: string) =>
    made(await sendStatement(owner, `accountId=${id}&file=${name}`, readSample(name))).statement;
  const statements = {
    hdfc: await send(hdfc, "hdfc-delimited.txt"),
    icici: await send(icici, "icici-history.csv"),
  };
  return {
    hdfc: hdfc as string,
    icici: icici as string,
    entries,
    invoices,
    categories,
    statements,
  };
}

async function createCategories(owner: Caller, suffix: string): Promise<Record<string, string>> {
  const one = async (type: string) =>
    made(await owner.post("/api/categories", { name: `${type} by bank${suffix}`, type })).category
      ._id;
  return { Income: await one("Income"), Expense: await one("Expense") };
}

export const listLines = async (who: Caller, accountId: string, more = "") =>
  done(await who.get(`/api/bank-lines?accountId=${accountId}&limit=100${more}`)).items;

export function bankCalls(
  owner: Caller,
  ids: Ids,
  { bank, cash, fees, rent }: Office,
): Record<string, () => Promise<Answer>> {
  const bring = async (mark: string, n: number) => {
    const call = statement.create?.({ mark, n }, { bank } as Office) as Call;
    return made(await sendTo(owner)(call)).statement._id;
  };
  const line = `/api/bank-lines/${ids["bank-lines"]}`;
  return {
    "POST /api/bank-lines/:id/accept": () =>
      owner.post(`${line}/accept`, {
        create: [{ type: "Expense", categoryId: rent, amount: 0.01 }],
      }),
    "POST /api/bank-lines/:id/decline": () => owner.post(`${line}/decline`, { proposal: "t:none" }),
    "POST /api/bank-lines/accept": async () => {
      const entry = { date: DAY, description: "Sure", type: "Income", amount: 0.07 };
      made(await owner.post("/api/transactions", { ...entry, accountId: bank, categoryId: fees }));
      await bring("Sure", 7);
      const { items } = (await owner.get("/api/bank-lines?q=Sure")).body;
      return owner.post("/api/bank-lines/accept", { lines: [items[0]._id] });
    },
    "PUT /api/accounts/:id/reconciliation": () =>
      owner.put(`/api/accounts/${cash}/reconciliation`, { closedTo: "2020-01-01" }),
    "DELETE /api/matches/:id": () => owner.delete(`/api/matches/${ids.matches}?batch=0`),
    "POST /api/statements/:id/undo": async () => {
      const entry = { date: DAY, description: "Back", type: "Income", amount: 0.08 };
      made(await owner.post("/api/transactions", { ...entry, accountId: bank, categoryId: fees }));
      const id = await bring("Back", 8);
      const { items } = (await owner.get("/api/bank-lines?q=Back")).body;
      made(await owner.post("/api/bank-lines/accept", { lines: [items[0]._id] }));
      return owner.post(`/api/statements/${id}/undo`, {});
    },
    "DELETE /api/statements/:id": async () =>
      owner.delete(`/api/statements/${await bring("Gone", 9)}`),
  };
}
