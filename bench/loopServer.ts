import { monitorEventLoopDelay } from "node:perf_hooks";
import { serve } from "../server/main.ts";

// The real server. On SIGUSR2 it also prints how long its event loop was blocked, in milliseconds, and
// resets the count.

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
process.on("SIGUSR2", () => {
  const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max];
  process.stdout.write(`${JSON.stringify([p50, p99, max].map((ns) => ns / 1e6))}\n`);
  delays.reset();
});
await serve(process.env, false);
