import { createClient } from "@libsql/client";
import { addressOf, type Place } from "../primary.ts";

// The process that keeps a replica in step; ../replica.ts is what the rest of the house sees of it.

/** Where to, once; then each time that the server has more than the file. */
export type ToFollower = (Place & { replica: string }) | "sync";

/** How far the file has come; that the server was not reached; that the file must be fetched anew. */
export type FromFollower = { tick: number } | { lost: string } | { damaged: string };

const EVERY_MS = 50;
const AFTER_TROUBLE_MS = 250;

/** What libsql 0.5 says of a file that it cannot go on with; and of one that has lost its tables. */
const DAMAGE =
  /delete the database|Injector error|malformed|not a database|no such table|SQLITE_CORRUPT/;

const say = (message: FromFollower) => process.send?.(message);
let isAsked = false;
let wake = () => {};

process.on("message", (message: ToFollower) => {
  if (message !== "sync") return void follow(message);
  isAsked = true;
  wake();
});
process.on("disconnect", () => process.exit());

async function follow(place: Place & { replica: string }): Promise<void> {
  const client = open(place);
  while (client) {
    isAsked = false;
    const pauseMs = (await step(client)) ? EVERY_MS : AFTER_TROUBLE_MS;
    if (isAsked && pauseMs === EVERY_MS) continue;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(resolve, pauseMs);
    await promise;
    clearTimeout(timer);
  }
}

function open(place: Place & { replica: string }) {
  const { url: syncUrl, ...token } = addressOf(place);
  try {
    return createClient({ url: `file:${place.replica}`, syncUrl, ...token });
  } catch (error) {
    return void say({ damaged: String(error) });
  }
}

/** While the server compacts its log it has "no snapshot" for a moment; that passes, like an absence. */
async function step(client: ReturnType<typeof createClient>): Promise<boolean> {
  try {
    await client.sync();
    const { rows } = await client.execute("SELECT tick FROM clock");
    say({ tick: Number(rows[0]?.tick) });
    return true;
  } catch (error) {
    const why = String(error);
    say(DAMAGE.test(why) ? { damaged: why } : { lost: why });
    return false;
  }
}
