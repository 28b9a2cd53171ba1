import { readFileSync } from "node:fs";
import { writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile, thousands } from "../measure.ts";
import { FOLDER, importFile, ROOT, register, type Server, startServer } from "../server.ts";
import { watched } from "../watch.ts";

const SECONDS = 60;
const PEOPLE = 200;
const IDLERS = 10_000;
/** After this time, memory must not grow. */
const WARM_S = 10;

export const load: Part = {
  title: `${PEOPLE} connections that read and write for ${SECONDS} s, then ${IDLERS} that say nothing`,
  async run() {
    const file = await writeBooks(FOLDER, 10_000);
    const server = await startServer("load", "bench/loopServer.ts");
    const token = await register(server, "load");
    await importFile(server, token, file);
    const findings = [...(await crowd(server, token)), ...(await idle(server, token))];
    await server.stop();
    return findings;
  },
};

async function crowd(server: Server, token: string): Promise<Finding[]> {
  await server.loop();
  const child = Bun.spawn(
    [process.execPath, "bench/crowd.ts", server.url, token, `${SECONDS}`, `${PEOPLE}`],
    { cwd: ROOT, stdout: "pipe", stderr: "inherit" },
  );
  const output = new Response(child.stdout).text();
  const memory: number[] = [];
  while (child.exitCode === null) {
    await Bun.sleep(1_000);
    memory.push(memoryNow(server));
  }
  const { waits, wrong, failed } = JSON.parse(await output);
  for (const line of wrong) process.stderr.write(`${line}\n`);
  const [, p99 = 0, max = 0] = await server.loop();
  const [then, now] = [memory.slice(WARM_S, WARM_S + 5), memory.slice(-7, -2)].map(median);
  const times = `p50 ${ms(median(waits))}, p99 ${ms(percentile(waits, 0.99))}`;
  return [
    {
      what: `${PEOPLE} connections, ${SECONDS} s, answers`,
      measured: `${thousands(waits.length)}, ${failed} failed, ${times}`,
      beside: "–",
      ratio: "–",
      target: "0 failed",
    },
    {
      what: "the server's loop meanwhile, held, p99",
      measured: `${ms(p99)} (longest ${ms(max)})`,
      beside: "–",
      ratio: "–",
      target: "100 ms",
    },
    {
      what: "its memory, at the end and after 10 s",
      measured: `${(now as number).toFixed(0)} MB`,
      beside: `${(then as number).toFixed(0)} MB`,
      ratio: `${((now as number) - (then as number)).toFixed(0)} MB more`,
      target: "no growth",
    },
  ];
}

async function idle(server: Server, token: string): Promise<Finding[]> {
  const alone = (await watched(server, token, () => Bun.sleep(5_000))).waits;
  const child = Bun.spawn([process.execPath, "bench/idlers.ts", server.url, `${IDLERS}`], {
    cwd: ROOT,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  const connected = Number(new TextDecoder().decode(value));
  const { waits } = await watched(server, token, () => Bun.sleep(5_000));
  child.stdin.end();
  await child.exited;
  const more = percentile(waits, 0.99) - percentile(alone, 0.99);
  return [
    {
      what: `reads beside ${connected} idle connections, p99`,
      measured: ms(percentile(waits, 0.99)),
      beside: `without them ${ms(percentile(alone, 0.99))}`,
      ratio: `${more < 0 ? "" : "+"}${more.toFixed(1)} ms`,
      target: "–",
    },
  ];
}

/** Returns MB, or NaN if the system does not provide it. */
function memoryNow({ pid }: Server): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
