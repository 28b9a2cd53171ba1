import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const FOLDER = mkdtempSync(join(tmpdir(), "bahi-bench-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

export interface Server {
  url: string;
  pid: number;
  /** From the process's start to the first 200 of /healthz. */
  startedMs: number;
  stop(): Promise<void>;
}

/** The real server in a process of its own, on books in a folder below the bench's own. */
export async function startServer(name: string): Promise<Server> {
  const started = performance.now();
  const child = Bun.spawn([process.execPath, "server/start.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      DATABASE_URL: `file:${join(FOLDER, name, "bahi.db")}`,
      LOG_LEVEL: "warn",
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const url = await addressOf(child.stdout);
  while (!(await fetch(`${url}/healthz`)).ok) await Bun.sleep(1);
  return {
    url,
    pid: child.pid,
    startedMs: performance.now() - started,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

async function addressOf(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let said = "";
  for await (const chunk of stdout) {
    said += new TextDecoder().decode(chunk);
    const [address] = /http:\/\/\S+/.exec(said) ?? [];
    if (address) return address;
  }
  throw new Error("The server did not start");
}

/** Registers an agency and gives its owner's token. */
export async function register(server: Server, slug: string): Promise<string> {
  const owner = { name: "Bench", email: `owner@${slug}.test`, password: "a password for bench" };
  const response = await fetch(`${server.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...owner, agencyName: slug, agencySlug: slug }),
  });
  const { token, message } = await response.json();
  if (!token) throw new Error(message);
  return token;
}

/** `bahi import` as a person runs it: the time of the whole command, and what it cost both processes. */
export async function importFile(server: Server, token: string, file: string) {
  const started = performance.now();
  const cpuBefore = cpuSeconds(server);
  const child = Bun.spawn(
    [process.execPath, "cli/main.ts", "import", file, "--create-missing", "--json"],
    {
      cwd: ROOT,
      env: { ...process.env, BAHI_SERVER: server.url, BAHI_TOKEN: token },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [answer, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(complaint);
  const { added } = JSON.parse(answer).import as { added: number };
  const seconds = (performance.now() - started) / 1000;
  const cpu = cpuSeconds(server) - cpuBefore + cpuSecondsOf(child);
  return { added, seconds, rowsPerSecond: added / seconds, cpuMicrosPerRow: (cpu / added) * 1e6 };
}

/** The processor time of a command that has ended. */
export const cpuSecondsOf = (ended: Bun.Subprocess) =>
  Number(ended.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1e6;

/** The processor time of a server so far, in ticks of 10 ms; not a number where the system does not say. */
function cpuSeconds({ pid }: Server): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  // What follows the name, which may hold blanks: the twelfth and thirteenth are user and system time.
  const [, fields = ""] = readFileSync(path, "utf8").split(") ");
  const numbers = fields.split(" ");
  return (Number(numbers[11]) + Number(numbers[12])) / 100;
}

/** The most memory that a process has held so far, in MB; undefined where the system does not say. */
export function peakMemory({ pid }: Server): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
