import { sql } from "drizzle-orm";
import { NOT_UNDOABLE, UNDOABLE } from "../../db/tables/tables.ts";
import type { Entity } from "../../domain/agencies/audit.ts";
import { findId, openOffice, sendTo } from "../furnish.ts";
import { json, type Noun, type Office } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";
import { type Answer, type Caller, done, made, type World } from "../world.ts";

// A random history of several users: created, changed, sent, paid, matched and undone.

/** A seeded random generator (mulberry32). */
export function createDice(seed: number) {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (n: number) => Math.floor(roll() * n), roll };
}
export type Dice = ReturnType<typeof createDice>;

/** Not undone row by row; attachments stay in their store. */
const LEFT_OUT = new Set<Entity>([
  ...(["Import", "Statement", "User", "Token", "Invitation"] as const),
  ...(["Exception", "Attachment", "ShareLink", "Closing", "Series"] as const),
]);
const PLAYED = NOUNS.filter(({ entity, create }) => create && !LEFT_OUT.has(entity));

const CHANGES: [string, (id: string, n: number, office: Office) => [string, object]][] = [
  ["invoices", (id) => [`/invoices/${id}/send`, {}]],
  ["invoices", (id) => [`/invoices/${id}/duplicate`, {}]],
  [
    "invoices",
    (id, n) => [
      `/invoices/${id}/write-off`,
      { date: "2026-10-09", amount: n / 100, reason: "gone" },
    ],
  ],
  [
    "invoices",
    (id, n, { bank }) => [
      `/invoices/${id}/payments`,
      { date: "2026-10-08", amount: n / 100, mode: "UPI", accountId: bank },
    ],
  ],
  ["notes", (id) => [`/notes/${id}/send`, {}]],
  ["estimates", (id) => [`/estimates/${id}/send`, {}]],
  ["estimates", (id) => [`/estimates/${id}/accept`, {}]],
  ["estimates", (id) => [`/estimates/${id}/invoice`, {}]],
  [
    "vouchers",
    (id, n, { invoice }) => [`/vouchers/${id}/use`, { invoiceId: invoice, amount: n / 100 }],
  ],
  [
    "bills",
    (id, n, { bank }) => [
      `/bills/${id}/payments`,
      { date: "2026-10-08", amount: n / 100, mode: "UPI", accountId: bank },
    ],
  ],
];

const SETTINGS: ((n: number, office: Office) => [string, object])[] = [
  (n) => ["/invoice-settings", { defaultTaxPct: n % 2 ? 18 : 12 }],
  (n) => ["/metadata", { city: `City ${n}` }],
  (n) => ["/metadata", { gstNumber: n % 2 ? "27AAPFU0939F1ZV" : "", pin: String(400_000 + n) }],
  (n) => ["/receipts/settings", { prefix: `R${n % 7}` }],
  (n) => ["/ledgers/tds_receivable", { openingBalance: n }],
  (n, { client }) => [`/clients/${client}`, { state: n % 2 ? "Kerala" : "Maharashtra" }],
  (n, { bank }) => [`/accounts/${bank}`, { openingBalance: n }],
  (n, { fees }) => [`/categories/${fees}`, { kind: n % 2 ? "revenue" : "other_income" }],
];

export interface Step {
  who: number;
  what: string;
  status: number;
  message?: string;
  operation?: string;
}

async function play(
  people: Caller[],
  office: Office,
  dice: Dice,
  n: number,
  ids: Map<string, string[]>,
) {
  const who = dice.below(people.length);
  const send = sendTo(people[who] as Caller);
  const answered = (what: string, { status, body, headers }: Answer): Step => ({
    who,
    what,
    status,
    ...(status >= 300 && { message: body.message }),
    ...(headers.get("x-operation") && { operation: headers.get("x-operation") as string }),
  });
  const put = async (path: string, body: object) =>
    answered(path, await send({ method: "PUT", path, body: JSON.stringify(body) }));
  const kind = dice.roll();
  if (kind < 0.08) {
    const setting = SETTINGS[dice.below(SETTINGS.length)] as (typeof SETTINGS)[number];
    return put(...setting(n, office));
  }
  if (kind < 0.16) {
    const [method, path, body] = await createBankAction(people[0] as Caller, office, dice, ids);
    if (!path) return undefined;
    const answer = await send({ method, path, ...(body && { body: JSON.stringify(body) }) });
    const match = answer.status === 201 && answer.body.line?.match?._id;
    if (match) keep(ids, "matches", match);
    return answered(`${method} ${path}`, answer);
  }
  if (kind < 0.34) {
    const [folder, toRequest] = CHANGES[dice.below(CHANGES.length)] as (typeof CHANGES)[number];
    const id = pick(dice, ids.get(folder) ?? []);
    if (!id) return undefined;
    const [path, body] = toRequest(id, n, office);
    const answer = await send(json("POST", path, body));
    const paid = answer.status === 201 && findId(answer.body);
    const into = path.endsWith("/duplicate") || path.endsWith("/invoice") ? "invoices" : "payments";
    if (paid && paid !== id) keep(ids, into, paid);
    return answered(path, answer);
  }
  const noun = PLAYED[dice.below(PLAYED.length)] as Noun;
  const write = { mark: `mark-${n}`, n };
  const there = noun.folder ? pick(dice, ids.get(noun.folder) ?? []) : undefined;
  if (there && kind < 0.5 && noun.change) {
    const call = noun.change(there, write, office);
    return answered(`PUT ${call.path}`, await send(call));
  }
  // Only the trash restores a deleted receipt, and only while it was the last.
  if (there && kind < 0.62 && noun.remove && noun.entity !== "Receipt") {
    const call = noun.remove(there);
    return answered(`${call.method} ${call.path}`, await send(call));
  }
  if (!noun.create) return undefined;
  const call = noun.create(write, office);
  const answer = await send(call);
  const id = answer.status === 201 ? findId(answer.body) : undefined;
  const folder =
    noun.folder ?? NOUNS.find(({ entity, folder }) => folder && entity === noun.entity)?.folder;
  if (id && folder) keep(ids, folder, id);
  return answered(`${call.method} ${call.path}`, answer);
}

async function createBankAction(
  owner: Caller,
  { bank, fees }: Office,
  dice: Dice,
  ids: Map<string, string[]>,
): Promise<["DELETE" | "POST", string, object?]> {
  const match = pick(dice, ids.get("matches") ?? []);
  if (match && dice.below(3) === 0) return ["DELETE", `/matches/${match}`];
  const { items } = done(await owner.get(`/api/bank-lines?accountId=${bank}&state=open`));
  const line = pick(dice, items as { _id: string; amount: number }[]);
  if (!line) return ["POST", ""];
  if (dice.below(5) === 0) return ["POST", `/bank-lines/${line._id}/decline`, { proposal: "x" }];
  const create = [{ type: "Income", categoryId: fees, amount: line.amount }];
  return ["POST", `/bank-lines/${line._id}/accept`, { create }];
}

const pick = <One>(dice: Dice, all: One[]): One | undefined =>
  all[dice.below(Math.max(1, all.length))];
const keep = (ids: Map<string, string[]>, folder: string, id: string) =>
  ids.set(folder, [...(ids.get(folder) ?? []), id]);

export async function playHistory(people: Caller[], office: Office, dice: Dice, length: number) {
  const steps: Step[] = [];
  const ids = new Map<string, string[]>();
  for (let n = 101; steps.length < length; n++) {
    const step = await play(people, office, dice, n, ids);
    if (step) steps.push(step);
  }
  return steps;
}

export async function threePeople(world: World, { owner, staff } = world.kaveri) {
  const password = "third password";
  const third = { name: "Third of them", email: "third@three.test", password, role: "owner" };
  made(await owner.post("/api/users/team", third));
  const { body } = await world.stranger.post("/api/auth/login", { email: third.email, password });
  const send = sendTo(owner);
  const office = await openOffice(async (call) => done(await send(call)));
  const credits = Array.from({ length: 12 }, (_, n) => 10 + n);
  const lines = credits.map(
    (paid, n) => `2026-10-${10 + n},NEFT ${n},,${paid}.00,${addUp(credits.slice(0, n + 1))}.00`,
  );
  const sent = await owner.call(
    "POST",
    `/api/statements?accountId=${office.bank}&file=bank.csv`,
    `Date,Narration,Debit,Credit,Balance\n${lines.join("\n")}\n`,
    { "content-type": "application/octet-stream" },
  );
  made(sent);
  return { people: [owner, staff, world.caller(body.token)], office };
}

const addUp = (all: number[]) => all.reduce((sum, one) => sum + one, 0);

const SHADOWS = /^(sqlite_|__drizzle|transactions_search)/;
const FOLLOWS = /from journaled rows/;

export async function booksNow({ books }: World): Promise<Record<string, string[]>> {
  const tables = await books.read.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table'`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const why = NOT_UNDOABLE[name];
    if (SHADOWS.test(name) || LOG.has(name)) continue;
    if (!UNDOABLE[name] && !FOLLOWS.test(why ?? "")) continue;
    const rows = await books.read.all<object>(sql`SELECT * FROM ${sql.identifier(name)}`);
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

const LOG = new Set(["audit_days", "search_state", "trash"]);

export function differences(
  one: Record<string, string[]>,
  other: Record<string, string[]>,
): string[] {
  return Object.keys(one).flatMap((table) => {
    const [was, is] = [new Set(one[table]), new Set(other[table])];
    return [
      ...[...was].filter((row) => !is.has(row)).map((row) => `- ${table} ${row}`),
      ...[...is].filter((row) => !was.has(row)).map((row) => `+ ${table} ${row}`),
    ];
  });
}

export const undoCalls = (
  owner: Caller,
  make: () => Promise<{ client: { _id: string } }>,
): Record<string, () => Promise<Answer>> => ({
  "POST /api/undo": async () => {
    await make();
    return owner.post("/api/undo", {});
  },
  "POST /api/redo": () => owner.post("/api/redo", {}),
  "POST /api/operations/:id/undo": async () => {
    const { client } = await make();
    const gone = await owner.delete(`/api/clients/${client._id}`);
    return owner.post(`/api/operations/${gone.headers.get("x-operation")}/undo`, {});
  },
  "POST /api/trash/:id/restore": async () => {
    const { client } = await make();
    await owner.delete(`/api/clients/${client._id}`);
    return owner.post(`/api/trash/${client._id}/restore`, {});
  },
});
