import type { FromFollower, ToFollower } from "./follower.process.ts";
import type { Place, Primary } from "./primary.ts";

/**
 * The process that copies the server's writes to the replica's file. Following blocks its thread, may never
 * return, and can only be killed as a process.
 */
export interface Follower {
  /** Asks it to fetch new data now. */
  nudge(): void;
  /** Kills the process, ignores what it still sends, and starts another one. */
  restart(): void;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;
/** Nothing is reported while a large backlog is fetched. */
const SILENT_MS = 120_000;
/** After an outage: a fetch that met a frozen server never returns. */
const SILENT_AFTER_AWAY_MS = 5_000;
const PAUSE_MS = 500;

export function startFollower(
  place: Place & { replica: string },
  primary: Primary,
  hear: (message: FromFollower) => void,
): Follower {
  let heardAt = Date.now();
  let wasAway = false;
  let isStopped = false;
  let ended: ReturnType<typeof start> | undefined;
  let child = start();

  function start() {
    heardAt = Date.now();
    const program = new URL("./follower.process.ts", import.meta.url).pathname;
    const started = Bun.spawn([process.execPath, program], {
      stdout: "ignore",
      stderr: "ignore",
      ipc(message: FromFollower) {
        heardAt = Date.now();
        if (started === child && started !== ended) hear(message);
      },
    });
    started.send(place satisfies ToFollower);
    void started.exited.then(async () => {
      await Bun.sleep(PAUSE_MS);
      if (!isStopped) child = start();
    });
    return started;
  }

  const timer = setInterval(() => {
    if (primary.isAway()) {
      wasAway = true;
      return;
    }
    const silent = Date.now() - heardAt;
    if (silent > (wasAway ? SILENT_AFTER_AWAY_MS : SILENT_MS)) child.kill("SIGKILL");
    else if (silent < LOOK_EVERY_MS) wasAway = false;
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    nudge() {
      if (child.exitCode === null && child.signalCode === null)
        child.send("sync" satisfies ToFollower);
    },
    restart() {
      ended = child;
      child.kill("SIGKILL");
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      child.kill("SIGKILL");
    },
  };
}
