import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { signIn } from "../../db/agencies/users.ts";
import { writeDemo } from "../../db/demo/demo.ts";
import { listInvoices } from "../../db/documents/listInvoices.ts";
import { openBooks } from "../../db/engine/open.ts";
import { listSeries } from "../../db/series/list.ts";
import { runSeries } from "../../db/series/run.ts";
import { newFolder } from "../process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

test("the demo has twelve retainers, made on the first of its month and on that of the next", async () => {
  const books = await openBooks({ url: `file:${join(folder, "books.db")}` });
  const { session, user } = await signIn(books, await writeDemo(books, "2026-11-21"), {
    address: "here",
  });
  const owner = { books, ...session, role: user.role };
  const rows = async () => {
    const { items } = await listSeries(owner, { page: 1, limit: 50 }, "2026-11-21");
    return items.map(({ state, made, nextDate }) => [state, made, nextDate]);
  };
  expect(await rows()).toEqual(Array(12).fill(["active", 1, "2026-12-01"]));
  const { upcoming, waiting } = await listSeries(owner, { page: 1, limit: 50 }, "2026-11-21");
  expect([upcoming.count, upcoming.total, waiting.count]).toEqual([12, 97_940, 0]);
  const statuses = async (date: string) => {
    const query = { dateFrom: date, dateTo: date, page: 1, limit: 100 };
    const { items } = await listInvoices(owner, query as never);
    return items.map(({ status }) => status);
  };
  expect(await statuses("2026-11-01")).toEqual(Array(12).fill("SENT"));

  const mail = { url: "", from: "", isPerAgency: false };
  const first = { today: "2026-12-01", mail };
  expect(await runSeries(books, first)).toEqual({ made: 12, failed: [] });
  expect(await statuses("2026-12-01")).toEqual(Array(12).fill("SENT"));
  expect(await rows()).toEqual(Array(12).fill(["active", 2, "2027-01-01"]));
  books.close();
});
