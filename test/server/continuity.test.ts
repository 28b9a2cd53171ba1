import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bankFile, encodeText } from "../domain/banking/statements.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";
import { findItem } from "./closing.ts";

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await createWorld();
  owner = world.kaveri.owner;
});
afterAll(() => world.end());

const account = async (name: string) =>
  made(await owner.post("/api/accounts", { name })).account._id;
const bring = async (id: string, bytes: Uint8Array, more = "") =>
  made(await sendStatement(owner, `accountId=${id}${more}`, bytes));
const csv = (...rows: string[]) =>
  encodeText(["Date,Description,Debit,Credit,Balance", ...rows, ""].join("\n"));
const september = csv("01/09/2026,A,100,,1000", "30/09/2026,B,100,,900");
const chain = async () =>
  done(await owner.get("/api/books/check"))
    .differences.map(({ where, account }: { where: string; account: string }) => [where, account])
    .filter(([where]: string[]) => where?.startsWith("bank lines"));

describe("continuity", () => {
  test("reports the difference if a file does not open with the last closing balance", async () => {
    const id = await account("Apart");
    const first = await bring(id, september);
    expect(first.continuity).toBeNull();
    const october = csv("01/10/2026,C,100,,400", "31/10/2026,D,100,,300");
    const expected = { previousClosing: 900, opening: 500, difference: -400 };
    const dry = await bring(id, october, "&dryRun=1");
    expect(dry.continuity).toEqual({ ...expected, previousDate: "2026-09-30" });
    const { statement, continuity } = await bring(id, october);
    expect(continuity).toEqual(dry.continuity);
    const read = done(await owner.get(`/api/statements/${statement._id}`));
    expect(read.continuity).toEqual(continuity);
    const report = done(await owner.get(`/api/accounts/${id}/reconciliation?at=2026-10-31`));
    expect(report.remarks).toEqual([
      "₹400.00 of payments is missing between 30 Sep 2026 and 1 Oct 2026",
    ]);
    const item = await findItem(owner, `bank:${id}`, "2026-10");
    expect(item.note).toContain("₹400.00 missing on 1 Oct");
    expect(await chain()).toEqual([["bank lines 2026-09-30 to 2026-10-01", "Apart"]]);
    await bring(id, csv("30/09/2026,B,100,,900", "30/09/2026,RENT,400,,500"));
    expect(await chain()).toEqual([]);
    done(await owner.delete(`/api/statements/${statement._id}`));
  });

  test("has a difference of 0 after quiet days and within a day", async () => {
    const id = await account("Follows");
    await bring(id, september);
    const later = await bring(id, csv("12/10/2026,C,100,,800"));
    expect(later.continuity).toEqual({
      previousClosing: 900,
      opening: 900,
      difference: 0,
      previousDate: "2026-09-30",
    });
    const evening = await bring(id, csv("12/10/2026,D,100,,700"));
    expect(evening.continuity).toMatchObject({ previousClosing: 800, difference: 0 });
    const whole = csv("12/10/2026,C,100,,800", "12/10/2026,D,100,,700");
    expect((await bring(id, whole)).continuity).toMatchObject({ previousClosing: 900 });
    const report = done(await owner.get(`/api/accounts/${id}/reconciliation?at=2026-10-12`));
    expect([report.remarks, report.proof]).toEqual([[], "proved"]);
    const quiet = done(await owner.get(`/api/accounts/${id}/reconciliation?at=2026-10-05`));
    expect(quiet.remarks).toEqual([]);
    expect(await chain()).toEqual([]);
  });

  test("accepts a file with only a closing balance", async () => {
    const id = await account("OFX");
    await bring(id, bankFile("13a-fitid.ofx"));
    const { statement, continuity } = await bring(id, bankFile("13b-fitid-renumbered.ofx"));
    expect([statement.opening, continuity]).toEqual([
      ...[1250, expect.objectContaining({ previousClosing: 1250, difference: 0 })],
    ]);
    const report = done(await owner.get(`/api/accounts/${id}/reconciliation?at=2026-10-31`));
    expect([report.proof, report.bank]).toEqual(["totals", 950]);
  });

  test("leaves a gap accepted by an owner out of the check", async () => {
    const id = await account("Accepted");
    await bring(id, csv("01/10/2026,A,100,,900", "02/10/2026,B,100,,700"), "&acceptGaps=1");
    expect(await chain()).toEqual([]);
  });
});
