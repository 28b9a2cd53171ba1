import { ROOT, type Server } from "./server.ts";

/** Measures a reader's response times in milliseconds while the work runs. */
export async function watched<T>(
  { url }: Server,
  token: string,
  work: () => Promise<T>,
): Promise<{ result: T; waits: number[] }> {
  const reader = Bun.spawn([process.execPath, "bench/reader.ts", url, token], {
    cwd: ROOT,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = new Response(reader.stdout).text();
  const result = await work();
  reader.stdin.end();
  return { result, waits: JSON.parse(await output) };
}
