import { afterAll, beforeAll, expect, test } from "bun:test";
import { encodeText, readExpected, readSample } from "../domain/banking/statements.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
let bank: string;
beforeAll(async () => {
  world = await createWorld();
  bank = world.kaveri.account._id;
});
afterAll(() => world.end());

const send = (who: Caller, query: string, bytes: Uint8Array, headers = {}) =>
  who.call("POST", `/api/statements?${query}`, new Uint8Array(bytes), {
    "content-type": "application/octet-stream",
    ...headers,
  });
const account = async (name: string) =>
  made(await world.kaveri.owner.post("/api/accounts", { name })).account._id;

test("a file is read, stored and listed", async () => {
  const id = await account("HDFC");
  const expected = readExpected("hdfc-delimited");
  const { owner } = world.kaveri;
  const { statement, lines } = made(
    await send(owner, `accountId=${id}&file=april.txt`, readSample(expected.file)),
  );
  expect(statement).toMatchObject({
    accountId: id,
    file: "april.txt",
    bank: "HDFC",
    account: null,
    proof: "proved",
    gaps: [],
    periodFrom: "2026-04-01",
    periodTo: "2026-04-30",
    lineCount: 31,
    new: 31,
    known: 0,
    opening: 412650.75,
    closing: 784336.14,
    debits: 577228.05,
    credits: 948913.44,
  });
  expect(lines[0]).toMatchObject({ date: "2026-04-01", amount: 116000, balance: 528650.75 });
  const listed = (await owner.get(`/api/statements?accountId=${id}`)).body;
  expect(listed).toMatchObject({ total: 1, items: [{ ...statement, open: 31 }] });
  const one = (await owner.get(`/api/statements/${statement._id}`)).body.statement;
  expect(one).toEqual(listed.items[0]);
  const file = await owner.get(`/api/statements/${statement._id}/file`);
  expect(file.body).toBe(new TextDecoder().decode(readSample(expected.file)));
});

test("overlapping files of one account have 48 lines, and again add nothing", async () => {
  const id = await account("HDFC twice");
  const { owner, staff } = world.kaveri;
  const one = made(await send(staff, `accountId=${id}`, readSample("hdfc-account.xls"))).statement;
  const two = made(
    await send(staff, `accountId=${id}`, readSample("hdfc-delimited.txt")),
  ).statement;
  expect([one.new, one.known, two.new, two.known]).toEqual([26, 0, 22, 9]);
  const again = made(
    await send(owner, `accountId=${id}`, readSample("hdfc-account.xls")),
  ).statement;
  expect([again.new, again.known]).toEqual([0, 26]);
  expect(again._id).toBe(one._id);
  expect((await owner.get(`/api/statements?accountId=${id}`)).body.total).toBe(2);
});

test("a dry run changes nothing", async () => {
  const id = await account("HDFC dry");
  const query = `accountId=${id}&dryRun=1`;
  const { statement } = made(
    await send(world.kaveri.owner, query, readSample("hdfc-delimited.txt")),
  );
  expect(statement).toMatchObject({ _id: null, new: 31 });
  expect((await world.kaveri.owner.get(`/api/statements?accountId=${id}`)).body.total).toBe(0);
});

test("the same key twice creates one statement", async () => {
  const id = await account("HDFC once");
  const key = { "idempotency-key": "april" };
  const sendIt = () =>
    send(world.kaveri.owner, `accountId=${id}`, readSample("hdfc-delimited.txt"), key);
  const [first, second] = [await sendIt(), await sendIt()];
  expect(second.body).toEqual(first.body);
  expect((await world.kaveri.owner.get(`/api/statements?accountId=${id}`)).body.total).toBe(1);
});

test("reports a gap, and only an owner accepts the statement with it", async () => {
  const id = await account("Axis");
  const { owner, staff } = world.kaveri;
  const file = readSample("axis-retail.csv");
  const refused = await send(owner, `accountId=${id}`, file);
  expect(refused).toMatchObject({
    status: 422,
    body: { needs: "gaps", gaps: [{ afterLine: 10, beforeLine: 11, missing: -64900 }] },
  });
  expect(refused.body.message).toBe(
    "₹64,900.00 of payments is missing between line 10 (12 May 2026) and line 11 (14 May 2026): the " +
      "balance should be ₹3,65,195.69 and is ₹3,00,295.69. Nothing was changed",
  );
  expect((await send(staff, `accountId=${id}&acceptGaps=1`, file)).status).toBe(403);
  expect((await owner.get(`/api/statements?accountId=${id}`)).body.total).toBe(0);
  const { statement } = made(await send(owner, `accountId=${id}&acceptGaps=1`, file));
  expect(statement).toMatchObject({ proof: "broken", gaps: refused.body.gaps });
});

test("a later file fills the gap of an earlier one", async () => {
  const id = await account("Filled");
  const head = "Date,Narration,Chq No,Debit,Credit,Balance\n";
  const rows = [
    "01/04/2026,RENT,,100.00,,900.00\n",
    "02/04/2026,TEA,,50.00,,850.00\n",
    "03/04/2026,SALE,,,25.00,875.00\n",
    "04/04/2026,TEA,,50.00,,825.00\n",
  ];
  const holed = encodeText(head + rows.filter((_, n) => n !== 1).join(""));
  const { owner } = world.kaveri;
  made(await send(owner, `accountId=${id}&acceptGaps=1`, holed));
  const whole = made(
    await send(owner, `accountId=${id}`, encodeText(head + rows.join(""))),
  ).statement;
  expect([whole.new, whole.known]).toEqual([1, 3]);
});

test("rejects a file that contradicts existing lines and lists them", async () => {
  const id = await account("Contradicted");
  const head = "Date,Narration,Chq No,Debit,Credit,Balance\n";
  const day = (n: number, amount: number, balance: number) =>
    `0${n}/04/2026,TEA ${n},,${amount}.00,,${balance}.00\n`;
  const file = encodeText(head + day(1, 10, 990) + day(2, 10, 980) + day(3, 10, 970));
  const other = encodeText(head + day(1, 10, 990) + day(2, 11, 979) + day(3, 9, 970));
  const { statement } = made(
    await send(world.kaveri.owner, `accountId=${id}&file=april.csv`, file),
  );
  const refused = await send(world.kaveri.owner, `accountId=${id}`, other);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe(
    "The file contradicts Contradicted for the same days: 1 line is only in Contradicted, 1 " +
      "only in the file. Download these days from the bank again. If the file is right, ask an owner to " +
      "delete the statement of 1 Apr – 3 Apr 2026 (april.csv), and upload this file again. " +
      "Nothing was changed",
  );
  expect(refused.body.errors).toEqual([
    { path: "stored", message: "2 Apr 2026 -₹10.00 TEA 2" },
    { path: "file", message: "2 Apr 2026 -₹11.00 TEA 2" },
  ]);
  done(await world.kaveri.owner.delete(`/api/statements/${statement._id}`));
  made(await send(world.kaveri.owner, `accountId=${id}`, other));
});

test("rejects another account's file and finds a known account", async () => {
  const { owner } = world.kaveri;
  const id = await account("ICICI");
  made(await send(owner, `accountId=${id}`, readSample("icici-history.csv")));
  const wrong = await send(owner, `accountId=${id}`, readSample("kotak-current.csv"));
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      message: "The file is for account …3344; ICICI is …0092. Nothing was changed",
      needs: "account",
      belongsTo: null,
    },
  });
  const found = made(await send(owner, "", readSample("icici-history.csv"))).statement;
  expect(found).toMatchObject({ accountId: id, new: 0, known: 20 });
  expect(await send(owner, "", readSample("canara-epassbook.csv"))).toMatchObject({
    status: 422,
    body: { needs: "account", account: "0140299912345", bank: "CANARA" },
  });
});

test("finds an account by the end of its name or by the number on invoices", async () => {
  const { owner } = await world.found();
  const add = async (name: string) => made(await owner.post("/api/accounts", { name })).account._id;
  const file = readSample("icici-history.csv");
  const ask = () => send(owner, "dryRun=1", file);
  expect((await ask()).status).toBe(422);
  const { accounts } = done(await owner.get("/api/accounts"));
  const [bank] = accounts.filter(({ type }: { type: string }) => type === "Bank");
  const number = (await ask()).body.account;
  const settings = { bankDetails: { accountNo: number } };
  done(await owner.put("/api/invoice-settings", settings));
  expect(made(await ask()).statement.accountId).toBe(bank._id);
  await add("Savings");
  expect((await ask()).status).toBe(422);
  const named = await add("ICICI Savings 0092");
  expect(made(await ask()).statement.accountId).toBe(named);
  await add("HDFC Current 0092");
  expect(made(await ask()).statement.accountId).toBe(named);
  await add("Another 0092");
  expect((await ask()).status).toBe(422);
});

test("rejects one account's file for another that has no number yet", async () => {
  const { owner } = await world.found();
  const add = async (name: string) => made(await owner.post("/api/accounts", { name })).account._id;
  const [own, other] = [await add("ICICI"), await add("Petty")];
  const file = readSample("icici-history.csv");
  made(await send(owner, `accountId=${own}`, file));
  const { status, body } = await send(owner, `accountId=${other}`, file);
  const message = "The file is for account …0092, which is ICICI. Nothing was changed";
  expect([status, body]).toEqual([
    ...[422, expect.objectContaining({ message, needs: "account", account: expect.any(String) })],
  ]);
  expect(body.belongsTo).toEqual({ _id: own, name: "ICICI" });
  const { statement } = made(await send(owner, "", file));
  expect(statement.accountId).toBe(own);
  done(await owner.delete(`/api/statements/${statement._id}`));
  expect(made(await send(owner, `accountId=${other}`, file)).statement.new).toBe(20);
  expect(made(await send(owner, "", file)).statement.accountId).toBe(other);
});

test("asks for a password, uses it and stores it nowhere", async () => {
  const id = await account("IDFC");
  const { owner } = world.kaveri;
  const { lockedCopy } = readExpected("idfc-first");
  const locked = readSample(lockedCopy.file);
  const ask = (password: string) =>
    send(owner, `accountId=${id}`, locked, password ? { "x-file-password": password } : {});
  expect(await ask("")).toMatchObject({ status: 422, body: { needs: "password" } });
  expect(await ask("KESA0105")).toMatchObject({
    status: 422,
    body: { needs: "password", message: "That password does not open the file" },
  });
  expect(made(await ask(lockedCopy.password)).statement.lineCount).toBe(17);
  expect(world.lines.join("")).not.toContain(lockedCopy.password);
}, 60_000);

test("remembers a given column mapping for the account", async () => {
  const id = await account("Strange");
  const { owner } = world.kaveri;
  const file = (day: number, balance: number) =>
    encodeText(`When,What,Out of it,Into it,Left\n0${day}/04/2026,Rent,100.00,,${balance}.00\n`);
  expect(await send(owner, `accountId=${id}`, file(1, 900))).toMatchObject({
    status: 422,
    body: { needs: "columns", captions: ["When", "What", "Out of it", "Into it", "Left"] },
  });
  const told = "columns=date:0,narration:1,debit:2,credit:3,balance:4";
  made(await send(owner, `accountId=${id}&${told}`, file(1, 900)));
  made(await send(owner, `accountId=${id}`, file(2, 800)));
  const bad = await send(owner, `accountId=${id}&columns=date:0`, file(3, 700));
  expect(bad.body.message).toBe(
    "Columns must be like date:0,narration:1,debit:2,credit:3,balance:4",
  );
});

test("rejects a bad file with its row and changes nothing", async () => {
  const head = "Date,Narration,Chq No,Debit,Credit,Balance\n";
  const { owner } = world.kaveri;
  const answer = await send(
    owner,
    `accountId=${bank}`,
    encodeText(`${head}31/02/2026,A,,1.00,,9.00\n`),
  );
  expect(answer).toMatchObject({
    status: 400,
    body: {
      message: 'Row 2, column Date: "31/02/2026" is not a date. Nothing was changed',
      errors: [{ path: "2", column: "Date" }],
    },
  });
  expect(
    (await send(owner, `accountId=${bank}`, new Uint8Array((20 << 20) + 1))).body.message,
  ).toBe("The file is larger than 20 MB. Nothing was changed");
  expect((await owner.get(`/api/statements?accountId=${bank}`)).body.total).toBe(0);
});

test("an owner deletes a statement with the lines of no other statement", async () => {
  const { owner, staff } = await world.found();
  const id = made(await owner.post("/api/accounts", { name: "HDFC gone" })).account._id;
  const one = made(await send(owner, `accountId=${id}`, readSample("hdfc-account.xls"))).statement;
  const two = made(
    await send(owner, `accountId=${id}`, readSample("hdfc-delimited.txt")),
  ).statement;
  expect((await staff.delete(`/api/statements/${one._id}`)).status).toBe(403);
  expect((await owner.delete(`/api/statements/${one._id}`)).status).toBe(200);
  const again = made(
    await send(owner, `accountId=${id}`, readSample("hdfc-account.xls")),
  ).statement;
  expect([again.new, again.known]).toEqual([17, 9]);
  for (const { _id } of [two, again]) await owner.delete(`/api/statements/${_id}`);
  expect((await owner.get(`/api/statements?accountId=${id}`)).body.total).toBe(0);
  expect((await owner.get(`/api/statements/${two._id}`)).status).toBe(404);
});

test("hides another agency's account and statement", async () => {
  const mine = made(
    await send(
      world.kaveri.owner,
      `accountId=${await account("Mine")}`,
      readSample("sbi-account.xls"),
    ),
  ).statement;
  const other = world.narmada.owner;
  expect((await other.get(`/api/statements/${mine._id}`)).status).toBe(404);
  expect((await other.delete(`/api/statements/${mine._id}`)).status).toBe(404);
  expect(
    (await send(other, `accountId=${mine.accountId}`, readSample("sbi-account.xls"))).status,
  ).toBe(404);
});
