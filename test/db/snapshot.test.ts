import { afterAll, beforeAll, expect, test } from "bun:test";
import { streamSnapshot } from "../../db/engine/snapshot.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("a read in parts sees one snapshot while others write", async () => {
  const { owner } = world.kaveri;
  const moment = streamSnapshot(world.books, async function* (read) {
    for (;;) yield (await read.all("SELECT id FROM clients")).length;
  });
  const next = async () => (await moment.next()).value;
  expect(await next()).toBe(0);
  made(await owner.post("/api/clients", { displayName: "Meanwhile" }));
  expect(await next()).toBe(0);
  await moment.return(undefined);
  expect((await owner.get("/api/clients")).body.clients.length).toBe(1);
});
