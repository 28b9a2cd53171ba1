import { MEMORY_MAX_MB } from "./limits.ts";

// Reading a file may hold the process for as long as it likes, so another thread ends it if it takes too
// much memory, or if its server is gone.

const LOOK_EVERY_MS = 25;
const server = process.ppid;

setInterval(() => {
  const isLarge = process.memoryUsage.rss() > MEMORY_MAX_MB << 20;
  if (isLarge || process.ppid !== server) process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY_MS);
