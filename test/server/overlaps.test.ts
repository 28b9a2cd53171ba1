import { afterAll, beforeAll, expect, test } from "bun:test";
import { bankFile, encodeText } from "../domain/banking/statements.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { sendStatement as send } from "./banking.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const account = async (name: string) =>
  made(await world.kaveri.owner.post("/api/accounts", { name })).account._id;

test("a second download of the same days adds only new lines", async () => {
  const { owner } = world.kaveri;
  const files: [first: string, second: string, lines: number, added: number][] = [
    ["10a-day-not-over.csv", "10b-day-reordered.csv", 4, 1],
    ["11a-day-with-utr.csv", "11b-day-with-utr-reordered.csv", 4, 1],
    ["12a-narration-long.csv", "12b-narration-cut.csv", 3, 1],
    ["13a-fitid.ofx", "13b-fitid-renumbered.ofx", 3, 1],
  ];
  for (const [first, second, lines, added] of files) {
    const other = await world.found();
    const id = made(await other.owner.post("/api/accounts", { name: first })).account._id;
    const turned = made(await other.owner.post("/api/accounts", { name: second })).account._id;
    const bring = async (account: string, file: string) =>
      made(await send(other.owner, `accountId=${account}`, bankFile(file))).statement.new;
    const held = async (account: string) =>
      done(await other.owner.get(`/api/bank-lines?accountId=${account}`)).total;
    await bring(id, first);
    expect([second, await bring(id, second), await held(id)]).toEqual([second, added, lines]);
    expect(await bring(id, first)).toBe(0);
    if (second.endsWith("ofx")) continue;
    await bring(turned, second);
    await bring(turned, first);
    expect([first, await held(turned)]).toEqual([first, lines]);
  }
  // After a re-sorted day, the bank's balance is that of the last download.
  const id = await account("Re-sorted");
  for (const file of ["10a-day-not-over.csv", "10b-day-reordered.csv"]) {
    made(await send(owner, `accountId=${id}`, bankFile(file)));
  }
  const { bank } = done(await owner.get(`/api/accounts/${id}/reconciliation?at=2026-10-15`));
  expect(bank).toBe(800);
});

test("the same lines in another format add nothing", async () => {
  const id = await account("Two formats");
  const { owner } = world.kaveri;
  const csv = encodeText(
    "Date,Description,Debit,Credit,Balance\n01/10/2026,RENT OCTOBER KOTHRUD,100,,1250\n" +
      "02/10/2026,CHAI,20,,1230\n15/10/2026,CHAI ADDA KOTHRUD,250,,980\n",
  );
  made(await send(owner, `accountId=${id}`, csv));
  const line = (day: number, amount: number, name: string) =>
    `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202610${day}<TRNAMT>-${amount}.00<FITID>${day}` +
    `<NAME>${name}</STMTTRN>`;
  const [before = "", after = ""] = new TextDecoder()
    .decode(bankFile("13a-fitid.ofx"))
    .split(/<STMTTRN>.*<\/STMTTRN>/);
  const lines = [line(1, 100, "RENT"), line(2, 20, "CHAI"), line(15, 250, "CHAI ADDA")];
  const dated = lines.map((one) => one.replace(/<DTPOSTED>202610(\d)</, "<DTPOSTED>2026100$1<"));
  const ofx = encodeText(before + dated.join("") + after);
  const { statement } = made(await send(owner, `accountId=${id}`, ofx));
  expect([statement.new, statement.known]).toEqual([0, 3]);
});
