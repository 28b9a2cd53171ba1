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
  const filling = clerk.ask("fillSearch", undefined, undefined).catch(({ message }) => message);
  await wanted;
  clerk.dismiss("now");
  expect(await filling).toBe("The clerk was dismissed");
  endTurn();
  made(await world.kaveri.owner.post("/api/accounts", { name: "After it" }));
  await world.end();
});
