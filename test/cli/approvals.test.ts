import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
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
  const { vendor } = made(await owner.post("/api/vendors", { displayName: "Pune Print House" }));
  const items = [{ description: "Posters", taxable: 900 }];
  const bill = { vendorId: vendor._id, number: "P/1", date: "2026-10-05", items };
  made(await owner.post("/api/bills", bill));
});
afterAll(() => world.end());

test("bahi bills pay above the limit waits, and bahi approvals decides", async () => {
  const approvals = (who: Seat, ...words: string[]) => bahi(who, ["approvals", ...words]);
  expect((await approvals(seat, "limit")).stdout).toBe("No limit: no payment needs approval\n");
  expect((await approvals(staff, "limit", "--set", "500")).exitCode).toBe(4);
  expect((await approvals(seat, "limit", "--set", "500")).stdout).toBe(
    "Staff payments above ₹500.00 need approval\n",
  );
  const pay = ["bills", "pay", "P/1", "--account", "kaveri bank", "--date", "2026-10-06"];
  const asked = await bahi(staff, pay);
  expect([asked.exitCode, asked.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Waiting for an owner's approval: Payment of bill P\/1: .*, ₹900.00 {2}\w{13}\n$/,
    ),
  ]);
  const again = await bahi(staff, pay);
  expect(again.stdout).toBe(asked.stdout);
  const id = asked.stdout.trim().slice(-13);
  const listed = await approvals(staff, "list");
  expect(listed.stdout).toContain("1 payment waiting");
  expect(listed.stdout).toMatch(new RegExp(`Payment of bill P/1.*900\\.00.*waiting.*${id}`));
  expect((await approvals(staff, "approve", id)).exitCode).toBe(4);
  expect((await approvals(seat, "refuse", id)).exitCode).toBe(2);
  expect((await approvals(seat, "approve", id)).stdout).toMatch(/^Approved: Payment of bill P\/1/);
  expect((await approvals(seat, "approve", id)).exitCode).toBe(3);
  expect((await approvals(seat, "approve", "0000000000000")).exitCode).toBe(5);
  expect((await bahi(seat, ["bills", "list"])).stdout).toContain("  Paid  ");
  expect((await approvals(seat, "list", "--state", "approved")).stdout).toMatch(
    /approved by Owner of kaveri/,
  );
  expect((await approvals(seat, "list", "--state", "gone")).exitCode).toBe(2);
});

test("bahi team prints an invitation link once and withdraws it", async () => {
  const team = (who: Seat, ...words: string[]) => bahi(who, ["team", ...words]);
  const email = "vinod@ledgers.test";
  const words = ["invite", email, "--name", "Vinod Rao", "--role", "accountant"];
  const { stdout } = await team(seat, ...words);
  expect(stdout).toMatch(/^http:\/\/.*\/join#[\w-]{43}\n$/);
  const [, token] = stdout.trim().split("#");
  done(await world.stranger.post("/api/auth/invitation", { token }));
  const listed = await team(seat, "list");
  expect(listed.stdout).toMatch(/Vinod Rao .*vinod@ledgers.test .*Accountant .*invited, until/);
  expect(listed.stdout).toContain("2 members, 1 invited");
  expect((await team(staff, ...words)).exitCode).toBe(4);
  expect((await team(seat, "invite", email)).exitCode).toBe(2);
  expect((await team(seat, "revoke", email)).stdout).toBe(`Withdrew the invitation for ${email}\n`);
  expect((await team(seat, "revoke", email)).exitCode).toBe(5);
  expect((await world.stranger.post("/api/auth/invitation", { token })).status).toBeGreaterThan(
    399,
  );
});
