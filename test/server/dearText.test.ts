import { afterAll, beforeAll, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { assertNotWaited, besideBystander } from "../bystander.ts";
import { newFolder, registerOwner, type ServerProcess, startServer } from "../process.ts";

// Texts that cost far more than their length, sent to every text field while another agency reads and
// writes.

const { folder, remove } = newFolder();
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  server = await startServer(folder);
  ({ token } = await registerOwner(server.url));
});
afterAll(async () => {
  server.child.kill("SIGKILL");
  await server.child.exited;
  remove();
});

/** NFC sorts these marks, which takes quadratic time. */
const marks = (count: number) => `a${"\u0315".repeat(count)}${"\u0300".repeat(count)}`;
const MARKS = marks(40_000);

async function send(method: string, path: string, body?: string, type = "application/json") {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": type },
    ...(body !== undefined && { body }),
  });
  return { path, status: answer.status, said: await answer.json() };
}

test("a hostile name at registration delays no one", async () => {
  const { result, ...waits } = await besideBystander(server.url, async () => {
    const owner = { name: MARKS, email: "x@marks.test", password: "a password" };
    const agency = { agencyName: MARKS, agencySlug: MARKS };
    return await send("POST", "/auth/register", JSON.stringify({ ...owner, ...agency }));
  });
  expect([result.status, result.said.message]).toEqual([400, "Name is too long"]);
  assertNotWaited(waits);
}, 60_000);

test("hostile text in a body field or a search delays no one", async () => {
  // Just short enough to be read, in as many places as a body has.
  const [note, line] = [marks(9_990), marks(390)];
  const item = { description: marks(900), hsnSac: line, qty: 1, rate: 1 };
  const receipt = { client: { name: line, address: note }, purpose: line, notes: note, amount: 1 };
  const bodies: [method: string, path: string, body: object][] = [
    ["POST", "/accounts", { name: MARKS }],
    ["POST", "/categories", { name: line, type: "Income" }],
    ["POST", "/transactions", { description: marks(900), notes: note, date: "2026-04-01" }],
    [
      "POST",
      "/clients",
      { displayName: line, billingAddress: note, notes: note, gstin: line, state: line },
    ],
    ["POST", "/invoices", { items: Array(100).fill(item), notes: note, placeOfSupply: line }],
    ["POST", "/receipts/batch", { receipts: Array(15).fill(receipt) }],
    ["PUT", "/metadata", { agencyName: line, location: note, gstin: line }],
    ["PUT", "/invoice-settings", { terms: note, prefix: line, bankDetails: note }],
    ["PUT", "/users/profile", { name: line, currentPassword: MARKS }],
    ["POST", "/users/team", { name: line, email: MARKS, password: MARKS }],
    ["POST", "/auth/login", { email: MARKS, password: MARKS }],
  ];
  const search = encodeURIComponent(marks(390));
  const lists = ["/transactions", "/receipts", "/invoices", "/clients", "/audit"];

  const { result, ...waits } = await besideBystander(server.url, async () => {
    const answers = [];
    for (const [method, path, body] of bodies) {
      answers.push(await send(method, path, JSON.stringify(body)));
    }
    for (const path of lists) answers.push(await send("GET", `${path}?q=${search}`));
    return answers;
  });
  for (const { path, status } of result) {
    expect([path, status]).toEqual([path, path.startsWith("/audit") ? 200 : 400]);
  }
  assertNotWaited(waits);
}, 60_000);

test("hostile text in a CSV cell delays no one", async () => {
  const LENGTH = 900_000;
  const [spaces, many] = [
    " ".repeat(LENGTH),
    (text: string) => text.repeat(LENGTH / 2 / text.length),
  ];
  const row = (cells: Record<string, string>) => {
    const { date = "2026-04-01", text = "Rent", account = "Bank", category = "Rent" } = cells;
    const { type = "Expense", amount = "1.00", notes = "" } = cells;
    return `${[date, text, account, category, type, amount, notes].join(",")}\n`;
  };
  const marked = marks(LENGTH / 4);
  const files = [
    row({ amount: `-${spaces}x` }),
    row({ amount: `${many("1")}x` }),
    row({ account: `A${spaces}B`, type: "Transfer" }),
    row({ account: many("→"), type: "Transfer" }),
    row({ text: marked }),
    row({ notes: marked }),
    row({ account: marked }),
    row({ category: marked }),
    row({ notes: marks(9_990) }).repeat(45),
    row({ date: many("1/") }),
    row({ type: `${spaces}x` }),
    row({ text: many("'") }),
    `"${many('x"')}${many(" ")},\n`,
    `${many(",")}x\n`,
  ];
  const { result, ...waits } = await besideBystander(server.url, async () => {
    const answers = [];
    for (const file of files) {
      answers.push(
        await send("POST", "/transactions/import?dryRun=true", CSV_HEADER + file, "text/csv"),
      );
    }
    return answers;
  });
  expect(result.map(({ status }) => status)).toEqual(Array(files.length).fill(400));
  assertNotWaited(waits);
}, 60_000);
