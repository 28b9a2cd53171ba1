import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { addClient, LOGO } from "./billing.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";
import { sharedBrowser } from "./pages.ts";

let desk: Desk;
let meridian: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const bankDetails = { accountNo: "50200048124471", ifsc: "HDFC0000149", upi: "kaveri@hdfcbank" };
  await owner.put("/api/invoice-settings", { bankDetails });
  meridian = await addClient(owner, "Meridian Realty", { phone: "98765 43210" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const post = (path: string, body: object = {}) => desk.world.kaveri.owner.post(`/api${path}`, body);

async function newDocument(folder: "invoices" | "estimates"): Promise<string> {
  const input = { clientId: meridian, date: today(), dueDate: addDays(today(), 28), items: [LOGO] };
  return made(await post(`/${folder}`, input))._id;
}

async function linkTo(folder: "invoices" | "estimates"): Promise<{ id: string; path: string }> {
  const id = await newDocument(folder);
  await post(`/${folder}/${id}/send`);
  const { url } = made(await post("/share-links", { entity: folder.slice(0, -1), id }));
  return { id, path: new URL(url).pathname };
}

const listLinks = async (id: string) =>
  (await desk.world.kaveri.owner.get(`/api/share-links?entity=invoice&id=${id}`)).body.links;

test("a client reads and pays without JavaScript, on desktop and phone", async () => {
  const { path } = await linkTo("invoices");
  const browser = await sharedBrowser();
  for (const width of [1440, 390]) {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      javaScriptEnabled: false,
    });
    await page.goto(desk.url + path);
    await page.getByRole("heading", { name: /^Amount due on invoice/ }).waitFor();
    const code = page.getByRole("img", { name: /^UPI code for ₹/ });
    if (width === 390) {
      const pay = await page.getByRole("link", { name: /^Pay ₹/ }).getAttribute("href");
      expect(pay).toStartWith("upi://pay?pa=kaveri@hdfcbank");
      expect(await code.isVisible()).toBe(false);
      await page.getByRole("link", { name: "Show QR code" }).click();
    }
    expect(await code.isVisible()).toBe(true);
    const [pdf, hidden] = await Promise.all([
      page.getByRole("link", { name: "Download PDF" }).filter({ visible: true }).count(),
      page.getByRole("button", { name: /^Copy/ }).count(),
    ]);
    expect([pdf, hidden]).toEqual([1, 0]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await page.close();
  }
});

test("passes axe in light and dark mode", async () => {
  const pages = [(await linkTo("invoices")).path, (await linkTo("estimates")).path, "/s/none"];
  for (const path of pages) {
    const { page } = await desk.visit(path, { phone: true, expectComplaints: /404/ });
    await assertLooksRight(page, path);
  }
});

async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: Date.now() });
  await page.clock.pauseAt(Date.now() + 60_000);
}

test("counts a view after three seconds in sight, and never the agency's own", async () => {
  const { id, path } = await linkTo("invoices");
  const { owner } = desk.world.kaveri;
  const { page: ours } = await desk.visit("/profile", { who: owner, isItsOwn: true });
  await stopClock(ours);
  await ours.goto(desk.url + path);
  await ours.clock.runFor(10_000);
  const { page } = await desk.visit("/s/none", { expectComplaints: /404/, isItsOwn: true });
  await stopClock(page);
  await page.goto(desk.url + path);
  const told = page.waitForResponse((answer) => answer.url().endsWith("/seen"));
  await page.clock.runFor(2_900);
  expect(await listLinks(id)).toMatchObject([{ views: 0 }]);
  await page.clock.runFor(200);
  expect((await told).status()).toBe(204);
  expect(await listLinks(id)).toMatchObject([{ views: 1 }]);
});

test("copies a link, opens it in WhatsApp and ends it from the invoice", async () => {
  const id = await newDocument("invoices");
  const { page } = await desk.visit(`/invoices/${id}`, {
    who: desk.world.kaveri.staff,
    isItsOwn: true,
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByText("Share a link your client can open").waitFor();
  await press("Copy link");
  await toast(
    page,
    "Link copied. Your client sees the document once you mark it as sent.",
  ).waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toStartWith(`${desk.url}/s/`);
  await page.getByText("Not opened in a browser yet.").waitFor();

  // The link opens another site, so the test can only see that it was requested.
  const asked = Promise.withResolvers<string>();
  await page.context().route("https://wa.me/**", (route) => {
    asked.resolve(route.request().url());
    return route.fulfill({ body: "WhatsApp" });
  });
  await press("WhatsApp");
  expect(decodeURIComponent(await asked.promise)).toMatch(
    /^https:\/\/wa\.me\/919876543210\?text=Invoice \S+ of ₹\S+, due .*: http:\S+\/s\/[\w-]{22}$/,
  );
  expect(decodeURIComponent(await asked.promise)).toEndWith(url);
  expect(await listLinks(id)).toHaveLength(1);
  await page.getByRole("alertdialog", { name: "Mark as sent?" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await press("Mark as sent");
  await page.getByRole("button", { name: "Add Payment" }).first().waitFor();
  expect((await fetch(url)).status).toBe(200);
  await press("Turn off the link");
  const ending = page.getByRole("alertdialog", { name: "Turn off the link?" });
  await ending.getByRole("button", { name: "Turn off the link" }).click();
  await page.getByText("No open links.").waitFor();
  expect((await fetch(url)).status).toBe(410);
});

test("a client accepts an estimate and the agency sees who did", async () => {
  const { id, path } = await linkTo("estimates");
  const { page } = await desk.visit(path, { phone: true });
  await page.getByLabel("Your name").fill("Ravi Menon");
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByText("Accept estimate").waitFor();
  await page.getByRole("button", { name: "Yes, accept it" }).click();
  await page.getByText("Accepted by Ravi Menon").waitFor();
  const { page: ours } = await desk.visit(`/estimates/${id}`, { who: desk.world.kaveri.owner });
  await ours.getByText("Accepted by “Ravi Menon”").waitFor();
});
