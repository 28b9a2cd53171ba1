import { monitorEventLoopDelay } from "node:perf_hooks";
import { serve } from "../server/main.ts";

// The server as it is, which also says on SIGUSR2 how long its loop has been held, in milliseconds, and
// begins to count anew.

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
process.on("SIGUSR2", () => {
  const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max];
  process.stdout.write(`${JSON.stringify([p50, p99, max].map((ns) => ns / 1e6))}\n`);
  delays.reset();
});
await serve(process.env, false);
