import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { addDays, formatWeekday } from "../../domain/dates.ts";
import { REMINDER_DAY_NAMES } from "../../domain/reminders/schedule.ts";
import { type MailHost, startMailServer } from "../server/mailServer.ts";
import { mondayIn, openClock, owe } from "../server/reminding.ts";
import { done, made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
let host: MailHost;
let clock: Awaited<ReturnType<typeof openClock>>;
let client: string;
const due = mondayIn(1);

beforeAll(async () => {
  host = await startMailServer();
  desk = await openDesk();
  const { context, kaveri } = desk.world;
  context.settings.mail = { url: host.url, from: "billing@indigo.example", isPerAgency: false };
  clock = await openClock(desk.world);
  const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
  client = made(await kaveri.owner.post("/api/clients", meridian)).client._id;
});
afterEach(() => desk.clear());
afterAll(async () => {
  await clock.end();
  await desk.leave();
  await host.end();
});

test("an owner turns reminders on with custom text and sees the next ones", async () => {
  const { owner, staff } = desk.world.kaveri;
  await owe(owner, client, due, 81_000);
  const { page } = await desk.visit("/settings/reminders", { who: owner });
  await page.getByText(/^Reminders are off/).waitFor();
  await page.getByLabel("Remind clients of amounts due").check();
  await page.getByRole("checkbox", { name: "3 days before" }).check();
  await page.getByText("Wording", { exact: true }).nth(1).click();
  const message = page.getByLabel("Message").filter({ visible: true });
  await message.fill("Dear {client},\n\nplease pay.");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Add the placeholder for the invoices: {invoices}").waitFor();
  await message.fill("Dear {client},\n\nthis is due today:\n{invoices}\n\n{agency}");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Reminders saved").waitFor();
  await page.getByText(/^Each client gets at most one e-mail a day.* Owner of kaveri/).waitFor();
  const coming = page.getByRole("region", { name: "The next two weeks" });
  await coming.getByText("finance@meridian.example").first().waitFor();
  await coming.getByText(formatWeekday(due), { exact: true }).waitFor();
  await coming.getByText("₹81,000.00").first().waitFor();
  const rules = done(await owner.get("/api/reminder-rules")).rules;
  expect(rules.map((rule: { isUsual: boolean }) => rule.isUsual)).toEqual([
    ...[true, false, true, true, true],
  ]);
  const visit = await desk.visit("/settings/reminders", { who: staff });
  await visit.page.getByText("Only agency owners can set up reminders.").waitFor();
});

test("an invoice shows past and next reminders and can be excluded", async () => {
  const { owner } = desk.world.kaveri;
  const { _id, number } = await owe(owner, client, due, 9_000);
  clock.set(due, "11:00");
  expect(await clock.pass()).toBe(1);
  const [mail] = await Promise.all(host.taken.map(({ parse }) => parse()));
  expect(mail?.text).toContain(number);
  expect(mail?.text).toContain("this is due today:");
  const { page } = await desk.visit(`/invoices/${_id}`, { who: owner });
  const panel = page.getByRole("region", { name: "Reminders", exact: true });
  await panel.getByText(REMINDER_DAY_NAMES[0], { exact: true }).waitFor();
  await panel.getByText(/^Sent/).waitFor();
  await panel.getByText(`Next on ${formatWeekday(addDays(due, 7))}`).waitFor();
  await panel.getByLabel("Send reminders for this invoice").click();
  await panel.getByText("This invoice is excluded from reminders.").waitFor();
  expect(done(await owner.get(`/api/reminders/invoices/${_id}`)).remind).toBe(false);
});

test("a client's page excludes the client", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit(`/clients?client=${client}`, { who: owner, phone: true });
  const tick = page.getByLabel("Send reminders to this client");
  await tick.click();
  await page.waitForFunction(
    () => !document.querySelector<HTMLInputElement>("input[name=remind]")?.checked,
  );
  await desk.visit(`/clients?client=${client}`, { who: owner });
  expect(done(await owner.get(`/api/reminders/clients/${client}`)).remind).toBe(false);
});
