import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { createWorld, made, type World } from "../world.ts";
import { sendStatement } from "./banking.ts";

let world: World;
const accounts: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  for (const type of ["Bank", "Card"]) {
    const { account } = made(
      await world.kaveri.owner.post("/api/accounts", { name: `A ${type}`, type }),
    );
    accounts[type] = account._id;
  }
});
afterAll(() => world.end());

interface Expected {
  file: string;
  type?: "Bank" | "Card";
  amounts?: number[];
  opening?: number;
  closing?: number;
  remarks?: string[];
  narrations?: string[];
  refused?: string;
}

const FOUR = { amounts: [50_000, -25_000, -60_000, -5_000], opening: 1_00_000, closing: 60_000 };
const FILES: Expected[] = [
  { file: "01-footer-on-each-page.csv", ...FOUR },
  { file: "02-blank-row-then-page-2.csv", ...FOUR },
  {
    file: "03-end-word-in-a-narration.csv",
    amounts: [50_000, -25_000, -60_000],
    closing: 65_000,
    narrations: ["NEFT LEGENDS SPORTSLEGENDS SPORTS ACADEMY PVT", "RENT", "SALARY"],
  },
  { file: "04-card-sign-column.csv", type: "Card", amounts: [-1_999, 15_000, -5_592.1] },
  { file: "05-card-cr-suffix.csv", type: "Card", amounts: [-1_234, -8_850, 20_000, -512.5] },
  { file: "05-card-cr-suffix.csv", type: "Bank", amounts: [-1_234, -8_850, 20_000, -512.5] },
  { file: "06-card-tilde.csv", type: "Card", amounts: [-8_521.64, -2_000, 10_000, -1_254] },
  {
    file: "07-decimal-comma.csv",
    amounts: [500.5, -100.25, -0.75],
    remarks: ["Amounts are read with a decimal comma"],
  },
  { file: "08-decimal-comma.ofx", amounts: [-1_999.5, -30.5], closing: 1_000 },
  { file: "09-currency-column.csv", refused: "The file says USD; bahi supports rupees only" },
  {
    file: "14-empty-narration.csv",
    amounts: [50_000, -25_000],
    closing: 1_25_000,
    narrations: ["", "RENT"],
  },
  {
    file: "15-opening-as-credit.csv",
    amounts: [50_000, -25_000],
    opening: 1_00_000,
    closing: 1_25_000,
  },
  { file: "16-zero-line.ofx", amounts: [-5], remarks: ["1 line of 0.00 was left out"] },
  { file: "17a-two-pages.xlsx", ...FOUR },
  { file: "17b-a-sheet-a-month.xlsx", amounts: [50_000, -25_000, -60_000], closing: 65_000 },
];

test.each(FILES.map((one) => [one.file, one] as const))(
  "%s is read as expected",
  async (_, expected) => {
    const {
      file,
      type = "Bank",
      amounts = [],
      opening,
      closing,
      remarks = [],
      narrations,
    } = expected;
    const bytes = readFileSync(new URL(`../data/bank-files/${file}`, import.meta.url));
    const query = `accountId=${accounts[type]}&dryRun=1`;
    const answer = await sendStatement(world.kaveri.owner, query, new Uint8Array(bytes));
    if (expected.refused) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(`${expected.refused}. Nothing was changed`);
      return;
    }
    const { statement, lines } = made(answer);
    expect(lines.map((line: { amount: number }) => line.amount)).toEqual(amounts);
    if (opening !== undefined) expect(statement.opening).toBe(opening);
    if (closing !== undefined) expect(statement.closing).toBe(closing);
    expect(statement.remarks).toEqual(remarks);
    if (narrations) {
      expect(lines.map((line: { narration: string }) => line.narration)).toEqual(narrations);
    }
  },
);

test("every file of the folder is read by a test", () => {
  const folder = new URL("../data/bank-files/", import.meta.url);
  const here = new Set(FILES.map(({ file }) => file));
  const others = ["overlaps", "hostileMatching", "otherPrograms"].map((name) =>
    readFileSync(new URL(`./${name}.test.ts`, import.meta.url), "utf8"),
  );
  const toName = (file: string) => file.replace("18-matching-", "");
  const isRead = (file: string) =>
    others.some((text) => text.includes(`"${file}"`) || text.includes(`"${toName(file)}"`));
  const left = readdirSync(folder).filter((file) => !here.has(file) && !isRead(file));
  expect(left).toEqual([]);
});

test("a file matched by its number is read as its account's type", async () => {
  const card = { name: "ICICI Card 1234", type: "Card" };
  const { account } = made(await world.kaveri.owner.post("/api/accounts", card));
  const rows = "02/10/2026,TEA,12.00\n03/10/2026,RENT,30.00\n";
  const file = `Card No: XXXXXXXXXXXX1234\nDate,Details,Amount\n${rows}`;
  const sent = new TextEncoder().encode(file);
  const { statement, lines } = made(await sendStatement(world.kaveri.owner, "dryRun=1", sent));
  expect(statement.accountId).toBe(account._id);
  expect(lines.map((line: { amount: number }) => line.amount)).toEqual([-12, -30]);
});
