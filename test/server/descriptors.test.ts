import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { newFolder, registerOwner, startServer } from "../process.ts";

/** Enough for a server to start its threads, and far fewer than the requests need. */
const SPARE = 40;
const IDLE_CONNECTIONS = 24;

test("a server out of file descriptors returns 503 and recovers", async () => {
  const { folder, remove } = newFolder();
  const server = await startServer(folder);
  const { headers } = await registerOwner(server.url);
  const { pid } = server.child;
  const limit = readdirSync(`/proc/${pid}/fd`).length + SPARE;
  expect(await Bun.spawn(["prlimit", `--pid=${pid}`, `--nofile=${limit}:`]).exited).toBe(0);

  const ask = async (path: string) => {
    const answer = await fetch(`${server.url}/api/${path}`, { headers });
    const body = await answer.text();
    const { status } = answer;
    if (status === 200) return status;
    const retryAfter = answer.headers.get("retry-after");
    expect({ path, status, body, retryAfter }).toEqual({
      path,
      status: 503,
      body: JSON.stringify({
        message: "The server has too many connections open; try again in a moment",
      }),
      retryAfter: "10",
    });
    return status;
  };
  const paths = ["transactions/export.csv", "books/check", "accounts", "audit/export.csv"];
  const statuses: number[] = [];
  const idle = [];
  for (let n = 0; n < IDLE_CONNECTIONS; n++) {
    const { hostname, port } = new URL(server.url);
    idle.push(await Bun.connect({ hostname, port: Number(port), socket: { data() {} } }));
    for (const path of paths) statuses.push(await ask(path));
  }
  // Several at once: each opens a connection to the books.
  for (let n = 0; n < 5; n++) statuses.push(...(await Promise.all(paths.map(ask))));
  expect(statuses).toContain(503);
  expect(server.child.exitCode).toBeNull();

  for (const socket of idle) socket.end();
  for (const path of paths) {
    while ((await ask(path)) !== 200) await Bun.sleep(1);
  }
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  remove();
});
