import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  seat = { url: world.listen(), token: world.kaveri.staff.token as string, folder: world.folder };
});
afterAll(() => world.end());

test("bahi comments asks the owners about a client, lists and removes", async () => {
  const { owner } = world.kaveri;
  made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const record = "client:Konkan Foods";
  const added = await bahi(seat, ["comments", "add", record, "Did they move? @owners", "--ask"]);
  expect(added).toMatchObject({ exitCode: 0 });
  const { items } = done(await owner.get("/api/notifications"));
  expect(items).toMatchObject([{ kind: "mention", isOpen: true }]);
  const list = await bahi(seat, ["comments", "list", record]);
  expect(list.stdout).toMatch(/Staff of kaveri +open +Did they move\? @owners/);
  const removed = await bahi(seat, ["comments", "remove", added.stdout.trim()]);
  expect(removed.stdout).toBe("Comment deleted successfully\n");
  expect((await bahi(seat, ["comments", "list", record])).stdout).toContain("deleted");
  expect(await bahi(seat, ["comments", "list", "Konkan Foods"])).toMatchObject({ exitCode: 2 });
});
