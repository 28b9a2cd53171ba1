import { type Client, createClient } from "@libsql/client";
import { type Place, toClientConfig } from "./primary.ts";

// The process that keeps a replica up to date. Use it through ../replica.ts.

/** First the place, once; then "sync" whenever the server has newer data. */
export type ToFollower = (Place & { replica: string }) | "sync";

/** The replica's position; that the server is unreachable; that the file must be fetched again. */
export type FromFollower = { tick: number } | { lost: string } | { damaged: string };

const EVERY_MS = 50;
const LOOK_EVERY_MS = 1_000;
const AFTER_TROUBLE_MS = 250;

/** A server restored from a backup diverges from what the replica has followed. */
const OTHER_BOOKS = "the server now has different books";

/** Errors of libsql 0.5 for a file that it cannot continue, or that has lost its tables. */
const DAMAGE =
  /delete the database|Injector error|malformed|not a database|no such table|SQLITE_CORRUPT|other books/;

const post = (message: FromFollower) => process.send?.(message);
let isAsked = false;
let wake = () => {};

process.on("message", (message: ToFollower) => {
  if (message !== "sync") return void follow(message);
  isAsked = true;
  wake();
});
process.on("disconnect", () => process.exit());
new Worker(new URL("./orphan.worker.ts", import.meta.url).href, { smol: true });

async function follow(place: Place & { replica: string }): Promise<void> {
  const client = open(place);
  const compare = openComparison(place);
  while (client) {
    isAsked = false;
    const pauseMs = (await step(client, compare)) ? EVERY_MS : AFTER_TROUBLE_MS;
    if (isAsked && pauseMs === EVERY_MS) continue;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(resolve, pauseMs);
    await promise;
    clearTimeout(timer);
  }
}

function open(place: Place & { replica: string }) {
  const { url: syncUrl, ...token } = toClientConfig(place);
  try {
    return createClient({ url: `file:${place.replica}`, syncUrl, ...token });
  } catch (error) {
    return void post({ damaged: String(error) });
  }
}

/**
 * Compares the clock, which every write raises, once a second. libsql compares only the length of the
 * server's log. After a restore that may be shorter than the replica's, and later a different log.
 * @throws Error if the server has other data than the file
 */
function openComparison(place: Place) {
  let lookedAt = 0;
  let known = 0;
  return async (tick: number) => {
    if (tick < known) throw new Error(OTHER_BOOKS);
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
    const server = createClient(toClientConfig(place));
    try {
      known = await readPosition(server);
    } finally {
      server.close();
    }
    if (known < tick) throw new Error(OTHER_BOOKS);
    lookedAt = Date.now();
  };
}

/** While the server compacts its log, it briefly reports "no snapshot". That passes, like an outage. */
async function step(client: Client, compare: (tick: number) => Promise<void>): Promise<boolean> {
  try {
    await client.sync();
    const tick = await readPosition(client);
    await compare(tick);
    post({ tick });
    return true;
  } catch (error) {
    const why = String(error);
    post(DAMAGE.test(why) ? { damaged: why } : { lost: why });
    return false;
  }
}

async function readPosition(client: Client): Promise<number> {
  const { rows } = await client.execute("SELECT tick FROM clock");
  return Number(rows[0]?.tick);
}
