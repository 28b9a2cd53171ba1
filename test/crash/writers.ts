import { findId } from "../furnish.ts";
import type { Call, Noun, Office } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";
import type { Change, Ledger, Thing } from "./ledger.ts";

/** The database behind the server is gone, or the server is stopping. */
const AWAY = 503;
/** Records of each kind; beyond this, some are removed before others are added. */
const KEPT = 12;

/** Each try in this time leaves a write that is repeated, so more of them only take longer. */
const PAUSE_MS = 200;

export type Send = (call: Call, key?: string) => Promise<Response>;

export type Crew = ReturnType<typeof createCrew>;

/** Writers of every kind, who record the responses in the ledger. */
export function createCrew(ledger: Ledger, office: Office) {
  const { things } = ledger;
  let marks = 0;
  const lots = NOUNS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  for (const kind of NOUNS) {
    if (kind.onlyOne) things.push(newThing(kind, `${kind.onlyOne}`, kind.onlyOne));
  }

  const newWrite = () => {
    marks += 1;
    return { mark: `mark-${marks}`, n: marks };
  };

  async function write(send: Send): Promise<boolean> {
    const kind = pick(lots);
    // An unconfirmed record is left alone until its state is known.
    const isFree = (thing: Thing) => thing.kind === kind && !thing.isBusy && !thing.pending;
    const free = things.filter(isFree);
    const old = pick(free.filter(({ now, id }) => kind.onlyOne || (now && id)));
    const isNew = kind.create && (!old || (free.length < KEPT ? Math.random() < 0.7 : false));
    if (isNew) return create(kind, send);
    if (!old) return true;
    const { id = "" } = old;
    if (kind.remove && (!kind.change || Math.random() < 0.4)) {
      return ask(old, { action: "DELETE" }, () => send(kind.remove?.(id) as Call));
    }
    if (!kind.change) return create(kind, send);
    const next = newWrite();
    const call = kind.change(id, next, office);
    return ask(old, { action: "UPDATE", write: next }, () => send(call));
  }

  function create(kind: Noun, send: Send): Promise<boolean> {
    const written = newWrite();
    const call = kind.create?.(written, office) as Call;
    const thing = newThing(kind, `key of ${written.mark}`, undefined);
    thing.creation = { call, write: written };
    thing.rows = call.rows ?? 1;
    things.push(thing);
    return ask(thing, { action: "CREATE", write: written }, () => send(call, thing.key));
  }

  async function ask(
    thing: Thing,
    change: Change,
    send: () => Promise<Response>,
  ): Promise<boolean> {
    thing.isBusy = true;
    thing.pending = change;
    const answer = await send().then(whole, () => undefined);
    thing.isBusy = false;
    if (!answer || answer.status === AWAY) return false;
    if (!answer.ok) throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(change)}`);
    ledger.tookPlace(thing, change);
    if (change.action === "CREATE") thing.id = findId(JSON.parse(answer.text));
    return true;
  }

  return {
    async work(send: Send): Promise<void> {
      while (await write(send));
    },
    async keepWorking(send: Send, end: AbortSignal): Promise<void> {
      while (!end.aborted) if (!(await write(send))) await Bun.sleep(PAUSE_MS);
    },
    async repeat(send: Send, asked: Thing[]): Promise<void> {
      for (const thing of asked) {
        const { creation, key, now } = thing;
        if (!creation || (now && now !== creation.write)) continue;
        const answer = await whole(await send(creation.call, key));
        if (!answer?.ok) throw new Error(`${answer?.status} ${answer?.text} to ${key} again`);
        if (!now) ledger.tookPlace(thing, { action: "CREATE", write: creation.write });
        const id = findId(JSON.parse(answer.text));
        if (thing.id && thing.id !== id) throw new Error(`${key} made ${thing.id}, then ${id}`);
        thing.id = id;
      }
    },
    count: () => marks,
  };
}

const newThing = (kind: Noun, key: string, id: string | undefined): Thing => ({
  kind,
  key,
  creation: undefined,
  id,
  now: undefined,
  rows: 1,
  pending: undefined,
  isBusy: false,
});

async function whole(answer: Response) {
  const text = await answer.text().catch(() => undefined);
  return text === undefined ? undefined : { ok: answer.ok, status: answer.status, text };
}

function pick<T>(list: T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}
