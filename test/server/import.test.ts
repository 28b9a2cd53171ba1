import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const PATH = "/api/transactions/import";
const row = (
  description: string,
  more: Partial<Record<"date" | "amount" | "account" | "notes", string>> = {},
) => {
  const { date = "2026-04-01", amount = "100.00", account = "kaveri bank", notes = "" } = more;
  return `${date},${description},${account},Fees,Income,${amount},${notes}\n`;
};
const total = async (own: World = world) =>
  (await own.kaveri.owner.get("/api/transactions")).body.total;

describe("a bad file", () => {
  test("changes nothing and names each bad row by its line", async () => {
    const before = await total();
    const wrong = [{ amount: "12.345" }, { account: "kaveri bnk" }].map((more) => row("Bad", more));
    const csv = `${CSV_HEADER}${row("Good one")}${wrong.join("")}`;
    const answer = await world.kaveri.owner.upload(`${PATH}?file=bad.csv`, csv);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: "2 of 3 rows are wrong",
        errors: [
          { path: "line 3", column: "Amount", message: '"12.345" has more than 2 decimals' },
          {
            path: "line 4",
            column: "Account",
            message: 'no account is called "kaveri bnk"; did you mean "kaveri bank"?',
          },
        ],
      },
    });
    expect(await total()).toBe(before);
    expect((await world.kaveri.owner.get("/api/imports")).body.items).toEqual([]);
  });

  test.each([
    [
      "an inactive account",
      "Idle account",
      'Account "Idle account" is inactive; make it active first',
    ],
    ["another agency's account", "narmada bank", /^no account is called "narmada bank"/],
  ])("names %s", async (_, account, message) => {
    await world.kaveri.owner.post("/api/accounts", { name: "Idle account", isActive: false });
    const { body } = await world.kaveri.owner.upload(PATH, CSV_HEADER + row("A row", { account }));
    expect(body.errors[0].message).toMatch(message);
  });

  test.each([
    ["nothing", ""],
    ["UTF-16", Buffer.from(`\ufeff${CSV_HEADER}${row("A row")}`, "utf16le")],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 254])],
    [
      "a cell of 10 MB",
      `${CSV_HEADER}2026-04-01,${"x".repeat(10 << 20)},kaveri bank,Fees,Income,1,\n`,
    ],
    [
      "a quoted cell of 10 MB",
      `${CSV_HEADER}2026-04-01,"${"x".repeat(10 << 20)}",kaveri bank,Fees,Income,1,\n`,
    ],
    ["no column of amounts", "Date,Description,Account,Category\n2026-04-01,a row,b,c\n"],
  ])("contains %s", async (_, file) => {
    const before = await total();
    const bytes = new Uint8Array(typeof file === "string" ? Buffer.from(file) : file);
    const { status, body } = await world.kaveri.owner.upload(PATH, bytes);
    expect(status).toBe(400);
    expect(body.message.length).toBeLessThan(200);
    expect(await total()).toBe(before);
  });

  test("is rejected with a type other than text/csv or another encoding", async () => {
    const { owner } = world.kaveri;
    expect(
      (await owner.call("POST", PATH, "a", { "content-type": "application/json" })).status,
    ).toBe(415);
    expect((await owner.upload(PATH, "a", { "content-encoding": "br" })).status).toBe(415);
    expect((await owner.upload(PATH, "no gzip", { "content-encoding": "gzip" })).status).toBe(400);
  });
});

describe("a dry run", () => {
  test("reports the result and changes nothing", async () => {
    const { owner } = world.kaveri;
    const csv =
      CSV_HEADER + row("New", { account: "New bank" }) + row("New", { account: "New bank" });
    const { status, body } = await owner.upload(
      `${PATH}?dryRun=true&createMissing=true&file=n.csv`,
      csv,
    );
    expect(status).toBe(200);
    expect(body.import).toEqual({
      _id: null,
      file: "n.csv",
      dryRun: true,
      rows: 2,
      added: 2,
      skipped: 0,
      totals: { income: 200, expense: 0, transfers: 0 },
      transfers: 0,
      dateFrom: "2026-04-01",
      dateTo: "2026-04-01",
      created: { accounts: ["New bank"], categories: [] },
    });
    const { accounts } = (await owner.get("/api/accounts")).body;
    expect(accounts.map(({ name }: { name: string }) => name)).not.toContain("New bank");
    expect((await owner.get("/api/imports")).body.total).toBe(0);
  });
});

describe("existing rows", () => {
  test("are skipped one for one, whether imported, entered or edited to be equal", async () => {
    const own = await createWorld();
    const { owner, account, fees } = own.kaveri;
    const links = { accountId: account._id, categoryId: fees._id };
    const entry = { date: "2026-04-01", type: "Income", amount: 100, ...links };
    made(await owner.post("/api/transactions", { ...entry, description: "Entered" }));
    const { transaction } = made(
      await owner.post("/api/transactions", { ...entry, description: "Typo" }),
    );
    await owner.put(`/api/transactions/${transaction._id}`, { description: "Edited" });

    const csv =
      CSV_HEADER + row("Entered") + row("Edited") + row("Twin") + row("Twin") + row("Entered");
    const first = made(await owner.upload(PATH, csv));
    expect(first.import).toMatchObject({ rows: 5, added: 3, skipped: 2, totals: { income: 300 } });
    expect((await owner.upload(PATH, csv)).body.import).toMatchObject({ added: 0, skipped: 5 });
    const more = (await owner.upload(PATH, csv + row("Twin"))).body.import;
    expect(more).toMatchObject({ added: 1, skipped: 5 });
    const kept = (await owner.upload(`${PATH}?keepDuplicates=true`, CSV_HEADER + row("Twin"))).body
      .import;
    expect(kept).toMatchObject({ added: 1, skipped: 0 });
    await own.end();
  });

  test("are found by two concurrent imports of one file, with its names", async () => {
    const own = await createWorld();
    const { owner, staff } = own.kaveri;
    const csv =
      CSV_HEADER +
      Array.from({ length: 3000 }, (_, n) => row(`Row ${n % 700}`, { account: "Fresh" })).join("");
    const answers = await Promise.all(
      [owner, staff, owner].map((who) => who.upload(`${PATH}?createMissing=true`, csv)),
    );
    const added = answers.map(({ body }) => body.import.added).sort((a, b) => b - a);
    expect(added).toEqual([3000, 0, 0]);
    expect(await total(own)).toBe(3000);
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
    await own.end();
  });

  test("keep their names if a user deletes one during the import", async () => {
    const own = await createWorld();
    const { owner } = own.kaveri;
    const { account } = made(await owner.post("/api/accounts", { name: "Fleeting" }));
    const csv = CSV_HEADER + row("Rent", { account: "Fleeting" });
    const { resolve: goOn, promise: isDeleted } = Promise.withResolvers<void>();
    const upload = owner.call(
      "POST",
      `${PATH}?createMissing=true`,
      new ReadableStream({
        async start(stream) {
          stream.enqueue(new TextEncoder().encode(csv));
          await isDeleted;
          stream.close();
        },
      }),
      { "content-type": "text/csv" },
    );
    while ((await own.books.read.all("SELECT id FROM imports")).length === 0) await Bun.sleep(1);
    expect((await owner.delete(`/api/accounts/${account._id}`)).status).toBe(200);
    goOn();
    expect(made(await upload).import).toMatchObject({ added: 1 });
    const { accounts } = (await owner.get("/api/accounts")).body;
    expect(accounts.map(({ name }: { name: string }) => name)).toContain("Fleeting");
    await own.end();
  });

  test("are added once for one Idempotency-Key, even with duplicates allowed", async () => {
    const own = await createWorld();
    const key = { "idempotency-key": "the same click" };
    const csv = CSV_HEADER + row("Once");
    const send = (text: string) =>
      own.kaveri.owner.upload(`${PATH}?keepDuplicates=true`, text, key);
    const [first, second] = await Promise.all([send(csv), send(csv)]);
    expect(second?.body).toEqual(first?.body);
    expect(await total(own)).toBe(1);
    expect((await send(csv + row("Twice"))).status).toBe(409);
    await own.end();
  });
});

describe("undoing an import", () => {
  test("removes all of it, with the names it created, and its record", async () => {
    const own = await createWorld();
    const { owner, staff } = own.kaveri;
    const csv =
      CSV_HEADER + row("Row one", { account: "Made" }) + row("Row two", { account: "Made too" });
    const batch = made(await owner.upload(`${PATH}?createMissing=true&file=a.csv`, csv)).import;
    expect((await owner.get("/api/imports")).body).toMatchObject({
      total: 1,
      items: [{ ...batch, state: "done", userId: { name: "Owner of kaveri" } }],
    });
    expect((await staff.delete(`/api/imports/${batch._id}`)).status).toBe(403);
    expect((await own.narmada.owner.delete(`/api/imports/${batch._id}`)).status).toBe(404);

    const { accounts } = (await owner.get("/api/accounts")).body;
    const kept = accounts.find(({ name }: { name: string }) => name === "Made too");
    const entry = { date: "2026-04-02", description: "By hand", type: "Income", amount: 1 };
    const links = { accountId: kept._id, categoryId: own.kaveri.fees._id };
    made(await owner.post("/api/transactions", { ...entry, ...links }));

    expect((await owner.delete(`/api/imports/${batch._id}`)).status).toBe(200);
    expect(await total(own)).toBe(1);
    const names = (await owner.get("/api/accounts")).body.accounts.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(["kaveri bank", "kaveri cash", "Made too"]);
    expect((await owner.delete(`/api/imports/${batch._id}`)).status).toBe(404);
    expect(made(await owner.upload(`${PATH}?createMissing=true`, csv)).import.added).toBe(2);
    expect((await owner.get("/api/books/check")).body.ok).toBe(true);
    await own.end();
  });

  test("is rejected and names a row changed since", async () => {
    const own = await createWorld();
    const { owner } = own.kaveri;
    const { import: batch } = made(
      await owner.upload(PATH, CSV_HEADER + row("Row one") + row("Row two")),
    );
    const { items } = (await owner.get("/api/transactions?q=two")).body;
    await owner.put(`/api/transactions/${items[0]._id}`, { amount: 5 });
    const answer = await owner.delete(`/api/imports/${batch._id}`);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        message: 'The import cannot be undone: "Row two" of 1 Apr 2026 has been changed since',
      },
    });
    expect(await total(own)).toBe(2);
    await own.end();
  });
});

test("reads a gzipped file like the plain one", async () => {
  const own = await createWorld();
  const packed = Bun.gzipSync(new TextEncoder().encode(CSV_HEADER + row("Packed")));
  const answer = await own.kaveri.owner.upload(PATH, packed, { "content-encoding": "gzip" });
  expect(made(answer).import.added).toBe(1);
  await own.end();
});

test("search finds imported rows at once and after the index has caught up", async () => {
  const own = await createWorld();
  const { owner } = own.kaveri;
  const csv = CSV_HEADER + Array.from({ length: 9000 }, (_, n) => row(`Needle ${n}`)).join("");
  made(await owner.upload(PATH, csv));
  const find = async () => (await owner.get("/api/transactions?q=needle%208999")).body.total;
  expect(await find()).toBe(1);
  await own.context.writers.call("fillSearch", undefined, undefined);
  expect(await find()).toBe(1);
  await own.end();
});
