import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  isPermitted,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  rolesFor,
} from "../../domain/roles.ts";
import { findPermission, isRead } from "../../server/api/call.ts";
import { CALLS } from "../../server/api/calls.ts";
import { listFieldNames } from "../../server/api/mount.ts";
import { buildNav, type NavItem } from "../../server/pages/nav.ts";
import { PAGES } from "../../server/pages/pages.ts";
import { furnish, type Ids, toFolder } from "../furnish.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

// Calls every route of /api as every role. Its documentation in server/api names the roles; a route without
// them fails the suite.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  ({ ids } = await furnish(world.kaveri.owner, { mark: "kaveri's", n: 500 }));
  ids = {
    ...ids,
    sessions: done(await world.kaveri.owner.get("/api/auth/sessions")).sessions[0]._id,
    passkeys: "nobody's", // Belongs to a user; passkeys.test.ts covers other users.
  };
});
afterAll(() => world.end());

const RULES = Object.fromEntries(
  CALLS.map(({ method, path, who }) => [`${method} ${path}`, who] as const).filter(([name]) =>
    name.includes(" /api/"),
  ),
);

const NEEDED = new Map(CALLS.map((call) => [`${call.method} ${call.path}`, findPermission(call)]));

async function hire(role: Role): Promise<Caller> {
  const member = { name: "Meera", email: `${role}@kaveri.test`, password: "her own" };
  made(await world.kaveri.owner.post("/api/users/team", { ...member, role }));
  const { email, password } = member;
  return world.caller(
    done(await world.stranger.post("/api/auth/login", { email, password })).token,
  );
}

let ids: Ids;

const NOBODYS = { accountId: "nobody's", invoiceId: "nobody's", billId: "nobody's" };
const FILED = { return: "GSTR1", arn: "AA2704260012345" };
const PAYMENT = {
  itc: "NONE",
  documentId: "0000000000000",
  period: "2026-04",
  date: "2026-04-02",
  amount: 5,
  mode: "UPI",
  reason: "None",
  ...FILED,
  ...NOBODYS,
};

function listRoutes({ app }: World) {
  return app.routes
    .filter(({ path }) => path.startsWith("/api"))
    .map(({ method, path }) => ({ method, path: path.replace(/\/$/, "") }))
    .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }));
}

const PERIOD = "?dateFrom=2026-04-01&dateTo=2026-04-30";

function buildCall(
  { method, path }: { method: string; path: string },
  id = ids[toFolder(path)],
): Parameters<Caller["call"]> {
  const isOfRecord = ["/api/share-links", "/api/comments", "/api/comments/answer"].includes(path);
  const shared = isOfRecord ? `&entity=invoice&id=${ids.invoice}` : "";
  const ofStatement = path === "/api/comments/lines" ? `&statementId=${ids.statements}` : "";
  const amended = path.endsWith("/amendments") ? "&documentId=0000000000000" : "";
  const named = /reports/.test(path)
    ? `&ledger=receivables&clientId=${ids.client}`
    : shared + amended + ofStatement;
  const address = path.replace(":id", id ?? "") + fillNames(path, PERIOD + named);
  if (method === "GET" || (method === "DELETE" && !WITH_BODY.includes(`${method} ${path}`))) {
    return [method, address];
  }
  return [method, address, "{no json", { "content-type": "application/json" }];
}

function fillNames(path: string, query: string): string {
  if (!path.startsWith("/api/reports/")) return query;
  const schemas = CALLS.find((call) => call.path === path)?.query?.schemas ?? [];
  const names = new Set(schemas.flatMap(listFieldNames));
  return `?${new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => names.has(name)))}`;
}

describe("every route of /api", () => {
  test("has its rule", () => {
    const names = listRoutes(world).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(RULES).sort());
  });

  test("rejects a signed-out client, except on open ones", async () => {
    for (const route of listRoutes(world)) {
      const { status } = await world.stranger.call(...buildCall(route));
      const open = NO_BODY.includes(route.name) ? 200 : 400;
      expect([route.name, status]).toEqual([route.name, RULES[route.name] === "open" ? open : 401]);
    }
  });

  test("returns to another agency's owner the same as for an unknown record", async () => {
    const { owner } = world.narmada;
    const routes = listRoutes(world).filter(
      ({ path }) => path.includes(":id") && !path.startsWith("/api/auth/"),
    );
    expect(routes.length).toBeGreaterThan(8);
    for (const { method, path, name } of routes) {
      const body =
        method === "POST" ? JSON.stringify(PAYMENT) : method === "PUT" ? "{}" : undefined;
      const headers = { "content-type": "application/json" };
      const [, ours] = buildCall({ method, path });
      const [, none] = buildCall({ method, path }, "0000000000000");
      const answers = [];
      for (const address of [ours, none]) {
        const { status, body: said } = await owner.call(method, address, body, headers);
        answers.push({ name, status, said });
      }
      expect(answers[0]?.status, name).toBe(404);
      expect(answers[0]).toEqual(answers[1]!);
    }
  });

  test("shows no record of this agency to another agency's owner", async () => {
    const routes = listRoutes(world).filter(
      ({ method, path }) => method === "GET" && !path.includes(":id"),
    );
    for (const route of routes) {
      const { status, body } = await world.narmada.owner.call(...buildCall(route));
      const isOfOurs = /statement-of-account|share-links|comments/.test(route.path);
      expect([route.name, status]).toEqual([route.name, isOfOurs ? 404 : 200]);
      expect(JSON.stringify(body), route.name).not.toContain("kaveri");
      for (const id of Object.values(ids))
        expect(JSON.stringify(body), route.name).not.toContain(id);
    }
  });

  test.each(["accountant", "staff", "owner"] as const)(
    "lets the %s do exactly what the roles table says",
    async (role) => {
      const person = role === "accountant" ? await hire(role) : world.kaveri[role];
      // The owner and deletions last, so that every record still exists for the other calls.
      const routes = listRoutes(world)
        // These end the token of all other calls.
        .filter(({ name }) => !/\/auth\/(logout|sessions\/:id)$/.test(name))
        .sort((a, b) => order(a.method) - order(b.method));
      for (const route of routes) {
        const permission = NEEDED.get(route.name);
        const { status, body } = await person.call(...buildCall(route));
        if (permission && !isPermitted(role, permission)) {
          expect([route.name, status, body]).toEqual([
            route.name,
            403,
            { message: PERMISSIONS[permission] },
          ]);
        } else {
          expect(allowedAnswers(route), `${role} ${route.name}: ${status}`).toContain(status);
        }
      }
    },
  );
});

/** The statuses of a call without a valid body, once its role is allowed. */
function allowedAnswers({ method, name }: { method: string; name: string }): number[] {
  if (name === "POST /api/close/:id") return [404]; // Not a month.
  if (name === "POST /api/gst/:id/2b") return [404]; // Not a period.
  // 403: the owner's action is theirs to undo; 409: the previous role has undone it.
  if (/\/(operations|trash)\/:id/.test(name)) return [201, 400, 403, 409];
  if (/\/matches\/:id|statements\/:id\/undo/.test(name)) return [200, 403, 404];
  // 409: a draft has no e-invoice.
  if (name.endsWith("/einvoice.json")) return [409];
  if (method === "GET") return /:id|statement-of-account/.test(name) ? [200, 404] : [200];
  if (NO_BODY.includes(name)) return [200, 201, 404, 409]; // The previous role has done it.
  // 403: staff cannot delete an opening balance.
  if (name === "DELETE /api/accounts/:id") return [200, 403, 404, 409];
  if (WITH_BODY.includes(name)) return [400, 404];
  if (name === "DELETE /api/comments/:id") return [200, 403, 404]; // Only its author can.
  // 409: the books still use it; 404: the previous role has deleted it.
  if (method === "DELETE") return [200, 404, 409];
  return [NO_JSON.includes(name) ? 415 : 400];
}

const NO_BODY = CALLS.filter(({ method, body, logo }) => method === "POST" && !body && !logo).map(
  ({ path }) => `POST ${path}`,
);
const WITH_BODY = CALLS.filter(({ method, body }) => method === "DELETE" && body).map(
  ({ path }) => `DELETE ${path}`,
);
const NO_JSON = [
  ...["POST /api/users/logo", "POST /api/transactions/import", "POST /api/statements"],
  "POST /api/exports/tally/names/try",
];

const order = (method: string) => (method === "DELETE" ? 1 : 0);

describe("the roles table", () => {
  test("gives owners everything and staff the rest (specification, section 6)", () => {
    const permissions = Object.keys(PERMISSIONS) as Permission[];
    expect(permissions.filter((permission) => !isPermitted("owner", permission))).toEqual([]);
    expect(permissions.filter((permission) => isPermitted("staff", permission))).toEqual([
      "enter books",
    ]);
    expect(rolesFor(undefined)).toEqual(ROLES);
  });

  test("lets an accountant read everything and write only what is theirs", () => {
    const mayCall = CALLS.filter(
      (call) => call.who !== "open" && isPermitted("accountant", findPermission(call)),
    );
    const reads = CALLS.filter((call) => isRead(call) && call.who !== "open");
    const closed = reads.filter((call) => !mayCall.includes(call)).map(({ name }) => name);
    expect(closed.sort()).toEqual([
      ...["exportAgency", "exportBooks", "exportOtherTransactions"],
      ...["listInvitations", "listReadiness"],
    ]);
    const writes = mayCall.filter((call) => !isRead(call)).map(({ name }) => name);
    expect(writes.sort()).toEqual([
      ...[
        "addCashEntry",
        "addCloseItem",
        "addComment",
        "addDeposit",
        "addJournal",
        "addPartnerPayment",
        "addPasskey",
      ],
      ...["addTdsStatement", "addToken", "addView", "answerQuestions"],
      ...["changeAccount", "changeCategory", "changeCloseItem", "changeComment"],
      ...[
        "changeJournal",
        "changeLedger",
        "changeLocks",
        "changeMatching",
        "changeNotificationMail",
        "changeProfile",
        "changeResponsible",
        "changeTallyNames",
        "changeView",
        "closeMonth",
        "confirmAuthenticator",
      ],
      ...[
        "deleteCloseItem",
        "deleteJournal",
        "deletePartnerPayment",
        "deleteView",
        "endSession",
        "fileReturn",
        "getPasskeyCreation",
        "loadGstr2b",
        "markCloseItem",
      ],
      ...[
        "readNotifications",
        "redoLast",
        "removeAuthenticator",
        "removeComment",
        "removePasskey",
        "renewRecoveryCodes",
      ],
      ...["requestVerification", "restore", "revokeToken"],
      ...["setCreditOpening", "signOut", "startAuthenticator", "switchAgency"],
      ...["undoLast", "undoOperation", "unmarkCloseItem"],
      "withdrawApproval",
    ]);
  });

  test("matches what the sidebar hides from staff, and the pages' roles", () => {
    const items = buildNav(new Set(PAGES.map(({ path }) => path))).flatMap(({ items }) => items);
    const isHidden = ({ permission }: NavItem) => !isPermitted("staff", permission);
    const hidden = items.filter(isHidden).map(({ path }) => path);
    const closed = PAGES.filter(({ permission }) => permission).map(({ path }) => path);
    const ofOneThing = (path: string) => path.includes(":id");
    const isReport = (path: string) => path === "/journals" || path.startsWith("/reports/");
    const tabs = items.flatMap(({ tabs = [] }) => tabs);
    const isTab = (path: string) =>
      tabs.includes(path) || closed.some((above) => path.startsWith(`${above}/`));
    const places = closed.filter((path) => !ofOneThing(path) && !isReport(path) && !isTab(path));
    expect(hidden.sort()).toEqual(places.sort());
    expect(hidden).toEqual([
      ...["/settings/audit", "/settings/locks", "/settings/metadata", "/settings/team"],
    ]);
    expect(closed.filter(ofOneThing)).toEqual([
      ...["/invoices/:id/edit", "/notes/:id/edit", "/journals/:id", "/journals/:id/edit"],
    ]);
  });

  test("has the Access Denied sentences of the specification's section 2", () => {
    expect(PERMISSIONS).toMatchObject({
      "manage metadata": "Only agency owners can manage metadata settings.",
      "view audit log": "Only agency owners can view audit logs.",
      "manage team": "Only agency owners can manage team members.",
    });
  });
});
