import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { beginChain, computeHead, hashEntry } from "../../domain/agencies/chain.ts";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type LogEntry, verifyChain } from "../../domain/agencies/verifyChain.ts";

const SLUG = "indigo-studio";
const FIRST = {
  seq: 1,
  _id: "a1",
  at: "2026-11-21T04:30:00.000Z",
  userId: "u1",
  action: "CREATE",
  entity: "Transaction",
  payload: '{"after":{"amount":340,"description":"Cab to Baner"}}',
};
const SECOND = {
  seq: 2,
  _id: "a2",
  at: "2026-11-21T04:31:10.250Z",
  userId: "u1",
  action: "UPDATE",
  entity: "Transaction",
  payload: '{"after":{"amount":460},"before":{"amount":340}}',
};
const THIRD = {
  seq: 3,
  _id: "a3",
  at: "2026-11-21T05:00:00.000Z",
  userId: "u2",
  action: "DELETE",
  entity: "Transaction",
  payload: '{"before":{"amount":460,"description":"टैक्सी ₹"}}',
};

function chained(links: Omit<LogEntry, "head">[]): LogEntry[] {
  let head = beginChain(SLUG);
  return links.map((link) => {
    head = computeHead(head, link);
    return { ...link, head };
  });
}

const verify = (log: LogEntry[], given: Checkpoint[] = []) => verifyChain([log], SLUG, given);

test("the format matches its published description", () => {
  expect(beginChain(SLUG)).toBe("5df4180cd6ef02a02ffb6e5c61b4153275ada56e8fe7a4a73b3082b675109fcc");
  expect(hashEntry(FIRST).toString("hex")).toBe(
    "065336fe4c93f30149ff8c4ccf57b16f5406629484b6bd15b9a83bae7b0e0313",
  );
  expect(chained([FIRST, SECOND, THIRD]).map(({ head }) => head)).toEqual([
    "875eac03cb85a6c71e76c9d778b2712f03ad50ea08bf90807b418d706e7a8663",
    "1cc59b1137690243d463b5c4d9fa3434ab681b2d736c78ece82e9e7499e33584",
    "f64a8d0d44bf1d0a62c41cae7fe50f092be2e5abf04cddbf727aa9d687815e2b",
  ]);
  const forged = { ...SECOND, payload: SECOND.payload.replace("460", "461") };
  expect(chained([FIRST, forged, THIRD])[2]?.head).toBe(
    "bd6ad98c30ff24f0aa7de82eb0d40b71a9b00362b0fe2dc4a391f8046c411b23",
  );
});

const text = fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.toWellFormed());
const logs = fc
  .array(fc.record({ _id: text, userId: text, action: text, entity: text, payload: text }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((links) =>
    chained(
      links.map((link, n) => ({ ...link, seq: n + 1, at: `2026-04-01T10:${10 + n}:00.000Z` })),
    ),
  );
const FIELDS = ["_id", "at", "userId", "action", "entity", "payload", "head"] as const;

describe("a log", () => {
  test("is unbroken if untouched, and agrees with each of its hashes", async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (log) => {
        const given = log.map(({ seq, head }) => ({ seq, head: head.slice(0, 16) }));
        const check = await verify(log, given);
        const { seq, head } = log.at(-1) as LogEntry;
        expect(check).toMatchObject({ ok: true, broken: null, entries: seq, end: { seq, head } });
      }),
    );
  });

  test("is broken at the entry in which a bit flipped", async () => {
    const flips = fc.tuple(logs, fc.nat(), fc.constantFrom(...FIELDS), fc.nat());
    await fc.assert(
      fc.asyncProperty(flips, async ([log, which, field, bit]) => {
        const at = which % log.length;
        const entry = log[at] as LogEntry;
        const bytes = Buffer.from(entry[field]);
        fc.pre(bytes.length > 0);
        const byte = Math.floor(bit / 8) % bytes.length;
        bytes[byte] = (bytes[byte] as number) ^ (1 << (bit % 8));
        const changed = bytes.toString();
        // A database does not return invalid UTF-8 unchanged.
        fc.pre(Buffer.from(changed).equals(bytes));
        const { ok, broken } = await verify(log.with(at, { ...entry, [field]: changed }));
        expect({ ok, at: broken?.seq }).toEqual({ ok: false, at: at + 1 });
      }),
    );
  });

  test("reports the position of a dropped, swapped or inserted entry", async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.nat(), async (log, which) => {
        fc.pre(log.length > 1);
        const at = which % (log.length - 1);
        const [one, next] = log.slice(at, at + 2) as [LogEntry, LogEntry];
        const dropped = await verify(log.toSpliced(at, 1));
        expect(dropped.broken).toEqual({ seq: at + 2, why: `Entry ${at + 1} is missing` });
        const swapped = await verify(log.toSpliced(at, 2, next, one));
        expect(swapped.broken?.seq).toBe(at + 2);
        const twice = await verify(log.toSpliced(at + 1, 0, one));
        expect(twice.broken).toEqual({ seq: at + 1, why: `Entry ${at + 1} appears twice` });
      }),
    );
  });

  test("is found rebuilt after a change only by a hash published in between", async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.nat(), async (log, which) => {
        const at = which % log.length;
        const forged = chained(log.with(at, { ...(log[at] as LogEntry), payload: "{forged}" }));
        expect(await verify(forged)).toMatchObject({ ok: true });
        const given = log.map(({ seq, head }) => ({ seq, head: head.slice(0, 16) }));
        const { ok, checkpoints } = await verify(forged, given);
        expect(ok).toBe(false);
        expect(checkpoints.map(({ agrees }) => agrees)).toEqual(log.map((_, n) => n < at));
      }),
    );
  });

  test("is found cut short by a hash of the removed part", async () => {
    const log = chained([FIRST, SECOND, THIRD]);
    const { seq, head } = log[2] as LogEntry;
    expect(await verify(log.slice(0, 2), [{ seq, head }])).toMatchObject({
      ok: false,
      broken: null,
      checkpoints: [{ agrees: false }],
    });
  });

  test("reports a clock that goes back by more than five minutes", async () => {
    const back = (at: string) =>
      verify(chained([SECOND, { ...THIRD, at }].map((e, n) => ({ ...e, seq: n + 1 }))));
    expect(await back("2026-11-21T04:26:10.250Z")).toMatchObject({ ok: true });
    expect((await back("2026-11-21T04:26:10.249Z")).broken?.why).toStartWith("It is dated ");
  });
});
