import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDays, formatWeekday, today } from "../../domain/dates.ts";
import { mondayIn, owe } from "../server/reminding.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
let staff: Seat;
let number: string;
const due = mondayIn(1);
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
  staff = { ...seat, token: world.kaveri.staff.token as string };
  const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
  const { client } = made(await owner.post("/api/clients", meridian));
  ({ number } = await owe(owner, client._id, due, 81_000));
});
afterAll(() => world.end());

test("bahi reminders prints the rules, turns them on and lists the next ones", async () => {
  const reminders = (who: Seat, ...words: string[]) => bahi(who, ["reminders", ...words]);
  expect((await reminders(seat, "rules")).stdout).toStartWith("Reminders are off; switch them on");
  expect((await reminders(seat, "run")).stdout).toBe(
    "Reminders are off; switch them on with bahi reminders rules --switch on\n",
  );
  expect((await reminders(seat, "preview")).stdout).toContain("Reminders are off; switch them on");
  expect((await reminders(staff, "rules", "--switch", "on")).exitCode).toBe(4);
  expect((await reminders(seat, "rules", "--switch", "perhaps")).exitCode).toBe(2);
  expect((await reminders(seat, "rules", "--rule", "8=on")).exitCode).toBe(2);
  const on = await reminders(seat, "rules", "--switch", "on", "--rule", "30=on");
  expect(on.stdout).toMatch(/^Reminders have been on since .* in the name of Owner of kaveri\n/);
  expect(on.stdout).toContain("30 days late: on");
  const coming = await reminders(staff, "preview");
  expect(coming.stdout).toContain(formatWeekday(due));
  expect(coming.stdout).toMatch(/finance@meridian\.example.*On the due date.*81,000\.00/);
  const late = await reminders(seat, "preview", "--days", "60", "--json");
  expect(JSON.parse(late.stdout).coming.at(-1)?.date >= addDays(today(), 15)).toBe(true);

  expect((await reminders(staff, "skip", number)).stdout).toBe(
    `${number} is excluded from reminders\n`,
  );
  expect((await reminders(seat, "preview")).stdout).toContain("0 e-mails until");
  expect((await reminders(seat, "resume", number)).stdout).toBe(`${number} gets reminders\n`);
  expect((await reminders(staff, "run")).exitCode).toBe(4);
  expect((await reminders(seat, "run")).stdout).toStartWith("No reminders are due now");
  expect((await reminders(seat, "list", "--invoice", number)).stdout).toContain("0 reminders");

  const words = ["invoices", "email", number, "--expires", "31 Dec 2099", "--no-remind"];
  expect((await bahi(seat, words)).stdout).toBe(`${number} to finance@meridian.example\n`);
  expect((await reminders(seat, "preview")).stdout).toContain("0 e-mails until");
  const { items } = done(await world.kaveri.owner.get("/api/invoices"));
  const path = `/api/share-links?entity=invoice&id=${items[0]._id}`;
  expect(done(await world.kaveri.owner.get(path)).links[0].expires).toBe("2099-12-31");
});
