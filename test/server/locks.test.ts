import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { changeLocks } from "../../db/agencies/locks.ts";
import { signIn } from "../../db/agencies/users.ts";
import { LockChange } from "../../domain/agencies/locks.ts";
import { addDays, today } from "../../domain/dates.ts";
import { parse } from "../../domain/refusal.ts";
import { findId, furnish, giveException, sendTo } from "../furnish.ts";
import { type Call, DAY } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";
import { closeTo, entries, newOwner, PASSWORD, pick, refusal } from "./locking.ts";
import { buildWrites, writingRoutes } from "./writes.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
});
afterAll(() => world.end());

/** All totals of an agency; drafts and estimates are in none. */
async function readFigures(agencyId = 1): Promise<Record<string, unknown>> {
  const counted = `SELECT agency_id, id FROM documents WHERE status <> 'DRAFT' AND family <> 'ESTIMATES'`;
  const tables: Record<string, string> = {
    transactions: `id, date, type, account_id, to_account_id, category_id, amount_paise, description, notes`,
    documents: `id, kind, number, date, due_date, taxable_paise, grand_total_paise, status, notes`,
    settlements: `id, kind, document_id, date, amount_paise, tds_paise`,
    receipts: `id, date, amount_paise, purpose, notes`,
    journals: `id, date, reason, basis`,
    journal_lines: `journal_id, line, category_id, ledger, paise`,
    ledger_openings: `id, paise, agency_id`,
    daily: `*`,
    ledger_days: `*`,
  };
  const figures: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const some = table === "documents" ? `AND (agency_id, id) IN (${counted})` : "";
    figures[table] = await world.books.read.all(
      `SELECT ${columns} FROM ${table} WHERE agency_id = ${agencyId} ${some} ORDER BY 1, 2, 3`,
    );
  }
  figures.lines = await world.books.read.all(`SELECT * FROM document_lines
    WHERE agency_id = ${agencyId} AND (agency_id, document_id) IN (${counted}) ORDER BY 1, 2, 3`);
  figures.openings = await world.books.read.all(`SELECT id, opening_paise, type = 'Card' AS isCard
    FROM accounts WHERE agency_id = ${agencyId} AND opening_paise <> 0 ORDER BY id`);
  return figures;
}

/** Routes allowed in closed books, because they change no total. */
const FREE = new RegExp(
  [
    "api/(undo|redo)$|operations|trash|share-links|outbox|mail-settings|reminder",
    "categories|clients|vendors|api/items|import-mappings|estimates|gst|users|tokens|bank-rules",
    "metadata|auth|api/(views|notifications|features|close-items|comments|overview)",
    "pdfs|settings|exports",
    "approvals/(limit|:id/(refuse|withdraw))",
    "PUT .*(reconciliation|invoices|notes)",
    "series(?!.*/make$)",
    "POST .*(invoices|notes|attachments|api/statements|decline|duplicate|close/:id(/shared|/opened)?)$",
    "POST (?!.*notes).*/email$",
  ].join("|"),
);
/** Exceptions: sending, and corrections of sent documents. */
const NOT_FREE = /invoices\/send|:id\/(send|cancel)$|corrections|cash-ledger|amendments/;
const isFree = (route: string) =>
  FREE.test(route) && (!NOT_FREE.test(route) || /estimates|outbox/.test(route));

describe("books closed up to today", () => {
  test("keep every total, whatever their owner or staff send", async () => {
    const { owner } = world.kaveri;
    let role: "owner" | "staff" = "owner";
    const who: Caller = {
      ...owner,
      call: (...all) => world.kaveri[role].call(...all),
      get: (...all) => world.kaveri[role].get(...all),
      post: (...all) => world.kaveri[role].post(...all),
      put: (...all) => world.kaveri[role].put(...all),
      delete: (...all) => world.kaveri[role].delete(...all),
    };
    const calls = await buildWrites(world, who);
    await closeTo(owner, today());
    const before = await readFigures();
    for (role of ["owner", "staff"] as const) {
      // Locks move here only, and a closed agency refuses every call.
      for (const route of writingRoutes(world).filter((one) => !/api\/(locks|agency)/.test(one))) {
        const answer = await calls[route]?.().catch(toAnswer);
        const met = pick(answer as Answer);
        if (isFree(route)) expect(met.message ?? "", route).not.toContain("Books are closed");
        else if (route === "DELETE /api/gst/:id/amendments")
          expect([403, 404]).toContain(met.status as number);
        else if (role === "staff" || route.includes("notes/:id/payments")) {
          expect(met.status, route).toBeGreaterThan(399);
        } else {
          expect([route, met]).toEqual([route, refusal(today())]);
        }
        // Staff make the same calls with fewer successes, so their totals are compared once.
        if (role === "owner") expect(await readFigures(), route).toEqual(before);
      }
      expect(await readFigures(), role).toEqual(before);
    }
    await open(owner);
  }, 60_000);
});

describe("closed books", () => {
  test("report how later changes affected their profit, on every route", async () => {
    const owner = await newOwner(world, "effect");
    const { add, categoryId } = await entries(owner);
    made(await add("2026-08-05"));
    const effect = async () => done(await owner.get("/api/locks/changes")).effectOnProfit;
    expect(await effect()).toBeNull();
    await closeTo(owner, "2026-08-31");
    made(await add("2026-09-10"));
    await closeTo(owner, "2026-09-30");
    expect(await effect()).toEqual({ amount: 0, dateFrom: "" });
    made(await giveException(owner, "A bank charge"));
    const { transaction } = made(await add("2026-09-28"));
    made(await add("2026-10-01"));
    expect(await effect()).toEqual({ amount: -5, dateFrom: "" });
    done(await owner.put(`/api/transactions/${transaction._id}`, { amount: 45.5 }));
    expect((await effect()).amount).toBe(-45.5);
    done(await owner.put(`/api/categories/${categoryId}`, { kind: "asset" }));
    expect((await effect()).amount).toBe(10);
    const back = { lockedTo: "2026-08-31", reason: "An invoice was forgotten" };
    done(await owner.put("/api/locks", back));
    const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
    const items = [{ description: "Logo", qty: 1, rate: 250.25 }];
    const invoice = { clientId: client._id, date: "2026-09-30", items };
    const { _id } = made(await owner.post("/api/invoices", invoice));
    expect((await effect()).amount).toBe(10);
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    await closeTo(owner, "2026-10-31");
    expect(await effect()).toEqual({ amount: 260.25, dateFrom: "" });
  });

  test("are closed up to the day of the action at most, even if it is saved later", async () => {
    const owner = await newOwner(world, "deed");
    const { add } = await entries(owner);
    for (const date of ["2026-08-09", "2026-08-10", "2026-08-11"]) made(await add(date));
    const { books, context } = world;
    const visitor = { email: "deed@locks.test", address: "here" };
    const { session, user } = await signIn(books, { ...visitor, password: PASSWORD }, visitor, "");
    const at = "2026-08-10T12:00:00+05:30";
    const change = parse(LockChange, { lockedTo: "2026-08-10" });
    const mail = { link: "", server: context.settings.mail };
    const site = { origin: "http://localhost", secret: "" };
    await changeLocks({ books, ...session, role: user.role, at }, change, visitor, mail, site);
    const [{ payload }] = done(await owner.get("/api/audit?entity=Lock")).items;
    expect(payload.closed).toEqual({ dateFrom: "", dateTo: "2026-08-10", profit: "-10.00" });
    await closeTo(owner, "2026-09-30");
    const [next] = done(await owner.get("/api/audit?entity=Lock")).items;
    expect(next.payload.closed).toMatchObject({ dateFrom: "2026-08-11", profit: "-5.00" });
  });

  test("notify the accountant by e-mail when reopened", async () => {
    const owner = await newOwner(world, "reopened");
    const person = { email: "anjali@reopened.test", name: "Anjali Rao", role: "accountant" };
    const { url } = made(await owner.post("/api/users/invitations", person));
    const joined = { token: url.split("#")[1], password: "anjali's own" };
    made(await world.stranger.post("/api/auth/join", joined));
    await closeTo(owner, "2026-09-30");
    const outbox = async () => done(await owner.get("/api/outbox")).items;
    expect(await outbox()).toEqual([]);
    const reason = "The rent of September";
    done(await owner.put("/api/locks", { lockedTo: "2026-08-31", reason }));
    await closeTo(owner, "2026-09-30");
    const mails = await outbox();
    expect(mails).toMatchObject([
      { kind: "reopened", entity: "lock", id: "2026-09-30", to: person.email, label: "Locks" },
    ]);
    const { mail } = done(await owner.get(`/api/outbox/${mails[0]._id}`));
    expect(mail).toMatchObject({
      subject: "reopened reopened its books, which were closed to 30 Sep 2026",
      text: expect.stringContaining(
        `closed to 30 Sep 2026, and are now closed to 31 Aug 2026. Reason: ${reason}`,
      ),
      hasLink: true,
    });
  });

  test("report a final period at the field of an opening balance and of an account type", async () => {
    const owner = await newOwner(world, "final");
    const { add, accountId, categoryId } = await entries(owner);
    made(await add("2026-03-31"));
    done(await owner.put("/api/locks", { finalTo: "2026-03-31", password: PASSWORD }));
    const at = async (path: string, body: object) => (await owner.put(path, body)).body.errors;
    const final = "Books are final to 31 Mar 2026";
    const message = `${final}, including opening balances.`;
    for (const path of [`/api/accounts/${accountId}`, "/api/ledgers/tds_receivable"]) {
      expect(await at(path, { openingBalance: 1 })).toEqual([{ path: "openingBalance", message }]);
    }
    expect(await at(`/api/categories/${categoryId}`, { kind: "asset" })).toEqual([
      { path: "kind", message: `${final}.` },
    ]);
  });
});

function toAnswer({ message }: Error): Pick<Answer, "body" | "status"> {
  const [, status, body] = /^(\d{3}) (\{.*)$/.exec(message) ?? [];
  return { status: Number(status ?? 403), body: JSON.parse(body ?? "{}") };
}

const open = async (owner: Caller) =>
  done(await owner.put("/api/locks", { lockedTo: "", reason: "The next test" }));

test.each(NOUNS.filter(({ create }) => create).map((noun) => [noun.entity, noun] as const))(
  "%s: the next day is open, that day and those before are not",
  async (_, { entity, create, folder, change, remove }) => {
    const slug = `days-${crypto.randomUUID()}`;
    const owner = await newOwner(world, slug);
    const { office } = await furnish(owner, { mark: slug, n: 100 });
    const send = sendTo(owner);
    const at = (date: string, mark: string) => {
      const call = create?.({ mark, n: 3 }, office) as Call;
      return { ...call, body: call.body?.replaceAll(DAY, date) ?? "" };
    };
    const isDated = at("", "x").body.includes('""') || at("\u0000", "x").body.includes("\u0000");
    if (!isDated) return;
    const lock = addDays(DAY, 10);
    await closeTo(owner, lock);
    const isDraft = folder === "invoices" || folder === "notes";
    if (["statements", "estimates", "gst"].includes(folder ?? entity)) return;
    for (const [n, date] of [addDays(lock, -1), lock].entries()) {
      const answer = await send(at(date, `Closed ${n}`));
      expect([date, pick(answer).status]).toEqual([date, isDraft ? 201 : 409]);
    }
    const after = await send(at(addDays(lock, 1), "Open"));
    expect(after.status, JSON.stringify(after.body)).toBe(201);
    const id = findId(after.body) ?? "";
    if (change) {
      const { body, ...call } = change(id, { mark: "Open anew", n: 4 }, office);
      const moved = (date: string) =>
        send({ ...call, body: JSON.stringify({ ...JSON.parse(body ?? "{}"), date }) });
      expect(pick(await moved(lock)).status).toBe(isDraft ? 200 : 409);
      expect(pick(await moved(addDays(lock, 1))).status).toBe(200);
    }
    if (remove && id) expect((await send(remove(id))).status).toBe(200);
  },
  60_000,
);
