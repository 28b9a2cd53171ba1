import { afterAll, beforeAll, expect, test } from "bun:test";
import { newFolder, registerOwner, type ServerProcess, startServer } from "../process.ts";
import { createWorld } from "../world.ts";

// A crowd that signs in must not keep anybody from it, nor who has gone any of the crowd.

const { folder, remove } = newFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer(folder);
  await registerOwner(server.url);
});
afterAll(async () => {
  server.child.kill("SIGKILL");
  await server.child.exited;
  remove();
});

const CREDENTIALS = { email: "asha@crash.test", password: "asha password" };
const sendTo = (url: string, credentials: object, signal?: AbortSignal) =>
  fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
    ...(signal && { signal }),
  });

async function signIn(): Promise<number> {
  const begun = performance.now();
  const { status } = await sendTo(server.url, CREDENTIALS);
  expect(status).toBe(200);
  return performance.now() - begun;
}

/**
 * Two hundred at once, of whom every other hangs up once one has been answered; and what the rest is told.
 * Resolves when no more of them wait than may.
 */
async function crowd(of: string) {
  const leaving = new AbortController();
  const { promise: isThin, resolve } = Promise.withResolvers<void>();
  let over = 0;
  const answers = Array.from({ length: 200 }, async (_, n) => {
    const guess = { email: `${of}${n}@nobody.test`, password: "a guess" };
    try {
      const answer = await sendTo(server.url, guess, n % 2 ? leaving.signal : undefined);
      return { status: answer.status, again: answer.headers.get("retry-after") };
    } catch {
      return { status: 0, again: null };
    } finally {
      over += 1;
      if (over === 150) resolve();
    }
  });
  await Promise.race(answers);
  leaving.abort();
  await isThin;
  return { answers: Promise.all(answers) };
}

async function slowestOf(of: string) {
  const { answers } = await crowd(of);
  const waits = [await signIn(), await signIn(), await signIn()];
  return { waits, answers: await answers };
}

test("two hundred at once keep nobody from signing in", async () => {
  const alone = Math.max(await signIn(), await signIn(), await signIn());
  const { waits, answers } = await slowestOf("a");
  expect(Math.max(...waits)).toBeLessThan(2_000 + 6 * alone);

  const told = answers.filter(({ status }) => status === 503);
  expect(told.length).toBeGreaterThan(40);
  expect(told.every(({ again }) => Number(again) > 0)).toBe(true);
  expect(answers.filter(({ status }) => ![0, 401, 503].includes(status))).toEqual([]);
}, 60_000);

test("nor somebody who has never signed in since the start", async () => {
  server.child.kill("SIGKILL");
  await server.child.exited;
  server = await startServer(folder);
  const { answers } = await crowd("b");
  const wait = await signIn();
  await answers;
  const alone = Math.max(await signIn(), await signIn(), await signIn());
  expect(wait).toBeLessThan(2_000 + 6 * alone);
}, 60_000);

test("a sign-in that is given up costs nothing", async () => {
  const world = await createWorld();
  const url = world.listen();
  const leaving = new AbortController();
  const sent = Array.from({ length: 30 }, (_, n) =>
    sendTo(url, { email: `n${n}@nobody.test`, password: "a guess" }, leaving.signal).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  await Promise.race(sent);
  leaving.abort();
  expect((await Promise.all(sent)).filter((status) => status === 0).length).toBeGreaterThan(15);
  const logins = () => world.lines.filter((line) => line.includes('"route":"/api/auth/login"'));
  // Two of them are the world's own staff's.
  while (logins().length < 32) await new Promise(setImmediate);
  const [row] = await world.books.read.all<{ n: number }>(
    "SELECT count(*) AS n FROM password_attempts",
  );
  expect(row?.n).toBeLessThan(20);
  await world.end();
});
