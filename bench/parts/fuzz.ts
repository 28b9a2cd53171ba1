import { fuzz as send } from "../../test/fuzz/fuzz.ts";
import { createWorld } from "../../test/world.ts";
import type { Part } from "../measure.ts";

const REQUESTS = 20_000;

export const fuzz: Part = {
  title: "20,000 requests that nobody should send, ten times what the suite sends",
  async run() {
    const world = await createWorld();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const started = performance.now();
    const wrong = await send(world, world.listen(), REQUESTS, seed);
    const seconds = (performance.now() - started) / 1000;
    const checks = await Promise.all(
      [world.kaveri, world.narmada].map(({ owner }) => owner.get("/api/books/check")),
    );
    await world.end();
    for (const fault of wrong) process.stderr.write(`${fault}\n`);
    const isRight = checks.every(({ body }) => body.ok);
    return [
      {
        what: `fuzz, ${REQUESTS} requests, seed ${seed}`,
        measured: `${wrong.length} wrong, books ${isRight ? "right" : "wrong"}, ${seconds.toFixed(0)} s`,
        beside: "–",
        ratio: "–",
        target: "0 wrong",
      },
    ];
  },
};
