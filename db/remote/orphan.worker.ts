// Ends the follower when its server has been killed. The follower itself may never notice, because following
// a frozen database blocks its thread forever.

const LOOK_EVERY_MS = 500;
const server = process.ppid;

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY_MS);
