import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { PAGES } from "../../server/pages/pages.ts";
import { SIGN_IN_PAGES } from "../../server/pages/signInPages.ts";
import { furnish, type Ids } from "../furnish.ts";
import { keepSampleBooks } from "../server/banking.ts";
import { type Caller, done, made } from "../world.ts";
import { type Desk, dialog, openDesk } from "./desk.ts";
import { startWalk } from "./walk.ts";

// Opens every screen as the accountant, and presses each button and key. The server must refuse none of it,
// and every editable field must belong to something that can be saved.

let desk: Desk;
let ids: Ids;
let accountant: Caller;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  ({ ids } = await furnish(owner, { mark: "kaveri's", n: 500 }));
  const { statements } = await keepSampleBooks(owner, " of the sample");
  ids.banking = statements.hdfc._id;
  const who = { name: "Meera Rao", email: "meera@rao.test", password: "her own figures" };
  made(await owner.post("/api/users/team", { ...who, role: "accountant" }));
  const signedIn = done(await desk.world.stranger.post("/api/auth/login", who));
  accountant = desk.world.caller(signedIn.token);
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const SIGNED_OUT = SIGN_IN_PAGES.map(({ path }) => path);
const SCREENS = PAGES.map(({ path }) => path).filter((path) => !SIGNED_OUT.includes(path));

const ASKED: Record<string, string[]> = {
  "/transactions": ["#new", "#transfer", "#import"],
  "/banking": ["#upload"],
  "/settings/locks": ["#close"],
  ...Object.fromEntries(
    ["vouchers", "clients", "vendors", "settings/masters", "settings/team"].map((folder) => [
      `/${folder}`,
      ["#new"],
    ]),
  ),
};

/** Screens of one record, or that are empty without a parameter. */
function toAddress(path: string): string {
  const [, folder = ""] = path.split("/");
  const address = path.replace(":id", ids[folder] ?? "");
  if (path === "/history") return `${address}?entity=Transaction&id=${ids.transactions}`;
  if (path === "/transactions") return `${address}?preset=custom`;
  if (path === "/gst" || path === "/gst/2b") return `${address}?period=2026-10`;
  return address;
}

test.each(SCREENS)("%s offers an accountant no forbidden action", async (path) => {
  const visit = await desk.visit("/healthz", { who: accountant, expectComplaints: /./ });
  const walk = startWalk(visit.page, desk.url, toAddress(path));
  for (const hash of ASKED[path] ?? []) await walk.open(hash);
  await walk.open("");
  await walk.pressButtons();
  await walk.pressKeys();
  expect(walk.wrong).toEqual([]);
});

test("an accountant can change only the opening balance of an account", async () => {
  // The walk has closed the books.
  const { owner } = desk.world.kaveri;
  done(await owner.put("/api/locks", { lockedTo: "", reason: "An opening balance is missing" }));
  const { page } = await desk.visit("/settings/masters", { who: accountant });
  await page.getByRole("button", { name: "kaveri cash", exact: true }).first().click();
  for (const label of ["Name", "Type", "Status"]) {
    expect([label, await dialog(page).getByLabel(label).first().isDisabled()]).toEqual([
      label,
      true,
    ]);
  }
  await dialog(page).getByLabel("Opening balance").fill("450");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Account updated successfully").waitFor();
});

test("an accountant can change only the tax treatment of a category", async () => {
  const { page } = await desk.visit("/settings/masters?tab=categories", { who: accountant });
  await page.getByRole("button", { name: "Rent", exact: true }).first().click();
  for (const label of ["Name", "Type", "Status"]) {
    expect([label, await dialog(page).getByLabel(label).first().isDisabled()]).toEqual([
      label,
      true,
    ]);
  }
  await dialog(page).getByLabel("Kind").selectOption({ label: "Finance cost" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Category updated successfully").waitFor();
});
