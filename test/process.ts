import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertNoSecret } from "./secrets.ts";

// A server in a process of its own, which tests can stop, kill and restart.

const ROOT = join(import.meta.dir, "..");

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "bahi-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Resolves when the server listens; PORT 0 takes a free port. Saves its output. Another command may wrap
 * it, and gets it as its last arguments.
 */
export async function startServer(
  folder: string,
  env: Record<string, string> = {},
  by: string[] = [],
) {
  const child = spawnServer(folder, env, by);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  let url: string | undefined;
  while (!url) {
    const { value, done } = await reader.read();
    if (done)
      throw new Error(`The server did not start: ${await new Response(child.stderr).text()}`);
    said += value;
    url = /http:\/\/\S+/.exec(said)?.[0];
  }
  reader.releaseLock();
  return { url, child, ...listen(child.stderr) };
}

function listen(stream: ReadableStream<Uint8Array>) {
  let said = "";
  async function read(): Promise<string> {
    const decoder = new TextDecoder();
    for await (const bytes of stream) said += decoder.decode(bytes, { stream: true });
    assertNoSecret(said);
    return said;
  }
  return {
    stderr: read(),
    async hasLogged(text: RegExp): Promise<void> {
      while (!text.test(said)) await Bun.sleep(1);
    },
  };
}

/** For starts that are expected to exit. */
export async function runServer(
  folder: string,
  env: Record<string, string> = {},
  by: string[] = [],
) {
  const child = spawnServer(folder, env, by);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

export async function killAtStart(folder: string, afterMs: number): Promise<void> {
  const child = spawnServer(folder, {}, []);
  await Bun.sleep(afterMs);
  child.kill("SIGKILL");
  await child.exited;
}

function spawnServer(folder: string, env: Record<string, string>, by: string[]) {
  return Bun.spawn([...by, process.execPath, "server/start.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      LOG_LEVEL: "debug",
      DATABASE_URL: `file:${join(folder, "books.db")}`,
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
}

export async function registerOwner(url: string) {
  const post = (path: string, body: object, token?: string) =>
    fetch(`${url}/api${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
  const registration = { name: "Asha", email: "asha@crash.test", password: "asha password" };
  const agency = { agencyName: "Crash & Sons", agencySlug: "crash-and-sons" };
  const { token } = await (await post("/auth/register", { ...registration, ...agency })).json();
  await post("/accounts", { name: "Bank" }, token);
  await post("/categories", { name: "Fees", type: "Income" }, token);
  await post("/categories", { name: "Rent", type: "Expense" }, token);
  return { token: token as string, headers: { authorization: `Bearer ${token}` } };
}
