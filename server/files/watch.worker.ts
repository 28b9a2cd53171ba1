import { MEMORY_MAX_MB } from "./limits.ts";

// Reading a file may block its thread indefinitely, so this one ends the process if it takes too much
// memory or its server is gone.

const LOOK_EVERY_MS = 25;
const server = process.ppid;

setInterval(() => {
  const isLarge = process.memoryUsage.rss() > MEMORY_MAX_MB << 20;
  if (isLarge || process.ppid !== server) process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY_MS);
