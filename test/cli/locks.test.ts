import { afterAll, beforeAll, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { createWorld, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
let staff: Seat;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  const url = world.listen();
  seat = { url, token: owner.token as string, folder: world.folder };
  staff = { ...seat, token: world.kaveri.staff.token as string };
});
afterAll(() => world.end());

const sale = () =>
  bahi(
    staff,
    ["import", "-", "--create-missing"],
    `${CSV_HEADER}2026-09-30,Sale,Till,Sales,Income,5,\n`,
  );

test("bahi locks closes, adds exceptions, reopens and makes final", async () => {
  const lock = (...words: string[]) => bahi(seat, ["locks", ...words]);
  expect((await lock()).stdout).toBe("Books closed  -\nGST filed     -\nFinal         -\n");
  expect((await lock("set", "--to", "30/09/2026")).stdout).toMatch(
    /^Books closed {2}to 30 Sep 2026 {2}\(Owner of kaveri, /,
  );
  const refused = await sale();
  expect([refused.exitCode, refused.stdout]).toEqual([3, ""]);
  expect(refused.stderr).toBe(
    "bahi: standard input was not imported: Books are closed to 30 September 2026; " +
      "leave these rows out, or ask for an exception (bahi locks except)\n" +
      "  line 2  Date  Books are closed to 30 September 2026\n",
  );
  const many = await bahi(
    staff,
    ["import", "-", "--create-missing"],
    CSV_HEADER +
      Array.from({ length: 101 }, (_, n) => `2026-09-30,Sale ${n},Till,Sales,Income,5,\n`).join(""),
  );
  expect(many.stderr.split("\n").slice(1)).toEqual([
    "  line 2 and 99 more  Date  Books are closed to 30 September 2026",
    "",
  ]);

  const back = await lock("set", "--to", "2026-08-31");
  expect([back.exitCode, back.stderr]).toEqual([3, expect.stringContaining("Enter the reason")]);
  expect((await lock("set")).exitCode).toBe(2);

  const given = await lock("except", "staff of kaveri", "--reason", "One sale");
  expect(given.stdout).toMatch(/^Exception {5}Staff of kaveri, until .*: One sale {2}\w{13}\n$/);
  expect((await sale()).exitCode).toBe(0);
  expect((await lock("changes")).stdout).toMatch(
    /Added import +exception by Owner of kaveri[\s\S]*3 changes .*of closed months \+₹5\.00\n$/,
  );
  const id = given.stdout.trim().slice(-13);
  expect((await lock("end", id)).stdout).toBe("Exception ended\n");
  expect((await lock("end", id)).exitCode).toBe(3);
  expect(
    (await lock("except", "staff of kaveri", "--reason", "No", "--until", "noon")).exitCode,
  ).toBe(2);

  const words = ["locks", "set", "--final", "2026-03-31", "--password-stdin"];
  expect((await bahi(seat, words, "a guess\n")).stderr).toContain("The password is wrong");
  expect((await bahi(seat, words, "kaveri password\n")).stdout).toContain(
    "Final         to 31 Mar 2026",
  );
  expect((await bahi(staff, ["locks", "set", "--to", "none"])).exitCode).toBe(4);
});
