import type { Checkpoint } from "../domain/agencies/checkpoints.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { keep, readKept } from "./kept.ts";
import { grouped } from "./output.ts";

// How far each agency's log had come when we last saw it, kept as SSH keeps its known hosts: whoever changes
// the log later cannot change what we hold.

const FILE = "heads.json";
const MOST = 100;

/** Those that we hold of an agency's log on this server, oldest first. */
export const heldHeads = (url: string, agency: string): Checkpoint[] =>
  readKept<Checkpoint[]>(FILE)[keyOf(url, agency)] ?? [];

/** Of the newest as many as are worth keeping, and the first. */
export function holdHead(url: string, agency: string, head: Checkpoint): void {
  const held = heldHeads(url, agency);
  if (head.seq === 0 || held.some(({ seq }) => seq === head.seq)) return;
  const [first, ...rest] = [...held, head];
  const all = [first, ...rest.slice(1 - MOST)];
  keep(FILE, { ...readKept(FILE), [keyOf(url, agency)]: all });
}

/**
 * Looks whether the log is still the one that we last saw, and keeps how far it has come.
 * @throws Failure where it is another
 */
export async function compareHead(api: Api, agency: string): Promise<void> {
  const last = heldHeads(api.url, agency).at(-1);
  const now = await api.json<Checkpoint>("/audit/head", "head");
  if (last && !(await isStill(api, last, now))) {
    throw new Failure(
      EXIT.refused,
      `the audit log of ${agency} is not the one that you saw last: entry ${grouped(last.seq)} is another`,
      "ask who restored or changed the books, and see what bahi verify says",
    );
  }
  holdHead(api.url, agency, now);
}

async function isStill(api: Api, last: Checkpoint, now: Checkpoint): Promise<boolean> {
  if (last.seq > now.seq) return false;
  const then = await api.json<Checkpoint>("/audit/head", "head", { query: { seq: last.seq } });
  return then.head === last.head;
}

const keyOf = (url: string, agency: string) => `${url} ${agency}`;
