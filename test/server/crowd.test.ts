import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { newFolder, registerOwner, type ServerProcess, startServer } from "../process.ts";
import { createWorld } from "../world.ts";

// A crowd of sign-ins must not block others, and cancelled ones must cost nothing.

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
 * Sends two hundred sign-ins. Every other one disconnects after the first response. Resolves once
 * no more wait than allowed. `end` cancels the rest and returns the responses.
 */
async function crowd(of: string) {
  const [impatient, patient] = [new AbortController(), new AbortController()];
  const { promise: isThin, resolve } = Promise.withResolvers<void>();
  let over = 0;
  const answers = Array.from({ length: 200 }, async (_, n) => {
    const guess = { email: `${of}${n}@nobody.test`, password: "a guess" };
    try {
      const { signal } = n % 2 ? impatient : patient;
      const answer = await sendTo(server.url, guess, signal);
      return { status: answer.status, again: answer.headers.get("retry-after") };
    } catch {
      return { status: 0, again: null };
    } finally {
      over += 1;
      if (over === 150) resolve();
    }
  });
  await Promise.race(answers);
  impatient.abort();
  await isThin;
  return {
    end() {
      patient.abort();
      return Promise.all(answers);
    },
  };
}

test("two hundred wrong sign-ins at once block no other user", async () => {
  const alone = Math.max(await signIn(), await signIn(), await signIn());
  const { end } = await crowd("a");
  const waits = [await signIn(), await signIn()];
  const answers = await end();
  expect(Math.max(...waits)).toBeLessThan(2_000 + 6 * alone);

  const told = answers.filter(({ status }) => status === 503);
  expect(told.length).toBeGreaterThan(10);
  expect(told.every(({ again }) => Number(again) > 0)).toBe(true);
  expect(answers.filter(({ status }) => ![0, 401, 503].includes(status))).toEqual([]);
}, 60_000);

test("two hundred at once do not block a user who has not signed in since the start", async () => {
  server.child.kill("SIGKILL");
  await server.child.exited;
  server = await startServer(folder);
  const { end } = await crowd("b");
  const wait = await signIn();
  await end();
  const alone = Math.max(await signIn(), await signIn(), await signIn());
  expect(wait).toBeLessThan(2_000 + 6 * alone);
}, 60_000);

test("a cancelled sign-in costs nothing", async () => {
  const world = await createWorld();
  const url = world.listen();
  const counters = async () => {
    const [row] = await world.books.read.all<{ n: number }>(
      "SELECT count(*) AS n FROM password_attempts WHERE count > 0",
    );
    return row?.n ?? 0;
  };
  const before = await counters();
  const { promise: isTime, resolve: go } = Promise.withResolvers<void>();
  const { verify } = Bun.password;
  using held = spyOn(Bun.password, "verify").mockImplementation(async (...words) => {
    await isTime;
    return verify(...words);
  });
  const leaving = new AbortController();
  const sent = Array.from({ length: 30 }, (_, n) =>
    sendTo(url, { email: `n${n}@nobody.test`, password: "a guess" }, leaving.signal).catch(() => 0),
  );
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };
  await until(() => world.app.server?.pendingRequests === 30 && held.mock.calls.length === 2);
  leaving.abort();
  await Promise.all(sent);
  const refused = /"route":"\/api\/auth\/login","status":400/;
  await until(() => world.lines.filter((line) => refused.test(line)).length === 28);
  go();
  await until(() => world.app.server?.pendingRequests === 0);

  expect(held).toHaveBeenCalledTimes(2);
  // Two user and address pairs, their accounts, and the address.
  expect((await counters()) - before).toBe(5);
  await world.end();
});
