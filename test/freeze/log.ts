import type { Caller } from "../world.ts";
import { createMask } from "./mask.ts";
import type { Recording } from "./recording.ts";
import { replayStory } from "./replay.ts";
import { sortedJson } from "./wire.ts";

const ENTRIES = `SELECT agency_id, seq, user_id, action, entity, payload, operation FROM audit_log
  ORDER BY agency_id, seq`;

/** Every log entry of the story, and whether the log and the books still agree. */
export async function recordLog(): Promise<Recording> {
  const { world, owner } = await replayStory();
  const hide = createMask();
  const entries = await world.books.read.all<Record<string, unknown>>(ENTRIES);
  const lines = entries.map(({ agency_id, seq, payload, ...entry }) =>
    [`entry ${agency_id}-${seq}`, JSON.stringify(entry), sortedJson(JSON.parse(`${payload}`))]
      .map(String)
      .map(hide)
      .join("\n  "),
  );
  return {
    "entries.txt": `${lines.join("\n")}\n`,
    "verified.txt": hide(await verify(owner)),
  };
}

async function verify(owner: Caller): Promise<string> {
  const answers = [await owner.get("/api/audit/verify"), await owner.get("/api/books/check")];
  return answers
    .map(({ status, body }) => `${status} ${JSON.stringify(body, undefined, 1)}\n`)
    .join("");
}
