import { afterAll, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { signIn } from "../../db/agencies/users.ts";
import { listBankLines } from "../../db/banking/lines.ts";
import { readFacts } from "../../db/closing/checklist.ts";
import { writeDemo } from "../../db/demo/demo.ts";
import { listClosedMonths, toHalfClosedMonth } from "../../db/demo/months.ts";
import { openReaders } from "../../db/engine/readers.ts";
import { openBooks } from "../../db/open/open.ts";
import { getGstPeriod } from "../../db/returns/periods.ts";
import { verifyBooks } from "../../db/verify/books.ts";
import { verifyLog } from "../../db/verify/log.ts";
import { buildChecklist } from "../../domain/closing/checklist.ts";
import { type DateRange, readMonth } from "../../domain/dates.ts";
import type { GstPeriod } from "../../domain/gst/returns/filings.ts";
import { monthAfter } from "../../domain/months.ts";
import { ON, openDemoBooks } from "../demoBooks.ts";
import { newFolder } from "../process.ts";
import { done, openWorld } from "../world.ts";

const { folder, remove } = newFolder();
afterAll(remove);

async function ownerOn(on: string) {
  const place = { url: `file:${folder}/on-${on}.db` };
  const { books, written } =
    on === ON
      ? await openDemoBooks(folder)
      : await openBooks(place).then(async (books) => ({
          books,
          written: await writeDemo(books, on),
        }));
  const { session, user } = await signIn(books, written, { address: "here" }, "");
  return { books, ...session, role: user.role };
}

/** In the middle of a month, and after a short one before its returns are due. */
test.each([ON, "2026-03-09"])(
  "on %s all months of the demo but the last are closed and its totals are right",
  async (on) => {
    const owner = await ownerOn(on);
    const { read } = owner.books;
    const closed = listClosedMonths(on);
    expect(closed.length).toBeGreaterThan(9);
    for (const month of closed) {
      const facts = await readFacts(read, { ...owner, at: `${on}T12:00:00+05:30` }, month);
      expect(buildChecklist(facts).filter(({ state }) => state !== "done")).toEqual([]);
      const banks = facts.banks.map(({ difference, open }) => [Number(difference), open]);
      expect(banks).toEqual([
        [0, []],
        [0, []],
        [0, []],
      ]);
      expect(facts.gst?.errors).toBe(0);
      const next = monthAfter(month);
      const filed = facts.gst?.filings.map((filing) => [filing.return, filing.date]);
      expect(filed).toEqual([
        ["GSTR1", `${next}-10`],
        ["GSTR3B", `${next}-19`],
      ]);
      expect(facts.closing?.createdAt.slice(0, 10)).toBe(`${next}-21`);
      expect(facts.closing?.papers.length).toBeGreaterThan(40);
    }
    const [last = ""] = closed.slice(-1);
    const { closing, lockedTo } = await readFacts(read, owner, toHalfClosedMonth(on));
    expect([closing, lockedTo]).toEqual([undefined, (readMonth(last) as DateRange).dateTo]);
    const readers = openReaders(owner.books, 60_000);
    expect((await verifyBooks(owner, readers)).differences).toEqual([]);
    const { ok, records, broken } = await verifyLog(owner, []);
    expect([ok, records.differences, broken]).toEqual([true, [], null]);
    await readers.stop("now");
    owner.books.close();
  },
);

test("the month in closing has rows in every table and open tasks", async () => {
  const owner = await ownerOn(ON);
  const half = toHalfClosedMonth(ON);
  const { summary, preflight, documentsIssued, hsn } = JSON.parse(
    await getGstPeriod(owner, half),
  ) as GstPeriod;
  const filled = Object.entries(summary).filter(
    ([, row]) => "documents" in row && row.documents > 0,
  );
  expect(filled.map(([table]) => table).sort()).toEqual(
    ["11A", "11B", "4A", "5", "6A", "6B", "7", "9B registered"].sort(),
  );
  expect(summary[8].exempt).toBeGreaterThan(0);
  expect(hsn.b2b.length * hsn.b2c.length).toBeGreaterThan(0);
  expect(documentsIssued.map(({ number }) => number)).toEqual([1, 2, 5, 6, 7]);
  const errors = preflight.filter(({ level }) => level === "ERROR");
  expect(errors.map(({ code, fix }) => [code, fix?.field])).toEqual([["HSN_MISSING", "hsnSac"]]);

  const items = buildChecklist(await readFacts(owner.books.read, owner, half));
  const open = items.filter(({ state, count }) => state === "open" && count > 0);
  const titles = open.map(({ title }) => title);
  for (const title of ["Invoices sent", "Returns checked", "GSTR-2B"])
    expect(titles).toContain(title);
  expect(items.find(({ key }) => key === "bills")?.note).toContain("each with an attachment");
  const query = { state: "open", page: 1, limit: 100 } as const;
  const { items: lines } = await listBankLines(owner, query);
  expect(lines.filter(({ date }) => date.startsWith(half)).length).toBeGreaterThan(3);
  owner.books.close();
});

test("the documents listed by a closed demo month are those the server exports", async () => {
  const { place, books, written } = await openDemoBooks(folder);
  books.close();
  const world = await openWorld(folder, {}, place);
  const { email, password } = written;
  const { token } = done(await world.stranger.post("/api/auth/login", { email, password }));
  const path = `/api/close/${listClosedMonths(ON).at(-1)}`;
  const { closing } = done(await world.caller(token).get(path));
  const request = new Request(`http://localhost${path}/papers.zip`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await world.app.handle(request);
  const files = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  const names = files.map((file) => file.slice(file.indexOf("/") + 1));
  expect(closing.papers.toSorted()).toEqual(names.toSorted());
  await world.close();
});
