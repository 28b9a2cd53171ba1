import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { done } from "../world.ts";
import { axe, type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("an owner closes the agency, and restores it by signing in", async () => {
  const team = await desk.world.found();
  const { email, agencySlug } = done(await team.owner.get("/api/auth/me")).user;
  const { page } = await desk.visit("/settings/export", {
    who: team.owner,
    expectComplaints: /status of 40[03]/,
  });
  await page.getByRole("heading", { name: "Close the agency" }).waitFor();
  await page.getByText(`Type ${agencySlug} to confirm.`).waitFor();
  expect(await axe(page)).toEqual([]);
  const close = page.getByRole("button", { name: "Close agency" });
  await page.getByLabel("Agency slug").fill("narmada");
  await close.click();
  await page.getByText(`Type ${agencySlug} to close the agency`).first().waitFor();
  await page.getByLabel("Agency slug").fill(agencySlug);
  await close.click();
  await page.waitForURL("**/login");
  const until = formatDate(addDays(today(), 30));
  await page.getByText(`An owner can restore it until ${until}.`).waitFor();

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(team.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "kaveri is closed" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore agency" }).click();
  await page.waitForURL("**/dashboard");
  expect((await team.owner.get("/api/accounts")).status).toBe(200);
});
