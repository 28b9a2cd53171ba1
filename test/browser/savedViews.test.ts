import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { staff, account, fees } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id, date: today(), type: "Income" };
  for (const [description, amount] of [["Small fee", 100] as const, ["Large fee", 50_000] as const])
    made(await staff.post("/api/transactions", { ...links, description, amount }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("saves a list as a view, opens it from sidebar and keys, changes and deletes it", async () => {
  const { page } = await desk.visit("/transactions?minAmount=10000", {
    who: desk.world.kaveri.owner,
  });
  await page.getByText("Large fee").first().waitFor();
  await page.getByRole("button", { name: "Save view" }).click();
  const form = page.getByRole("dialog", { name: "Add View" });
  await form.getByLabel("Name").fill("Large ones");
  await form.getByRole("button", { name: "Save" }).click();
  const bar = page.getByRole("navigation", { name: "Views" });
  const side = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "Large ones" }).waitFor();
  await side.getByRole("link", { name: "Large ones" }).waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto(`${desk.url}/clients`);
  await page.keyboard.press("g");
  await page.keyboard.press("1");
  await page.waitForURL(/minAmount=10000/);
  await bar.locator("[aria-current]", { hasText: "Large ones" }).waitFor();
  expect(await bar.getByText("changed").count()).toBe(0);

  await page.getByRole("searchbox").fill("fee");
  await bar.getByText("changed").waitFor();
  await bar.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "View “Large ones” saved").waitFor();
  await bar.getByText("changed").waitFor({ state: "detached" });

  await bar.getByRole("button", { name: "View Large ones" }).click();
  await page.getByRole("button", { name: "Share with the team" }).click();
  await toast(page, "Your team sees this view now").waitFor();
  const { body } = await desk.world.kaveri.staff.get("/api/views");
  expect(body.views).toMatchObject([
    { name: "Large ones", query: "minAmount=10000&preset=custom&q=fee" },
  ]);

  await bar.getByRole("button", { name: "View Large ones" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await toast(page, "View “Large ones” deleted").waitFor();
  await side.getByRole("link", { name: "Large ones" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await side.getByRole("link", { name: "Large ones" }).waitFor();
});
