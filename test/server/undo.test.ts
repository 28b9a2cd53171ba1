import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { buildJournalTriggers, listTables } from "../../db/tables/journalTriggers.ts";
import { schemaModules } from "../../db/tables/schema.ts";
import { JOURNALED, NOT_UNDOABLE } from "../../db/tables/tables.ts";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";
import { PDF, send } from "./attaching.ts";
import { booksNow, createDice, differences, playHistory, threePeople } from "./undoing.ts";

let world: World;
let owner: Caller;
let staff: Caller;
beforeAll(async () => {
  world = await createWorld();
  ({ owner, staff } = world.kaveri);
});
afterAll(() => world.end());

const toName = ({ headers }: Answer) => headers.get("x-operation") ?? "";
const undo = (by: Caller, answer: Answer) => by.post(`/api/operations/${toName(answer)}/undo`, {});

async function cab(by: Caller, more: object = {}): Promise<Answer> {
  const { account, rent } = world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: "2026-10-14", description: "Cab to Baner and back", type: "Expense" };
  const answer = await by.post("/api/transactions", { ...entry, ...links, amount: 460, ...more });
  made(answer);
  return answer;
}
const toId = ({ body }: Answer): string => body.transaction._id;

test("every table has row snapshots, is derived from others, or gives a reason", async () => {
  const found = await world.books.read.all<{ name: string; sql: string; type: string }>(
    "SELECT name, sql, type FROM sqlite_schema WHERE type IN ('table', 'trigger')",
  );
  const ours = found
    .filter(({ type, name }) => type === "table" && !/^(sqlite_|__drizzle)/.test(name))
    .map(({ name }) => name.replace(/^(transactions_search)_.*/, "$1"));
  // On a database server attachments are in the same database, in tables without agency rows.
  const known = [...Object.keys(JOURNALED), ...Object.keys(NOT_UNDOABLE)];
  expect(ours.filter((name) => !known.includes(name) && !/^papers?/.test(name))).toEqual([]);

  const triggers = new Map(found.map(({ name, sql }) => [name, sql]));
  const tables = listTables(schemaModules);
  for (const name of Object.keys(JOURNALED)) {
    const table = tables.get(name);
    if (!table) throw new Error(`There is no table ${name}`);
    for (const [trigger, text] of buildJournalTriggers(table))
      expect(triggers.get(trigger)).toBe(text);
  }
});

describe("an operation", () => {
  test("is named by its response, undone, and redone as a new one", async () => {
    const added = await cab(owner);
    const gone = await undo(owner, added);
    expect(gone.status).toBe(201);
    expect(gone.body).toMatchObject({
      undoes: toName(added),
      operation: toName(gone),
      summary: "Deleted: Cab to Baner and back, ₹460.00",
    });
    expect((await owner.get(`/api/transactions/${toId(added)}`)).status).toBe(404);
    expect((await undo(owner, added)).body.message).toBe("This has already been undone");

    const back = await owner.post("/api/redo", {});
    expect(back.body.summary).toBe("Restored: Cab to Baner and back, ₹460.00");
    expect(done(await owner.get(`/api/transactions/${toId(added)}`)).transaction).toEqual(
      added.body.transaction,
    );
    const { items } = done(await owner.get("/api/audit?limit=2"));
    expect(items[0]).toMatchObject({ action: "CREATE", payload: { undoes: toName(gone) } });
    expect((await owner.post("/api/undo", {})).body.undoes).toBe(toName(back));
    expect((await undo(owner, added)).status).toBe(409);
    await owner.post("/api/redo", {});
    expect((await undo(owner, added)).status).toBe(201);
    await cab(owner);
    expect((await owner.post("/api/redo", {})).body.message).toBe("Nothing to redo.");
  });

  test("keeps its id if its key is sent again", async () => {
    const { account: of } = world.kaveri;
    const entry = { date: "2026-10-14", description: "Once", type: "Expense", amount: 1 };
    const links = { accountId: of._id, categoryId: world.kaveri.rent._id };
    const [first, again] = await Promise.all(
      [1, 2].map(() =>
        owner.post("/api/transactions", { ...entry, ...links }, { "idempotency-key": "once" }),
      ),
    );
    expect(toName(again as Answer)).toBe(toName(first as Answer));
    const key = { "idempotency-key": "undo once" };
    const [one, two] = [
      await owner.post("/api/undo", {}, key),
      await owner.post("/api/undo", {}, key),
    ];
    expect(two.body).toEqual(one.body);
    expect(two.headers.get("idempotent-replayed")).toBe("true");
  });

  test("is not undone over a later change, whose author is named", async () => {
    const added = await cab(owner);
    const changed = await owner.put(`/api/transactions/${toId(added)}`, { amount: 500 });
    done(await staff.put(`/api/transactions/${toId(added)}`, { amount: 550 }));
    const refused = await undo(owner, changed);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/^Staff of kaveri changed the amount at \d\d:\d\d$/);
    expect((await staff.post("/api/undo", {})).status).toBe(201);
    expect((await undo(owner, changed)).status).toBe(201);
    expect(done(await owner.get(`/api/transactions/${toId(added)}`)).transaction.amount).toBe(460);
  });

  test("is undone by its author or an owner", async () => {
    const mine = await cab(owner);
    const theirs = await undo(staff, mine);
    expect([theirs.status, theirs.body.message]).toEqual([
      403,
      "Only Owner of kaveri or an owner can undo this.",
    ]);
    expect((await undo(world.narmada.owner, mine)).status).toBe(404);
    const fresh = await cab(staff);
    expect((await undo(owner, fresh)).status).toBe(201);
    const gone = await owner.delete(`/api/transactions/${toId(mine)}`);
    expect((await staff.post(`/api/trash/${toId(mine)}/restore`, {})).status).toBe(403);
    expect((await undo(owner, gone)).status).toBe(201);
  });

  test("has no undo on sign-in, locks or exports, and says why", async () => {
    const member = { name: "Guest", email: "guest@kaveri.test", password: "guest's own" };
    const added = await owner.post("/api/users/team", member);
    expect((await undo(owner, added)).body.message).toContain("Sign-ins and roles");
    const read = done(await owner.get("/api/audit?action=VIEW&limit=1")).items;
    expect(read).toHaveLength(0);
  });

  test("restores a document from the trash with its number unless it was reused", async () => {
    const { client } = made(await owner.post("/api/clients", { displayName: "Saffron" }));
    const items = [{ description: "Logo", qty: 1, rate: 1000, taxPct: 18 }];
    const bill = () =>
      owner.post("/api/invoices", { clientId: client._id, date: "2026-10-14", items });
    const first = await bill();
    made(first);
    await undo(owner, first);
    const { items: trash } = done(await owner.get("/api/trash"));
    expect(trash[0]).toMatchObject({ entity: "Invoice", id: first.body._id, canRestore: true });
    expect((await owner.post(`/api/trash/${first.body._id}/restore`, {})).status).toBe(201);
    const { invoice } = done(await owner.get(`/api/invoices/${first.body._id}`));
    expect(invoice.invoiceNumber).toBe(first.body.invoiceNumber);
    expect((await undo(owner, first)).status).toBe(201);
    const second = made(await bill());
    expect(second.invoiceNumber).toBe(first.body.invoiceNumber);
    const { items: taken } = done(await owner.get("/api/trash"));
    const reason = `Another document has the number ${second.invoiceNumber}.`;
    expect(taken[0]).toMatchObject({ id: first.body._id, canRestore: false, reason });
    expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
    // Paid since by another user: undoing the client would leave the payment without one.
    const sent = await owner.post(`/api/invoices/${second._id}/send`, {});
    const paid = {
      date: "2026-10-15",
      amount: 100,
      mode: "UPI",
      accountId: world.kaveri.account._id,
    };
    made(await staff.post(`/api/invoices/${second._id}/payments`, paid));
    const refused = await undo(owner, sent);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/was settled since/);
  });

  test("is found in the trash by name, type and user", async () => {
    const { vendor } = made(await owner.post("/api/vendors", { displayName: "Sought Press" }));
    const { client } = made(await owner.post("/api/clients", { displayName: "Sought Films" }));
    for (const path of [`vendors/${vendor._id}`, `clients/${client._id}`]) {
      done(await owner.delete(`/api/${path}`));
    }
    const found = async (query: string) =>
      done(await owner.get(`/api/trash?${query}`)).items.map(({ id }: { id: string }) => id);
    expect(await found("q=SOUGHT")).toEqual([client._id, vendor._id]);
    expect(await found("q=sought&entity=Vendor")).toEqual([vendor._id]);
    const { user } = done(await staff.get("/api/auth/me"));
    expect(await found(`q=sought&userId=${user._id}`)).toEqual([]);
    expect(await found("q=never+deleted")).toEqual([]);
    expect((await owner.get("/api/trash?entity=Nothing")).status).toBe(400);
  });

  test("shows users only what they may read, in its history and the trash", async () => {
    const { rent, fees } = world.kaveri;
    const lines = [
      { ledger: rent._id, debit: 900, credit: 0 },
      { ledger: fees._id, debit: 0, credit: 900 },
    ];
    const kept = { date: "2026-10-14", reason: "Held back", basis: "both", lines };
    const { journal } = made(await owner.post("/api/journals", kept));
    const history = `/api/history?entity=Journal&id=${journal._id}`;
    const trash = async (who: Caller) => done(await who.get("/api/trash?q=held+back")).items.length;
    const of = { entity: "journal", id: journal._id, name: "working.pdf" };
    const papers = `/api/history?entity=Attachment&id=${made(await send(owner, of, PDF)).attachment._id}`;
    expect([(await owner.get(papers)).status, (await staff.get(papers)).status]).toEqual([
      200, 403,
    ]);
    done(await owner.delete(`/api/journals/${journal._id}`));
    expect([(await owner.get(history)).status, await trash(owner)]).toEqual([200, 1]);
    expect([(await staff.get(history)).status, await trash(staff)]).toEqual([403, 0]);
    expect((await staff.get("/api/history?entity=Ledger&id=capital")).status).toBe(403);
  });

  test("is rejected in closed books like any other", async () => {
    const added = await cab(owner, { date: "2026-03-14" });
    const gone = await cab(owner, { date: "2026-03-15" });
    await owner.delete(`/api/transactions/${toId(gone)}`);
    done(await owner.put("/api/locks", { lockedTo: "2026-03-31", reason: "signed" }));
    const sentence = "Books are closed to 31 March 2026";
    expect((await undo(owner, added)).body.message).toBe(sentence);
    expect((await owner.post(`/api/trash/${toId(gone)}/restore`, {})).body.message).toBe(sentence);
    const { items } = done(await owner.get("/api/trash"));
    expect(items[0]).toMatchObject({ id: toId(gone), canRestore: false, reason: `${sentence}.` });
    done(await owner.put("/api/locks", { lockedTo: "", reason: "a slip" }));
    expect((await undo(owner, added)).status).toBe(201);
  });
});

test("a record's history shows each change by field and what can be undone", async () => {
  const added = await cab(owner);
  const changed = await staff.put(`/api/transactions/${toId(added)}`, { amount: 500 });
  const path = `/api/history?entity=Transaction&id=${toId(added)}`;
  const { items } = done(await owner.get(path));
  expect(items).toMatchObject([
    {
      operation: toName(changed),
      action: "UPDATE",
      id: toId(added),
      fields: [{ field: "Amount", before: "₹460.00", after: "₹500.00" }],
      canUndo: true,
      reason: "",
    },
    { operation: toName(added), action: "CREATE", canUndo: false },
  ]);
  expect(items[1].reason).toMatch(/^Staff of kaveri changed the amount at/);
  expect(done(await staff.get(path)).items[1].reason).toBe(
    "Only Owner of kaveri or an owner can undo this.",
  );
  expect((await world.narmada.owner.get(path)).status).toBe(404);
  const own = done(await staff.get("/api/history"));
  expect(own.items[0]).toMatchObject({ operation: toName(changed), isUndone: false });
  expect((await staff.get("/api/history?entity=User&id=x")).status).toBe(403);
});

test("undoes an import as one batch", async () => {
  const csv =
    "Date,Description,Account,Category,Type,Amount,Notes\n2026-10-01,Tea,Till,Snacks,Expense,20,\n";
  const taken = await owner.upload("/api/transactions/import?file=tea.csv&createMissing=true", csv);
  const { items } = done(await owner.get("/api/audit?entity=Import&limit=1"));
  made(taken);
  expect((await undo(staff, taken)).status).toBe(403);
  expect(made(await undo(owner, taken)).summary).toBe("Undone: import of tea.csv");
  expect((await undo(owner, taken)).status).toBe(409);
  expect((await owner.get(`/api/transactions?q=Tea`)).body.total).toBe(0);
  expect(items[0].action).toBe("CREATE");
});

test("undoes to the row what three users did, and redoes it", async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const { people, office } = await threePeople(world, world.narmada);
  const before = await booksNow(world);
  const steps = await playHistory(people, office, createDice(seed), 45);
  const told = steps.map((step) => Object.values(step).join(" ")).join("\n");
  const after = await booksNow(world);
  const [first] = people as [Caller];
  const wrote = steps.flatMap(({ operation }) => operation ?? []);
  for (let n = 0; n < 6; n++) {
    const one = wrote[Math.floor((n * wrote.length) / 6)];
    const { status, body } = await first.post(`/api/operations/${one}/undo`, {});
    expect([201, 409], `seed ${seed}\n${told}`).toContain(status);
    if (status === 201) {
      expect(done(await first.get("/api/books/check")).differences, `seed ${seed}`).toEqual([]);
      done(await first.post(`/api/operations/${body.operation}/undo`, {}));
    }
    expect(differences(after, await booksNow(world)), `seed ${seed}\n${told}`).toEqual([]);
  }
  const undos: string[] = [];
  for (const { operation, what } of steps.toReversed()) {
    if (!operation) continue;
    const { status, body } = await first.post(`/api/operations/${operation}/undo`, {});
    // A setting saved without a change; the rest is compared below.
    if (body.message === "This cannot be undone.") continue;
    if (status !== 201) throw new Error(`Seed ${seed}: ${what}: ${body.message}\n${told}`);
    undos.push(body.operation);
  }
  expect(differences(before, await booksNow(world)), `seed ${seed}\n${told}`).toEqual([]);
  expect(done(await first.get("/api/books/check")).differences, `seed ${seed}`).toEqual([]);
  for (const operation of undos.toReversed()) {
    const { status, body } = await first.post(`/api/operations/${operation}/undo`, {});
    if (status !== 201) throw new Error(`Seed ${seed}: redo: ${body.message}\n${told}`);
  }
  expect(differences(after, await booksNow(world)), `seed ${seed}\n${told}`).toEqual([]);
  expect(done(await first.get("/api/books/check")).differences, `seed ${seed}`).toEqual([]);
  expect(done(await first.get("/api/audit/verify")).ok).toBe(true);
});
