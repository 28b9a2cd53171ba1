import { type Checkpoint, readCheckpoint } from "../domain/agencies/checkpoints.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { groupInt, printNote } from "./output.ts";
import { changeStored, readStored } from "./stored.ts";

// How far each agency's log had come when we last saw it, kept as SSH keeps its known hosts: whoever changes
// the log later cannot change what we hold.

const FILE = "heads.json";
const MOST = 100;

/**
 * A head as the server tells it, and as it is kept. `demo` names the books of a demo, which are new whenever
 * they were deleted; books that are real have none, and none is believed of them later.
 */
export interface Head extends Checkpoint {
  demo?: string;
}

/** Those that we hold of an agency's log on this server, oldest first. */
const heldHeads = (url: string, agency: string): Head[] =>
  readStored<Head[]>(FILE)[toKey(url, agency)] ?? [];

/** Returns the heads that we hold, oldest first, after it has forgotten those of an earlier demo. */
export async function readHeads(api: Api, agency: string): Promise<Head[]> {
  const held = heldHeads(api.url, agency);
  const known = held.at(-1)?.demo;
  if (known === undefined) return held;
  const { demo } = await api.json<Head>("/audit/head", "head");
  if (demo === undefined || demo === known) return held;
  changeStored(FILE, () => ({ [toKey(api.url, agency)]: [] }));
  return [];
}

/** Of the newest as many as are worth keeping, and the first. */
export function holdHead(url: string, agency: string, head: Head): void {
  const key = toKey(url, agency);
  changeStored<Head[]>(FILE, ({ [key]: held = [] }): Record<string, Head[]> => {
    if (head.seq === 0 || held.some(({ seq }) => seq === head.seq)) return {};
    const { seq } = head;
    const demo = held.length > 0 ? held.at(-1)?.demo : head.demo;
    const kept = { seq, head: head.head, ...(demo !== undefined && { demo }) };
    const [first = kept, ...rest] = [...held, kept].sort((one, other) => one.seq - other.seq);
    return { [key]: [first, ...rest.slice(1 - MOST)] };
  });
}

/** The only one that we hold from now on. */
export const holdHeadAlone = (url: string, agency: string, head: Head): void =>
  changeStored(FILE, () => ({ [toKey(url, agency)]: [head] }));

/** The same calls; with the first of them it looks whether the log is still the one that we last saw. */
export function watchHead(api: Api, agency: string): Api {
  let looking: Promise<void> | undefined;
  const beside = async <T>(asked: Promise<T>): Promise<T> => {
    looking ??= warnOfOtherLog(api, agency);
    const [answer] = await Promise.all([asked, looking]);
    return answer;
  };
  return {
    ...api,
    json: (...call) => beside(api.json(...call)),
    async file(...call) {
      const response = await beside(api.file(...call));
      const head = readCheckpoint(response.headers.get("x-log-head") ?? "");
      if (typeof head !== "string") holdHead(api.url, agency, head);
      return response;
    },
  };
}

/** Also where nothing else is to be said. What keeps it from looking, the call itself meets. */
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
 * Looks whether the log is still the one that we last saw, and keeps how far it has come.
 * @throws Failure where it is different
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
