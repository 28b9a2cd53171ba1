import { expect, test } from "bun:test";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { newFolder } from "../process.ts";
import { startSqld } from "../sqld.ts";
import { createWorld } from "../world.ts";

const ROUNDS = 5;
const WAY_MS = 5;

async function startLine(target: string) {
  const { port, hostname } = new URL(target);
  const waiting = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on("data", (bytes) => {
      waiting.add(near);
      setTimeout(() => far.write(bytes), WAY_MS);
    });
    far.on("data", (bytes) => {
      waiting.delete(near);
      near.write(bytes);
    });
    for (const [end, other] of [[near, far] as const, [far, near] as const]) {
      end.on("error", () => {});
      end.on("close", () => {
        waiting.delete(near);
        other.destroy();
      });
    }
  });
  const { promise: isListening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await isListening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async breakOne(): Promise<void> {
      while (waiting.size === 0) await Bun.sleep(1);
      for (const near of [...waiting].slice(0, 1)) near.resetAndDestroy();
    },
    stop: () => server.close(),
  };
}

test("one broken connection fails no call, on it or on others", async () => {
  const { folder, remove } = newFolder();
  const db = await startSqld(folder);
  const line = await startLine(db.url);
  const world = await createWorld({}, { url: line.url });
  const { owner } = world.kaveri;
  const answers: number[][] = [];
  let isOver = false;

  async function keep(ask: (n: number) => Promise<{ status: number }>) {
    const mine: number[] = [];
    answers.push(mine);
    while (!isOver) mine.push((await ask(mine.length)).status);
  }
  const people = Array.from({ length: 4 }, (_, who) => [
    keep(() => owner.get("/api/accounts")),
    keep((n) => {
      const name = `Account ${who} ${n}`;
      return owner.post("/api/accounts", { name }, { "idempotency-key": name });
    }),
  ]).flat();
  for (let round = 1; round <= ROUNDS; round++) {
    // Every connection has another request now, so none is cut off twice. A cut-off write may delay the
    // next for 5 s.
    const before = answers.map(({ length }) => length);
    while (answers.some(({ length }, n) => length === before[n])) await Bun.sleep(1);
    await line.breakOne();
  }
  isOver = true;
  await Promise.all(people);
  expect(new Set(answers.flat())).toEqual(new Set([200, 201]));

  await world.end();
  line.stop();
  db.child.kill("SIGKILL");
  remove();
});
