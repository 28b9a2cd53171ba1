/** A line of the result. `beside` is the baseline, measured in the same minute. */
export interface Finding {
  what: string;
  measured: string;
  beside: string;
  ratio: string;
  target: string;
}

export interface Part {
  title: string;
  run(): Promise<Finding[]>;
}

/** Returns the value below which this share (0 to 1) of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

/** Returns the milliseconds of each run of a command, including start and exit of the process. */
export async function timeCommand(
  command: string[],
  runs: number,
  options: { cwd?: string; env?: Record<string, string | undefined> } = {},
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < runs; n++) {
    const started = performance.now();
    const child = Bun.spawn(command, { ...options, stdout: "ignore", stderr: "pipe" });
    const complaint = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${complaint}`);
    times.push(performance.now() - started);
  }
  return times;
}

export const thousands = (n: number) => `${(n / 1000).toFixed(1)} k`;
export const ms = (n: number) => `${n.toFixed(n < 10 ? 1 : 0)} ms`;
export const times = (n: number) => `${n.toFixed(n < 10 ? 2 : 1)} ×`;
export const joinValues = (values: number[], show: (n: number) => string) =>
  values.map(show).join(", ");
