import { type Checkpoint, readCheckpoint } from "../domain/agencies/checkpoints.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { groupInt, printNote } from "./output.ts";
import { changeStored, readStored } from "./stored.ts";

// The last known checkpoint of each agency's log, stored like SSH's known hosts. An attacker who changes the
// log later cannot change our copy.

const FILE = "heads.json";
const MOST = 100;

/**
 * A checkpoint from the server, as stored. `demo` identifies the books of a demo, which are new after each
 * deletion. Real books have none, and none is accepted for them later.
 */
export interface Head extends Checkpoint {
  demo?: string;
}

/** Returns the stored checkpoints of an agency's log, oldest first. */
const heldHeads = (url: string, agency: string): Head[] =>
  readStored<Head[]>(FILE)[toKey(url, agency)] ?? [];

/** Returns the stored checkpoints, oldest first. Deletes those of an earlier demo. */
export async function readHeads(api: Api, agency: string): Promise<Head[]> {
  const held = heldHeads(api.url, agency);
  const known = held.at(-1)?.demo;
  if (known === undefined) return held;
  const { demo } = await api.json<Head>("/audit/head", "head");
  if (demo === undefined || demo === known) return held;
  changeStored(FILE, () => ({ [toKey(api.url, agency)]: [] }));
  return [];
}

/** Stores a checkpoint. Keeps the first one, and a limited number of the newest. */
export function holdHead(url: string, agency: string, head: Head): void {
  const key = toKey(url, agency);
  changeStored<Head[]>(FILE, ({ [key]: held = [] }): Record<string, Head[]> => {
    if (head.seq === 0 || held.some(({ seq }) => seq === head.seq)) return {};
    const { seq } = head;
    const demo = held.length > 0 ? held.at(-1)?.demo : head.demo;
    const entry = { seq, head: head.head, ...(demo !== undefined && { demo }) };
    const [first = entry, ...rest] = [...held, entry].sort((one, other) => one.seq - other.seq);
    return { [key]: [first, ...rest.slice(1 - MOST)] };
  });
}

/** Replaces the stored checkpoints with this one. */
export const holdHeadAlone = (url: string, agency: string, head: Head): void =>
  changeStored(FILE, () => ({ [toKey(url, agency)]: [head] }));

/** Returns an API whose first call checks that the log still contains the last known checkpoint. */
export function watchHead(api: Api, agency: string): Api {
  let looking: Promise<void> | undefined;
  const withCheck = async <T>(call: Promise<T>): Promise<T> => {
    looking ??= warnOfOtherLog(api, agency);
    const [answer] = await Promise.all([call, looking]);
    return answer;
  };
  return {
    ...api,
    json: (...call) => withCheck(api.json(...call)),
    async file(...call) {
      const response = await withCheck(api.file(...call));
      const head = readCheckpoint(response.headers.get("x-log-head") ?? "");
      if (typeof head !== "string") holdHead(api.url, agency, head);
      return response;
    },
  };
}

/** Warns even with `--quiet`. Errors are left to the call itself. */
async function warnOfOtherLog(api: Api, agency: string): Promise<void> {
  const last = await readHeads(api, agency).then(
    (held) => held.at(-1),
    () => undefined,
  );
  if (!last) return;
  const query = { seq: last.seq };
  const then = await api.json<Checkpoint>("/audit/head", "head", { query }).catch((error) => {
    return error instanceof Failure && error.exitCode === EXIT.missing ? undefined : last;
  });
  if (then?.head === last.head) return;
  const ask = "Ask who restored or changed the books, and see what bahi verify says.";
  printNote(`Warning: ${otherLog(agency, last)}. ${ask}`);
}

const otherLog = (agency: string, { seq }: Checkpoint) =>
  `the audit log of ${agency} is not the one you saw last: entry ${groupInt(seq)} is different`;

/**
 * Checks that the log still contains the last known checkpoint, and stores the new one.
 * @throws Failure if it does not
 */
export async function compareHead(api: Api, agency: string): Promise<void> {
  const last = (await readHeads(api, agency)).at(-1);
  const now = await api.json<Head>("/audit/head", "head");
  if (last && !(await isStill(api, last, now))) {
    throw new Failure(
      EXIT.refused,
      otherLog(agency, last),
      "ask who restored or changed the books; bahi verify --accept accepts the current log",
    );
  }
  holdHead(api.url, agency, now);
}

async function isStill(api: Api, last: Checkpoint, now: Checkpoint): Promise<boolean> {
  if (last.seq > now.seq) return false;
  const then = await api.json<Checkpoint>("/audit/head", "head", { query: { seq: last.seq } });
  return then.head === last.head;
}

const toKey = (url: string, agency: string) => `${url} ${agency}`;
