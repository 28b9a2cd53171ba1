import { afterAll, beforeAll, expect, test } from "bun:test";
import { runReminders } from "../../db/reminders/run.ts";
import { mondayIn, owe, toMs } from "../server/reminding.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { killAt } from "./killing.ts";

let world: World;
const mail = {
  url: "smtp://127.0.0.1:9",
  from: "billing@indigo.example",
  isPerAgency: false,
  origin: "https://books.example",
};
beforeAll(async () => {
  world = await createWorld({ mail });
});
afterAll(() => world.end());

test("killed at any statement, leaves no partial reminder, and the next run sends it", async () => {
  const { owner } = world.kaveri;
  const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
  const { client } = made(await owner.post("/api/clients", meridian));
  const due = mondayIn(2);
  for (const rate of [100, 200]) await owe(owner, client._id, due, rate);
  done(await owner.put("/api/reminder-rules", { isOn: true }));
  const looking = { now: toMs(due, "11:00"), mail };
  const left = async () => {
    const [row] = await world.books.read.all<Record<string, number>>(`SELECT
      (SELECT count(*) FROM mails) AS mails, (SELECT count(*) FROM reminders) AS reminders,
      (SELECT count(*) FROM reminder_days) AS days, (SELECT count(*) FROM share_links) AS links,
      (SELECT count(*) FROM audit_log WHERE entity = 'Mail') AS logged`);
    return row;
  };
  let kills = 0;
  for (let n = 1; ; n++) {
    const revive = killAt(world.books, n);
    const ran = await runReminders(world.books, looking).catch((error: unknown) => error);
    revive();
    if (!(ran instanceof Error)) break;
    kills++;
    expect(await left()).toEqual({ mails: 0, reminders: 0, days: 0, links: 0, logged: 0 });
  }
  expect(kills).toBeGreaterThan(10);
  expect(await left()).toEqual({ mails: 1, reminders: 2, days: 1, links: 2, logged: 1 });
  expect(await runReminders(world.books, looking)).toEqual({ made: 0 });
});
