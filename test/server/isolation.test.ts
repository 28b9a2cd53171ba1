import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CALLS } from "../../server/api/calls.ts";
import { listFieldNames } from "../../server/api/mount.ts";
import { furnish, type Ids, toFolder } from "../furnish.ts";
import { createRandom, generateSample } from "../fuzz/grammar.ts";
import { BODIES } from "../fuzz/requests.ts";
import { type Caller, createWorld, type World } from "../world.ts";

// Two agencies whose records have the same names. A request with an id of the other agency in the path, the
// query or the body gets the response for an unknown record, and changes nothing.

const NOBODY = "0000000000000";
const PERIOD = "dateFrom=2026-04-01&dateTo=2026-04-30";

let world: World;
let ours: Ids;
let theirs: Ids;
beforeAll(async () => {
  world = await createWorld();
  ({ ids: theirs } = await furnish(world.kaveri.owner, { mark: "Theirs", n: 777_77 }));
  ({ ids: ours } = await furnish(world.narmada.owner, { mark: "Ours", n: 111_11 }));
});
afterAll(() => world.end());

async function readBooks(owner: Caller) {
  const paths = ["transactions", "receipts", "invoices", "clients", "accounts", "categories"];
  paths.push(
    "imports",
    "users/team",
    "users/invitations",
    "views",
    "tokens",
    "metadata",
    "notes",
    "vouchers",
    "estimates",
    "series",
  );
  paths.push(
    "receipts/settings",
    "invoice-settings",
    "gst",
    "gst/cash-ledger",
    "gst/suppliers",
    "ledgers",
    "journals",
  );
  paths.push("exports/tally/names", "exports/tally?month=2026-04");
  paths.push("locks", "locks/changes", "close/2026-10", "close-items", "tasks");
  paths.push("outbox", "mail-settings");
  paths.push("reminders", "reminder-rules", "reminders/preview");
  paths.push("approvals", "approvals/limit");
  const said = [];
  for (const path of [...paths, `accounts/balances?${PERIOD}`, `dashboard?${PERIOD}`]) {
    said.push((await owner.get(`/api/${path}`)).body);
  }
  const changes = await world.books.read.all(
    "SELECT count(*) AS count FROM audit_log WHERE agency_id = 1 AND action <> 'VIEW'",
  );
  return { said, changes };
}

const routes = () =>
  world.app.routes
    .filter(({ path }) => path.startsWith("/api/") && !path.startsWith("/api/auth/"))
    .map(({ method, path }) => ({ method, path: path.replace(/\/$/, "") }));

function buildAddress(path: string, ids: Ids): string {
  const id = ids[toFolder(path)];
  if (path.includes(":id") && !id) throw new Error(`Nothing of the kind of ${path} was made`);
  return path.replace(":id", id ?? "");
}

function buildBody(name: string, ids: Ids): string | undefined {
  if (name.endsWith("/bills/:id/credit")) return JSON.stringify({ itc: "NONE" });
  if (name.includes("/gst/suppliers/")) return JSON.stringify({ period: "2026-04" });
  const schema = BODIES[name];
  if (schema === undefined || typeof schema === "string") return undefined;
  const own = ids[/ \/api\/([^/]+)/.exec(name)?.[1] ?? ""] ?? "";
  const pool = Object.fromEntries(
    Object.entries({ ...ids, own }).map(([kind, id]) => [kind, [id]]),
  );
  return JSON.stringify(generateSample(schema, "", pool, createRandom(7)));
}

const JSON_TYPE = { "content-type": "application/json" };
/** Reports reject unknown query names. */
function fillNames(path: string, query: string): string {
  if (!path.startsWith("/api/reports/")) return query;
  const schemas = CALLS.find((call) => call.path === path)?.query?.schemas ?? [];
  const names = new Set(schemas.flatMap(listFieldNames));
  return `${new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => names.has(name)))}`;
}

const replaceIds = (ids: Ids): Ids =>
  Object.fromEntries(Object.keys(ids).map((kind) => [kind, NOBODY]));

describe("another agency's id", () => {
  test("looks unknown in the path", async () => {
    const before = await readBooks(world.kaveri.owner);
    const withIds = routes().filter(({ path }) => path.includes(":id"));
    expect(withIds.length).toBeGreaterThan(20);
    for (const { method, path } of withIds) {
      const body = buildBody(`${method} ${path}`, ours);
      const answers = [];
      for (const ids of [theirs, replaceIds(theirs)]) {
        const address = `${buildAddress(path, ids)}?${PERIOD}&documentId=${NOBODY}`;
        const { status, body: said } = await world.narmada.owner.call(
          method,
          address,
          body,
          JSON_TYPE,
        );
        answers.push({ status, said });
      }
      expect([method, path, answers[0]?.status]).toEqual([method, path, 404]);
      expect(answers[0]).toEqual(answers[1] as (typeof answers)[0]);
    }
    expect(await readBooks(world.kaveri.owner)).toEqual(before);
  });

  test("finds in a query what an unknown id finds", async () => {
    // The whole log, also in an agency zip, has the earlier requests; chain.test.ts checks whose it is.
    const isRead = ({ method, path }: { method: string; path: string }) =>
      method === "GET" && !/pdf|:id|jsonl|agency\.zip/.test(path);
    const reads = routes().filter(isRead);
    expect(reads.length).toBeGreaterThan(15);
    for (const { path } of reads) {
      const answers = [];
      for (const ids of [theirs, replaceIds(theirs)]) {
        const { account, category, client } = ids;
        const of = `clientId=${client}&ledger=${category}`;
        const named = `accountId=${account}&categoryId=${category}&${of}&agencyId=1`;
        const isOfRecord = ["/api/share-links", "/api/comments"].includes(path);
        const ofInvoice = isOfRecord ? `&entity=invoice&id=${ids.invoice}` : "";
        const shared =
          path === "/api/comments/lines" ? `&statementId=${ids.statements}` : ofInvoice;
        const query = fillNames(path, `${PERIOD}&${named}${shared}`);
        const { status, body } = await world.narmada.owner.get(`${path}?${query}`);
        answers.push({ status, body: withoutViews(body) });
      }
      expect(answers[0], path).toEqual(answers[1] as (typeof answers)[0]);
      const isOf = /reports\/(ledger|statement-of-account)|share-links|comments/.test(path);
      expect(isOf || answers[0]?.status === 200, path).toBe(true);
      const said = JSON.stringify(answers);
      for (const id of Object.values(theirs)) expect(said, path).not.toContain(id);
      expect(said, path).not.toContain("777.77");
    }
  });

  test("is rejected in the body like an unknown one", async () => {
    const before = await readBooks(world.kaveri.owner);
    const asked: string[] = [];
    for (const { method, path } of routes()) {
      const name = `${method} ${path}`;
      const body = buildBody(name, theirs);
      if (!body || !Object.values(theirs).some((id) => body.includes(id))) continue;
      asked.push(name);
      const answers = [];
      for (const sent of [body, buildBody(name, replaceIds(theirs))]) {
        const { owner } = world.narmada;
        const { status, body: said } = await owner.call(
          method,
          buildAddress(path, ours),
          sent,
          JSON_TYPE,
        );
        answers.push({ status, said });
      }
      const isOfMany = Object.keys(JSON.parse(body)).join() === "ids";
      expect([name, answers[0]?.status]).toEqual([name, isOfMany ? 404 : 400]);
      expect(answers[0]).toEqual(answers[1] as (typeof answers)[0]);
    }
    expect(asked.length).toBeGreaterThan(6);
    expect(await readBooks(world.kaveri.owner)).toEqual(before);
  });

  test("changes nothing there if sent as an extra field", async () => {
    const before = await readBooks(world.kaveri.owner);
    const extra = { agencyId: 1, agency_id: 1, _id: theirs.transactions, createdBy: theirs.team };
    for (const { method, path } of routes().filter(({ method }) => method !== "DELETE")) {
      const body = buildBody(`${method} ${path}`, ours);
      if (!body) continue;
      const sent = JSON.stringify({ ...JSON.parse(body), ...extra });
      const { status } = await world.narmada.owner.call(
        method,
        buildAddress(path, ours),
        sent,
        JSON_TYPE,
      );
      expect(status, `${method} ${path}`).toBeLessThan(500);
    }
    expect(await readBooks(world.kaveri.owner)).toEqual(before);
  });
});

/** The log records each of the two compared exports with its time. */
function withoutViews(body: unknown): unknown {
  if (typeof body === "string") return body.split("\n").filter((line) => !line.includes(",VIEW,"));
  const { items, ...rest } = body as { items?: { action?: string }[] };
  if (!items?.some(({ action }) => action)) return body;
  return { ...rest, total: 0, items: items.filter(({ action }) => action !== "VIEW") };
}
