import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const MONTH = "2026-09";

test("adds own items to the month's close, ticks one and counts the cash", async () => {
  const { owner, staff } = desk.world.kaveri;
  const cash = { name: "Petty cash", type: "Cash", openingBalance: 380 };
  made(await owner.post("/api/accounts", cash));
  const { page } = await desk.visit(`/close?month=${MONTH}`, { who: owner });
  const add = async (kind: string, name: string) => {
    await page.getByRole("button", { name: "Add an item" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: kind }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Who").selectOption({ label: "Staff of kaveri" });
    if (kind === "Cash count") {
      await dialog.getByLabel("Cash account").selectOption({ label: "Petty cash" });
      expect(await axe(page)).toEqual([]);
    }
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: `${name}: actions` }).waitFor();
  };
  await add("Tick", "Send hours");
  await add("Cash count", "Count petty cash");
  await assertLooksRight(page, "a month with own items");
  await page.setViewportSize({ width: 1440, height: 900 });

  // Staff tick and count, but define nothing.
  const { page: theirs } = await desk.visit(`/close?month=${MONTH}`, { who: staff });
  await theirs.getByText("2 tasks left today.").waitFor();
  expect(await theirs.getByRole("button", { name: "Add an item" }).isVisible()).toBe(false);
  await theirs.getByRole("button", { name: "Tick: Send hours" }).click();
  await toast(theirs, "Send hours ticked").waitFor();
  await theirs.getByText("1 task left today.").waitFor();
  await theirs.keyboard.press("Enter");
  const count = theirs.getByRole("dialog", { name: "Count petty cash" });
  await count.getByLabel("Counted on 30 Sep 2026").fill("350");
  await count.getByRole("button", { name: "Save" }).click();
  await theirs.getByText("counted ₹350.00, the books have ₹380.00: ₹30.00 missing").waitFor();
  await theirs.getByRole("button", { name: "Count: Count petty cash" }).click();
  await count.getByLabel("Counted on 30 Sep 2026").fill("380");
  await count.getByRole("button", { name: "Save" }).click();
  await theirs.getByText("Send hours done. Counted ₹380.00, equal to the books").waitFor();

  const { items } = done(await owner.get("/api/close-items"));
  await page.getByRole("button", { name: "Send hours: actions" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Send hours: actions" }).waitFor({ state: "detached" });
  expect(items.map(({ name }: { name: string }) => name)).toEqual([
    "Send hours",
    "Count petty cash",
  ]);
});
