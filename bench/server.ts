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
  /** From the start of the process to the first 200 of /healthz. */
  startedMs: number;
  /**
   * Returns how long loopServer.ts measured its event loop as blocked since the last call: p50, p99 and
   * maximum, in ms.
   */
  loop(): Promise<number[]>;
  /** Resolves once the server has logged this text. */
  hasLogged(text: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the real server in a process of its own, on books in a folder of the bench.
 * @param folder the checkout to run
 */
export async function startServer(
  name: string,
  script = "server/start.ts",
  more: Record<string, string> = {},
  folder = ROOT,
): Promise<Server> {
  const started = performance.now();
  const child = Bun.spawn([process.execPath, script], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: "0",
      DATABASE_URL: `file:${join(FOLDER, name, "bahi.db")}`,
      LOG_LEVEL: "warn",
      // The same value as in server/start.ts.
      BUN_JSC_forceRAMSize: String(288 << 20),
      ...more,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  let logged = "";
  void (async () => {
    for await (const bytes of child.stderr) logged += new TextDecoder().decode(bytes);
  })();
  const stdout = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const url = await readAddress(stdout);
  while (!(await fetch(`${url}/healthz`)).ok) await Bun.sleep(1);
  return {
    url,
    pid: child.pid,
    startedMs: performance.now() - started,
    async loop() {
      child.kill("SIGUSR2");
      return JSON.parse((await stdout.read()).value ?? "[]");
    },
    async hasLogged(text) {
      while (!logged.includes(text)) await Bun.sleep(20);
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

export async function readAddress(stdout: {
  read(): Promise<{ value?: string }>;
}): Promise<string> {
  let output = "";
  for (;;) {
    const { value } = await stdout.read();
    if (value === undefined) throw new Error("The server did not start");
    output += value;
    const [address] = /http:\/\/\S+/.exec(output) ?? [];
    if (address) return address;
  }
}

/** Registers an agency. Returns its owner's token. */
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

/** Runs `bahi import`. Returns the time of the whole command and the CPU time of both processes. */
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
  const cpu = cpuSeconds(server) - cpuBefore + toCpuSeconds(child);
  return { added, seconds, rowsPerSecond: added / seconds, cpuMicrosPerRow: (cpu / added) * 1e6 };
}

/** Returns the CPU seconds of a finished command. */
export const toCpuSeconds = (ended: Bun.Subprocess) =>
  Number(ended.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1e6;

/**
 * Returns a server's CPU seconds so far, measured in ticks of 10 ms, or NaN if the system does not
 * provide them.
 */
function cpuSeconds({ pid }: Server): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  // Fields after the name, which may contain blanks: the twelfth and thirteenth are user and system
  // time.
  const [, fields = ""] = readFileSync(path, "utf8").split(") ");
  const numbers = fields.split(" ");
  return (Number(numbers[11]) + Number(numbers[12])) / 100;
}

/** Returns a process's peak memory in MB, or undefined if the system does not provide it. */
export function peakMemory({ pid }: Server): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
