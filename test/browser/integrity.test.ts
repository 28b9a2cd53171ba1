import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { forgetOutside } from "../journal.ts";
import { tamper } from "../tamper.ts";
import { axe, type Desk, openDesk } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const open = (look = {}) =>
  desk.visit("/settings/audit/integrity", { who: desk.world.kaveri.owner, ...look });

test("verifies the log; a printed checkpoint matches, a wrong one does not", async () => {
  const { head } = (await desk.world.kaveri.owner.get("/api/audit/head?seq=3")).body;
  const { page } = await open();
  await page.getByRole("heading", { name: /^Verified since / }).waitFor();
  await page
    .getByText(/^\d+ entries: none changed, removed or inserted\. \d+ records match the log\.$/)
    .waitFor();
  const field = page.getByLabel("From the footer of a report");
  const verify = page.getByRole("button", { name: "Verify", exact: true });
  await field.fill(`Generated on 3 Nov 2026 by bahi, log entry 3, ${head.slice(0, 16)}`);
  await verify.click();
  await page.getByText("Matches entry 3").waitFor();
  await field.fill("3, 0000000000000000");
  await verify.click();
  await page.getByText("Differs: entry 3 of this log has a different hash").waitFor();
  await field.fill("99999:0000000000000000");
  await verify.click();
  await page.getByText(/Differs: this log ends at entry [\d,]+, before entry 99,999/).waitFor();
  await field.fill("four");
  await verify.click();
  await page.getByText("A head must be SEQ:HEX").waitFor();
});

test("exports the log in a form that can be verified elsewhere", async () => {
  const { page } = await open();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export log" }).click();
  const lines = readFileSync(await (await coming).path(), "utf8")
    .trim()
    .split("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ seq: 1, head: expect.any(String) });
});

test("passes axe", async () => {
  const { page } = await open({ phone: true });
  await page.getByRole("heading", { name: /^Verified since / }).waitFor();
  await assertLooksRight(page, "integrity");
});

test("lists each hash printed on a report with the user who exported it", async () => {
  const { owner } = desk.world.kaveri;
  const asked = "dateFrom=2026-04-01&dateTo=2026-04-30";
  await owner.get(`/api/reports/profit-and-loss.pdf?${asked}`);
  const { head, seq } = (await owner.get("/api/audit/head")).body;
  const { page } = await open();
  const row = page.getByRole("row").filter({ hasText: head.slice(0, 16) });
  await row.getByText("Matches").waitFor();
  await row.getByText(String(seq), { exact: true }).waitFor();
  await row.getByText("Owner of kaveri").waitFor();
  expect(await axe(page)).toEqual([]);
});

test("names a record changed outside bahi and its log entry", async () => {
  const { books, kaveri } = desk.world;
  const isIt = `agency_id = 1 AND id = '${kaveri.rent._id}'`;
  await books.write.run(`UPDATE categories SET name = 'Bribes' WHERE ${isIt}`);
  await forgetOutside(books);
  const { page } = await open();
  const told = page.getByRole("alert");
  await told.getByText("1 record differs from the log").waitFor();
  await told.getByText(/^Category "Rent", entry \d+$/).waitFor();
  await told.getByText("name is Bribes, but was logged as Rent").waitFor();
  expect(await axe(page)).toEqual([]);
  await books.write.run(`UPDATE categories SET name = 'Rent' WHERE ${isIt}`);
  await forgetOutside(books);
});

test("shows where a broken log is broken", async () => {
  const change = "UPDATE audit_log SET payload = '{}' WHERE agency_id = 1 AND seq = 2";
  await tamper(desk.world.books, change);
  const { page } = await open();
  await page.getByRole("alert").getByRole("heading", { name: "Broken at entry 2" }).waitFor();
});
