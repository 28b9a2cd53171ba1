import { afterAll, beforeAll, expect, test } from "bun:test";
import { runReminders } from "../../db/reminders/run.ts";
import { momentOf, mondayIn, owe } from "../server/reminding.ts";
import { createWorld, done, made, type World } from "../world.ts";

class Killed extends Error {
  override name = "Killed";
}

let world: World;
const mail = { url: "smtp://127.0.0.1:9", from: "billing@indigo.example", isPerAgency: false };
beforeAll(async () => {
  world = await createWorld({ mail });
});
afterAll(() => world.end());

/** Ends the next writes at their n-th statement, as a kill would. */
function killAt(n: number): () => void {
  const { books } = world;
  let left = n;
  const watched = (target: object, names: string[]) =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (names.includes(String(name)) && --left === 0) throw new Killed();
          return value.apply(target, given);
        };
      },
    });
  const { write, primary } = books;
  if (primary) {
    const begin = primary.begin.bind(primary);
    primary.begin = async () => watched(await begin(), ["execute"]) as never;
    return () => {
      primary.begin = begin;
    };
  }
  const whole = write.transaction.bind(write);
  const statements = ["insert", "update", "delete", "select", "all", "run"];
  write.transaction = ((work: (tx: object) => Promise<unknown>, options: object) =>
    whole((tx) => work(watched(tx, statements)), options as never)) as never;
  return () => {
    write.transaction = whole as never;
  };
}

test("killed at any statement nothing of a reminder is there, and the next look makes it whole", async () => {
  const { owner } = world.kaveri;
  const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
  const { client } = made(await owner.post("/api/clients", meridian));
  const due = mondayIn(2);
  for (const rate of [100, 200]) await owe(owner, client._id, due, rate);
  done(await owner.put("/api/reminder-rules", { isOn: true }));
  const looking = { now: momentOf(due, "11:00"), mail };
  const left = async () => {
    const [row] = await world.books.read.all<Record<string, number>>(`SELECT
      (SELECT count(*) FROM mails) AS mails, (SELECT count(*) FROM reminders) AS reminders,
      (SELECT count(*) FROM reminder_days) AS days,
      (SELECT count(*) FROM audit_log WHERE entity = 'Mail') AS logged`);
    return row;
  };
  let kills = 0;
  for (let n = 1; ; n++) {
    const revive = killAt(n);
    const ran = await runReminders(world.books, looking).catch((error: unknown) => error);
    revive();
    if (!(ran instanceof Error)) break;
    kills++;
    expect(await left()).toEqual({ mails: 0, reminders: 0, days: 0, logged: 0 });
  }
  expect(kills).toBeGreaterThan(10);
  expect(await left()).toEqual({ mails: 1, reminders: 2, days: 1, logged: 1 });
  expect(await runReminders(world.books, looking)).toEqual({ made: 0 });
});
