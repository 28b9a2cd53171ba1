import { type Checkpoint, readCheckpoint } from "../domain/agencies/checkpoints.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { changeKept, readKept } from "./kept.ts";
import { grouped, tell } from "./output.ts";

// How far each agency's log had come when we last saw it, kept as SSH keeps its known hosts: whoever changes
// the log later cannot change what we hold.

const FILE = "heads.json";
const MOST = 100;

/** Those that we hold of an agency's log on this server, oldest first. */
export const heldHeads = (url: string, agency: string): Checkpoint[] =>
  readKept<Checkpoint[]>(FILE)[keyOf(url, agency)] ?? [];

/** Of the newest as many as are worth keeping, and the first. */
export function holdHead(url: string, agency: string, head: Checkpoint): void {
  const key = keyOf(url, agency);
  changeKept<Checkpoint[]>(FILE, ({ [key]: held = [] }): Record<string, Checkpoint[]> => {
    if (head.seq === 0 || held.some(({ seq }) => seq === head.seq)) return {};
    const [first = head, ...rest] = [...held, head].sort((one, other) => one.seq - other.seq);
    return { [key]: [first, ...rest.slice(1 - MOST)] };
  });
}

/** The only one that we hold from now on. */
export const holdHeadAlone = (url: string, agency: string, head: Checkpoint): void =>
  changeKept(FILE, () => ({ [keyOf(url, agency)]: [head] }));

/** The same calls; with the first of them it looks whether the log is still the one that we last saw. */
export function watchingHead(api: Api, agency: string): Api {
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
  const last = heldHeads(api.url, agency).at(-1);
  if (!last) return;
  const query = { seq: last.seq };
  const then = await api.json<Checkpoint>("/audit/head", "head", { query }).catch((error) => {
    return error instanceof Failure && error.exitCode === EXIT.missing ? undefined : last;
  });
  if (then?.head === last.head) return;
  const ask = "Ask who restored or changed the books, and see what bahi verify says.";
  tell(`Warning: ${otherLog(agency, last)}. ${ask}`);
}

const otherLog = (agency: string, { seq }: Checkpoint) =>
  `the audit log of ${agency} is not the one that you saw last: entry ${grouped(seq)} is another`;

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
      otherLog(agency, last),
      "ask who restored or changed the books; bahi verify --accept takes the log as it is now",
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
