import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openFileReaders } from "../../server/files/readers.ts";
import { READS } from "../../server/files/reads.ts";
import { measureCpu } from "../cpu.ts";
import {
  LOCKED_PASSWORD,
  locked,
  longCsv,
  longGstr2b,
  longMt940,
  longWorkbook,
  ofxOfSpaces,
  slowPassword,
  tallWorkbook,
  wideWorkbook,
  wideXls,
} from "../hostileFiles.ts";
import { createWorld, made, type World } from "../world.ts";

// Files that would cost a careless reader minutes or gigabytes, while another agency works.

let world: World;
let account = "";
let client = "";
beforeAll(async () => {
  world = await createWorld();
  account = made(await world.kaveri.owner.post("/api/accounts", { name: "Hostile" })).account._id;
  client = made(await world.narmada.owner.post("/api/clients", { displayName: "Meera" })).client
    ._id;
});
afterAll(() => world.end());

const send = (bytes: Uint8Array<ArrayBuffer>, agency: "kaveri" | "narmada" = "kaveri") => {
  const path = `/api/statements?file=f${agency === "kaveri" ? `&accountId=${account}` : ""}`;
  const headers = {
    "content-type": "application/octet-stream",
    "x-file-password": LOCKED_PASSWORD,
  };
  return world[agency].owner.call("POST", path, bytes, headers);
};

describe("a hostile file", () => {
  test.each<[string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>, string]>([
    ["OFX with 2 MB of spaces", () => ofxOfSpaces(2 << 20), "has no lines"],
    ["a workbook with cells in column XFD", () => wideWorkbook(20_000), "memory|40,00,000 cells"],
    ["a workbook that unpacks to 200 MB", () => longWorkbook(200 << 20), "more than 64 MB"],
    ["a workbook with a cell of 60 MB", () => longWorkbook(60 << 20), "not a bank statement"],
    ["a workbook of ten lakh rows", () => tallWorkbook(1_000_000), "2,00,000 rows"],
    [
      "a locked one with cells in XFD",
      () => locked(wideWorkbook(20_000)),
      "memory|40,00,000 cells",
    ],
    ["a locked one of thirty lakh rows", () => locked(tallWorkbook(3_000_000)), "2,00,000 rows"],
    ["an XLS with cells in column XFD", () => wideXls(60_000), "40,00,000 cells"],
    ["MT940 of 60,000 lines", () => longMt940(60_000), "more than 50,000 lines"],
  ])("%s is rejected before the deadline while another agency works", async (_, make, words) => {
    const bytes = await make();
    const [[answer, edited], cpuMs] = await measureCpu(() =>
      Promise.all([
        send(bytes),
        world.narmada.owner.put(`/api/clients/${client}`, { city: "Pune" }),
      ]),
    );
    expect(edited.status).toBe(200);
    // The server's process, which serves the other agency, only passes the file on.
    expect(cpuMs).toBeLessThan(1_000);
    expect(answer.status).toBe(400);
    // At the deadline the message would be "The file takes more than …".
    expect(answer.body.message).toMatch(new RegExp(words));
  });

  test("is stored with 20,000 equal lines, and again adds nothing, in seconds", async () => {
    const bytes = longCsv(20_000);
    for (const added of [20_000, 0]) {
      const [answer, cpuMs] = await measureCpu(() => send(bytes));
      expect(made(answer).statement.new).toBe(added);
      expect(cpuMs).toBeLessThan(15_000);
    }
  });

  test("is stopped at the deadline despite a million rounds of hashing", async () => {
    const bytes = slowPassword(999_999);
    const files = openFileReaders(500);
    const reading = files.read("statement", { bytes, password: "none", options: {} });
    expect(await reading.catch(({ message }) => message)).toStartWith(
      "The file takes more than 0.5 s to read",
    );
    await files.stop();
    expect(files.pids()).toEqual([]);
  });

  test("is read in linear time with 20,000 rows of GSTR-2B", async () => {
    const read = (rows: number) => {
      const bytes = longGstr2b("27AAPFU0939F1ZV", rows);
      return measureCpu(() => READS.gstr2b({ bytes }));
    };
    await read(5_000);
    const [, few] = await read(5_000);
    const [, many] = await read(20_000);
    expect(many).toBeLessThan(10 * few);
  });
});

test("two agencies have files read at once, one agency one at a time", async () => {
  const { files } = world.context;
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(files.pids().length), 1);
  const bytes = slowPassword(300_000);
  const all = [send(bytes), send(bytes), send(bytes, "narmada")];
  await Promise.all(all);
  clearInterval(timer);
  expect(Math.max(...seen)).toBe(2);
});

test("a file that crashes its reader affects only its sender, and an idle crash no one", async () => {
  const files = openFileReaders();
  const kill = () => files.pids().map((pid) => process.kill(pid, "SIGSEGV"));
  const reading = files.read("statement", { bytes: longCsv(20_000), options: {} });
  kill();
  expect(await reading.catch(String)).toContain("A file reader ended with SIGSEGV");
  const read = () => files.read("statement", { bytes: longCsv(20), options: {} });
  expect(await read()).toMatchObject({ account: null });
  kill();
  expect(await read()).toMatchObject({ account: null });
  await files.stop();
});
