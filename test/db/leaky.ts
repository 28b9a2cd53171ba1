import { readFileSync } from "node:fs";
import { plugin } from "bun";

// tenancy.test.ts runs this as a process of its own: the app with a tenancy helper that forgets the agency.
// Prints the result of each write into another agency's books.

plugin({
  name: "a helper that forgets whose rows",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/db\/engine\/tenant\.ts$/ }, ({ path }) => {
      const right = readFileSync(path, "utf8");
      const wrong = right.replace("eq(table", "globalThis.forgets ? undefined : eq(table");
      if (wrong === right) throw new Error("The helper is not what this breaks");
      return { contents: wrong, loader: "ts" };
    });
  },
});

declare global {
  var forgets: boolean;
}

const { createWorld } = await import("../world.ts");
const world = await createWorld();
const [mine, other] = [world.narmada, world.kaveri];
const { owner } = mine;
const day = { date: "2026-04-01", amount: 5 };

const client = (await other.owner.post("/api/clients", { displayName: "Konkan Foods" })).body
  .client;
const items = [{ description: "Logo", qty: 1, rate: 500 }];
const bill = { ...day, items, clientId: client._id };
const theirInvoice = (await other.owner.post("/api/invoices", bill)).body;
const entry = { ...day, description: "An entry", type: "Income" };
const links = { accountId: mine.account._id, categoryId: mine.fees._id };
const { transaction } = (await owner.post("/api/transactions", { ...entry, ...links })).body;
const sides = { fromAccountId: mine.account._id, toAccountId: other.account._id };
const receipt = { ...day, client: { name: "Meera" }, purpose: "Logo", mode: "UPI" };
const paid = { ...day, mode: "UPI", accountId: mine.account._id };

globalThis.forgets = true;
const { body } = await owner.get("/api/accounts");
const sees = JSON.stringify(body).includes(other.account._id);
const causes: string[] = [];
world.context.log.error = (_, fields) => causes.push(JSON.stringify(fields));
const statuses = {
  "an entry in their account": await owner.post("/api/transactions", {
    ...entry,
    ...links,
    accountId: other.account._id,
  }),
  "an entry of their category": await owner.post("/api/transactions", {
    ...entry,
    ...links,
    categoryId: other.fees._id,
  }),
  "an entry moved to their account": await owner.put(`/api/transactions/${transaction._id}`, {
    accountId: other.account._id,
  }),
  "a transfer to their account": await owner.post("/api/transactions/transfer", {
    ...entry,
    ...sides,
  }),
  "a receipt for their account": await owner.post("/api/receipts", {
    ...receipt,
    accountId: other.account._id,
  }),
  "an invoice to their client": await owner.post("/api/invoices", bill),
  "a payment of their invoice": await owner.post(
    `/api/invoices/${theirInvoice._id}/payments`,
    paid,
  ),
};
const strays = await world.books.read.all("PRAGMA foreign_key_check");
const [crossed] = await world.books.read.all<{ count: number }>(
  `SELECT (SELECT count(*) FROM transactions) + (SELECT count(*) FROM receipts)
    + (SELECT count(*) FROM settlements) + (SELECT count(*) FROM documents) AS count`,
);
const said = Object.entries(statuses).map(([what, { status }]) => [what, status]);
await world.end();
process.stdout.write(JSON.stringify({ sees, said, causes, strays, rows: crossed?.count }));
