import { expect, test } from "bun:test";
import { openClerk } from "../../db/clerk.ts";
import { createWorld, made } from "../world.ts";

test("a clerk that ends while it waits for its turn leaves the lane to the others", async () => {
  const world = await createWorld();
  const { books } = world;
  const { lane } = books;
  const { promise: wanted, resolve } = Promise.withResolvers<void>();
  const endTurn = await lane.take();
  const clerk = openClerk({
    ...books,
    lane: {
      take() {
        resolve();
        return lane.take();
      },
    },
  });
  const owner = { books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const undoing = clerk.ask("undoImport", owner, "none").catch(({ message }) => message);
  await wanted;
  clerk.dismiss("now");
  expect(await undoing).toBe("The clerk was dismissed");
  endTurn();
  made(await world.kaveri.owner.post("/api/accounts", { name: "After it" }));
  await world.end();
});

test("a thread that is dismissed at any moment takes nobody along", async () => {
  const lone = await createWorld();
  const { owner } = lone.kaveri;
  for (let n = 0; n < 60; n++) {
    const check = owner.get("/api/books/check");
    if (n % 3) await Bun.sleep(Math.random() * 30);
    lone.house.reader.dismiss("now");
    expect((await check).status).toBeOneOf([200, 503]);
  }
  expect((await owner.get("/api/books/check")).body.ok).toBe(true);
  await lone.end();
});
