import { afterAll, expect, test } from "bun:test";
import { signIn } from "../../db/agencies/users.ts";
import { listInvoices } from "../../db/documents/listInvoices.ts";
import { listSeries } from "../../db/series/list.ts";
import { runSeries } from "../../db/series/run.ts";
import { ON, openDemoBooks } from "../demoBooks.ts";
import { newFolder } from "../process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

test("the demo has twelve retainers, made on the first of its month and on that of the next", async () => {
  const { books, written } = await openDemoBooks(folder);
  const { session, user } = await signIn(books, written, { address: "here" });
  const owner = { books, ...session, role: user.role };
  const rows = async () => {
    const { items } = await listSeries(owner, { page: 1, limit: 50 }, ON);
    return items.map(({ state, made, nextDate }) => [state, made, nextDate]);
  };
  expect(await rows()).toEqual(Array(12).fill(["active", 1, "2026-12-01"]));
  const { upcoming, waiting } = await listSeries(owner, { page: 1, limit: 50 }, ON);
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
