import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, formatDate, formatWeekday, today } from "../../domain/dates.ts";
import { openSender, type Sender } from "../../server/mail/sender.ts";
import { type MailHost, startMailServer } from "../server/mailServer.ts";
import { mondayIn } from "../server/reminding.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk } from "./desk.ts";

let desk: Desk;
let host: MailHost;
let sender: Sender;
let client: string;
/** Milliseconds by which the sender's clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  host = await startMailServer();
  desk = await openDesk();
  const { context, kaveri } = desk.world;
  const { settings, books, log } = context;
  settings.mail = {
    url: host.url,
    from: "billing@indigo.example",
    isPerAgency: true,
    mayBePrivate: true,
  };
  sender = openSender({ books, log, settings, now: () => Date.now() + ahead });
  context.sender = sender;
  const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
  client = made(await kaveri.owner.post("/api/clients", meridian)).client._id;
});
afterEach(() => desk.clear());
afterAll(async () => {
  await sender.stop();
  await desk.leave();
  await host.end();
});

async function draft(more = {}): Promise<{ _id: string; number: string }> {
  const items = [{ description: "Retainer", qty: 1, rate: 81_000 }];
  const { owner } = desk.world.kaveri;
  return made(
    await owner.post("/api/invoices", { clientId: client, date: today(), items, ...more }),
  );
}

test("sends a draft to two addresses, undoes it, fixes a bounced one and shows the e-mail", async () => {
  ahead = 0;
  const due = mondayIn(3);
  const { _id, number } = await draft({ dueDate: due });
  const { owner } = desk.world.kaveri;
  done(await owner.put("/api/reminder-rules", { isOn: true }));
  const { page } = await desk.visit(`/invoices/${_id}`, { who: owner, expectComplaints: /400/ });
  const button = (name: string | RegExp) =>
    page.getByRole("button", { name }).filter({ visible: true });
  await page.locator(".btn-primary", { hasText: "Send by e-mail" }).first().waitFor();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Send by e-mail" });
  const to = dialog.getByLabel("To", { exact: true });
  await to.fill("accounts@meridian,");
  await dialog.getByText("accounts@meridian is not a complete address").waitFor();
  await dialog.getByRole("button", { name: "Remove accounts@meridian", exact: true }).click();
  await to.fill("accounts@meridian.example");
  await dialog.getByLabel("Message").fill("Dear Meridian,\n\nas agreed.\n\nThanks");
  await page.keyboard.press("Escape");
  await button("Send by e-mail").click();
  await dialog.getByText("as agreed.", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Send to 2" }).count()).toBe(1);
  expect(await dialog.locator(".first-page").textContent()).toContain(number);
  await dialog.getByText(formatWeekday(addDays(due, 7)), { exact: true }).waitFor();
  await dialog.getByLabel("Remind while unpaid").uncheck();
  expect(await dialog.getByText(formatWeekday(due), { exact: true }).count()).toBe(0);
  const lastDay = dialog.getByLabel("Link expires on");
  expect(await lastDay.inputValue()).toBe(formatDate(addDays(due, 90)));
  await lastDay.fill("1 Jan 2020");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText("The expiry date must not be before today").waitFor();
  await lastDay.fill(formatDate(due));
  await page.keyboard.press("Control+Enter");
  await page.getByText("Sending in 10 seconds.").waitFor();
  await page.getByText("Sent", { exact: true }).first().waitFor();
  await page.getByText(`until ${formatDate(due)}`).waitFor();
  await page.getByText("This invoice is excluded from reminders.").waitFor();
  const sent = page.getByRole("region", { name: "Sent", exact: true });
  await sent
    .getByText(/sends in \d s|sends in 10 s/)
    .first()
    .waitFor();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await page.getByText("Sending cancelled. The document is unchanged.").waitFor();
  await sent.getByText("Not sent").nth(1).waitFor();
  expect(host.taken).toHaveLength(0);

  host.become({ refuse: { at: "rcpt", code: 550, text: "no such mailbox" } });
  ahead = 11_000;
  await sent.getByRole("button", { name: "Try again" }).first().click();
  await page
    .getByRole("heading", { name: "finance@meridian.example rejected the e-mail" })
    .or(page.getByRole("heading", { name: "accounts@meridian.example rejected the e-mail" }))
    .waitFor();
  host.become({});
  await button("Correct the address").first().click();
  await to.fill("right@meridian.example");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await sent.getByText("to your mail server").waitFor();
  await page.getByRole("heading", { name: /rejected the e-mail/ }).waitFor({ state: "hidden" });
  expect(host.taken.map((mail) => mail.to)).toEqual([["right@meridian.example"]]);

  await sent.getByRole("button", { name: "View sent e-mail" }).click();
  const seen = page.getByRole("dialog", { name: "E-mail" });
  await seen.getByText(/^Sent \d\d:\d\d: to your mail server/).waitFor();
  const saved = page.waitForEvent("download");
  await seen.getByRole("button", { name: "The PDF that was sent" }).click();
  expect((await saved).suggestedFilename()).toBe(`Invoice-${number.replaceAll("/", "-")}.pdf`);

  await page.goto(`${desk.url}/outbox?state=handed_over`);
  await page.getByRole("row", { name: /right@meridian.example/ }).waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
});

test("offers four ways after Send Invoice, by keyboard, and remembers the last one", async () => {
  ahead = -60_000;
  host.become({});
  const { owner, staff } = desk.world.kaveri;
  const fields = { displayName: "Konkan Foods", phone: "020 5550 0131" };
  const konkan = made(await owner.post("/api/clients", fields)).client._id;
  const read = async () => done(await owner.get(`/api/clients/${konkan}`)).client;
  const open = async (options = {}) => {
    const { _id, number } = await draft({ clientId: konkan, dueDate: addDays(today(), 30) });
    const { page } = await desk.visit(`/invoices/${_id}`, {
      who: staff,
      ...options,
    });
    await page.getByRole("button", { name: "Send Invoice" }).first().click();
    return {
      _id,
      number,
      page,
      ways: page.getByRole("dialog", { name: "Invoice marked as sent" }),
    };
  };

  const put = (page: Page) => page.waitForResponse((answer) => answer.request().method() === "PUT");

  // No address: the field has the focus, and the address is kept on the client.
  const one = await open();
  await one.ways.getByText(`${one.number}, Konkan Foods, ₹81,000.00. Now get it`).waitFor();
  await one.ways.getByText("020 5550 0131 is not a mobile number").waitFor();
  await one.page.locator("input[name=to]:focus").waitFor();
  await one.page.keyboard.type("accounts@konkan.example");
  await one.page.keyboard.press("Enter");
  await one.ways.getByRole("button", { name: "Send e-mail" }).press("Enter");
  await one.ways.getByText(/^Queued: sends in \d+ s$/).waitFor();
  await one.ways.getByRole("button", { name: "Undo" }).press("Enter");
  await one.ways.getByRole("button", { name: "Send e-mail" }).waitFor();
  expect(await read()).toMatchObject({ email: "accounts@konkan.example", lastSentBy: "EMAIL" });

  // A mobile number turns WhatsApp on. D downloads, and comes first next time.
  await one.ways.getByRole("button", { name: "Add a mobile" }).press("Enter");
  await one.ways.getByLabel("Mobile number").fill("98765 43210");
  await one.ways.getByRole("button", { name: "Save" }).press("Enter");
  await one.ways.getByRole("button", { name: "WhatsApp", exact: true }).focus();
  const saved = one.page.waitForEvent("download");
  const noted = put(one.page);
  await one.page.keyboard.press("d");
  await saved;
  await noted;
  await one.ways.getByText("PDF downloaded").waitFor();
  await one.page.keyboard.press("Escape");
  await one.ways.waitFor({ state: "detached" });
  expect(await read()).toMatchObject({ phone: "98765 43210", lastSentBy: "PDF" });

  const two = await open({ isItsOwn: true });
  await two.page.context().grantPermissions(["clipboard-write"]);
  await two.ways.getByText("You used this last time for Konkan Foods").waitFor();
  expect(await two.ways.getByRole("listitem").first().textContent()).toContain("PDF");
  await two.page.locator("button:focus", { hasText: "Download" }).waitFor();
  expect(await axe(two.page)).toEqual([]);
  const linked = put(two.page);
  await two.page.keyboard.press("l");
  await two.ways.getByText("Link copied").waitFor();
  await linked;
  const always = two.ways.getByLabel("Always e-mail Konkan Foods when I send");
  const kept = put(two.page);
  await always.press("Space");
  await kept;
  expect((await read()).sendBy).toBe("EMAIL");
  await two.ways.getByRole("button", { name: "Not now" }).press("Enter");

  // Sending now skips the panel.
  const three = await open();
  await three.page.getByText("Sending in 10 seconds.").waitFor();
  await three.page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  await three.page.getByText("Sending cancelled. The document is unchanged.").waitFor();
  expect(await three.ways.count()).toBe(0);
  expect(host.taken.filter(({ to }) => to.includes("accounts@konkan.example"))).toEqual([]);
  ahead = 0;
});

test("saves an agency's mail account and shows the mail server's test result", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/mail", { who: owner, expectComplaints: /409/ });
  await page.getByRole("button", { name: "Send a test to owner@kaveri.test" }).click();
  await page.getByText("The mail server accepted the test: 250").waitFor();
  await page.getByText(/Last successful test:/).waitFor();
  await page.getByLabel("Use our own mail account").check();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Host must be the name or address of a mail server").waitFor();
  await page.getByLabel("From").fill("studio@own.example");
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(host.port));
  await page.getByLabel("Encryption").selectOption("NONE");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("sent from your own account").waitFor();
  host.become({ refuse: { at: "mail", code: 553, text: "not your address" } });
  await page.getByRole("button", { name: "Send a test to owner@kaveri.test" }).click();
  await page.getByText("The mail server rejected the test e-mail: 553 not your address").waitFor();
  host.become({});
  await owner.put("/api/mail-settings", { own: null });
  const visit = await desk.visit("/settings/mail", { who: staff });
  await visit.page.getByText("Only agency owners can set up e-mail.").waitFor();
});

test("without a mail server, explains what is missing and offers other ways", async () => {
  const { settings } = desk.world.context;
  const { mail } = settings;
  settings.mail = { url: "", from: "", isPerAgency: false };
  const { _id } = await draft();
  const { page } = await desk.visit(`/invoices/${_id}`, {
    who: desk.world.kaveri.owner,
    phone: true,
  });
  const next = page.getByRole("region", { name: "Next step" });
  await next.getByRole("button", { name: "Send Invoice" }).waitFor();
  await page.getByRole("button", { name: "Send by e-mail" }).click();
  const dialog = page.getByRole("dialog", { name: "Send by e-mail" });
  await dialog.getByText(/SMTP_URL and SMTP_FROM are missing/).waitFor();
  for (const name of ["Copy link", "WhatsApp", "PDF"]) {
    expect(await dialog.getByRole("button", { name }).count()).toBe(1);
  }
  settings.mail = mail;
});
