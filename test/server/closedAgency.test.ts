import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from "bun:test";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { runReversals } from "../../db/ledger/reversals.ts";
import { mailNotifications } from "../../db/mail/dailyNotifications.ts";
import { findWaiting } from "../../db/mail/lease.ts";
import { notify } from "../../db/notifications/notify.ts";
import { findReminded } from "../../db/reminders/run.ts";
import { runSeries } from "../../db/series/run.ts";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(() => setSystemTime());
afterAll(() => world.end());

const DAY_MS = 24 * 60 * 60_000;
const until = () => addDays(today(), 30);

/** Founds an agency of a test's own. */
async function found() {
  const team = await world.found();
  const { email, agencySlug } = done(await team.owner.get("/api/auth/me")).user;
  const signIn = (address = email, more = {}) =>
    world.stranger.post("/api/auth/login", { email: address, password: team.password, ...more });
  return { ...team, email, staffEmail: email.replace("owner", "staff"), slug: agencySlug, signIn };
}

const close = (who: Caller, agencySlug: string, headers = {}) =>
  who.call("DELETE", "/api/agency", JSON.stringify({ agencySlug }), {
    "content-type": "application/json",
    ...headers,
  });

const closedBy = () =>
  `Owner of kaveri closed kaveri on ${formatDate(today())}. ` +
  `An owner can restore it until ${formatDate(until())}.`;

test("only an owner who types the slug and is present closes an agency, and only theirs", async () => {
  const { owner, staff, slug } = await found();
  expect((await close(staff, slug)).status).toBe(403);
  expect(await close(owner, "narmada")).toMatchObject({
    status: 400,
    body: { errors: [{ path: "agencySlug", message: `Type ${slug} to close the agency` }] },
  });
  expect((await owner.post("/api/agency/restore", {})).status).toBe(409);
  const later = new Date(Date.now() + 20 * 60_000);
  setSystemTime(later);
  expect(await close(owner, slug)).toMatchObject({ status: 400, body: { needs: "proof" } });
  expect((await owner.get("/api/accounts")).status).toBe(200);
  const closed = done(await close(owner, slug, { "x-password": "kaveri%20password" })).closed;
  expect(closed).toEqual({
    agencyName: "kaveri",
    by: "Owner of kaveri",
    on: today(),
    until: until(),
  });
  expect((await world.narmada.owner.get("/api/accounts")).status).toBe(200);
});

test("a closed agency refuses sessions, tokens, invitations and links", async () => {
  const { owner, staff, slug } = await found();
  const token = world.caller(made(await owner.post("/api/tokens", { name: "Backup" })).secret);
  const guest = { name: "Guest", email: `guest@${slug}.test`, role: "accountant" };
  const [, invitation] = made(await owner.post("/api/users/invitations", guest)).url.split("#");
  const { client } = made(await owner.post("/api/clients", { displayName: "Meridian" }));
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const input = { clientId: client._id, date: today(), items };
  const { _id: id } = made(await owner.post("/api/invoices", input));
  done(await owner.post(`/api/invoices/${id}/send`, {}));
  const { url } = made(await owner.post("/api/share-links", { entity: "invoice", id }));
  const link = new URL(url).pathname;
  expect((await world.stranger.get(link)).status).toBe(200);

  done(await close(owner, slug));
  for (const who of [owner, staff, token]) {
    expect(await who.get("/api/accounts")).toMatchObject({
      status: 403,
      body: { code: "agency_closed", message: closedBy() },
    });
  }
  expect((await owner.post("/api/clients", { displayName: "Another" })).status).toBe(403);
  expect((await token.get("/api/auth/agencies")).status).toBe(403);
  expect((await staff.post("/api/agency/restore", {})).status).toBe(403);
  for (const path of [link, `${link}/pdf`]) {
    const page = await world.stranger.get(path);
    expect(page.status).toBe(410);
    expect(page.body).toContain("This agency is closed");
    expect(page.body).not.toContain("Meridian");
  }
  expect((await world.stranger.post(`${link}/seen`, {})).status).toBe(204);
  const asked = await world.stranger.post("/api/auth/invitation", { token: invitation });
  expect(asked).toMatchObject({ status: 409, body: { message: "kaveri is closed." } });
});

test("sign-in says who closed it; only an owner gets in, only to restore everything", async () => {
  const { owner, email, staffEmail, slug, signIn } = await found();
  const read = async (who: Caller) => (await who.get("/api/accounts")).body;
  const before = await read(owner);
  done(await close(owner, slug));
  expect(await signIn(staffEmail)).toMatchObject({
    status: 403,
    body: { code: "agency_closed", message: closedBy() },
  });
  expect((await signIn(email, { password: "another one" })).body.message).toBe(
    "Invalid email or password",
  );
  const answer = done(await signIn());
  expect(answer.closed).toMatchObject({ by: "Owner of kaveri", until: until() });
  const again = world.caller(answer.token);
  expect((await again.get("/api/accounts")).status).toBe(403);
  expect(done(await again.get("/api/auth/agencies")).agencies).toEqual([]);

  done(await again.post("/api/agency/restore", {}));
  expect(await read(again)).toEqual(before);
  expect(await read(owner)).toEqual(before);
  expect(done(await signIn(staffEmail)).closed).toBeUndefined();
  const { items } = done(await owner.get("/api/audit?entity=Metadata&limit=2"));
  expect(items.map(({ payload }: { payload: object }) => payload)).toMatchObject([
    { before: { closedUntil: until() }, after: { closedUntil: "" } },
    { before: { closedUntil: "" }, after: { closedUntil: until() } },
  ]);
  expect((await owner.post("/api/undo", {})).status).toBe(409);
});

test("after 30 days nobody can restore it", async () => {
  const { owner, slug, signIn } = await found();
  done(await close(owner, slug));
  const on = formatDate(until());
  setSystemTime(new Date(Date.now() + 30 * DAY_MS));
  const { token } = done(await signIn());
  setSystemTime(new Date(Date.now() + DAY_MS));
  for (const answer of [
    await signIn(),
    await world.caller(token).post("/api/agency/restore", {}),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.body.message).toEndWith(`It could be restored until ${on}.`);
  }
});

test("a person's other agencies stay, and are the ones they sign in to", async () => {
  const { owner, email, slug, signIn } = await found();
  const guest = { name: "Owner", email, role: "staff" };
  const [, token] = made(await world.narmada.owner.post("/api/users/invitations", guest)).url.split(
    "#",
  );
  const joined = { token, password: world.kaveri.password };
  made(await world.stranger.post("/api/auth/join", joined));
  done(await close(owner, slug));
  const answer = done(await signIn());
  expect(answer.user.agencySlug).toBe("narmada");
  expect(answer.closed).toBeUndefined();
  const there = world.caller(answer.token);
  expect((await there.get("/api/accounts")).status).toBe(200);
  const back = done(await there.post("/api/auth/switch", { agencySlug: slug }));
  expect(back.closed).toMatchObject({ agencyName: "kaveri" });
  done(await world.caller(back.token).post("/api/agency/restore", {}));
});

test("nothing happens by itself in a closed agency, and all of it follows once it is restored", async () => {
  const { owner, slug, fees, rent, signIn } = await found();
  const { mail } = world.context.settings;
  const [agency] = await world.books.read.all<{ id: number }>(
    `SELECT id FROM agencies WHERE slug = '${slug}'`,
  );
  const agencyId = agency?.id ?? 0;
  const { client } = made(
    await owner.post("/api/clients", { displayName: "Meridian", email: "pay@meridian.example" }),
  );
  const items = [{ description: "Retainer", qty: 1, rate: 100 }];
  const template = { clientId: client._id, items };
  const anchor = addDays(today(), 1);
  const of = { kind: "invoice", anchor, unit: "month", mode: "draft" };
  made(await owner.post("/api/series", { ...of, template }));
  const lines = [
    { categoryId: rent._id, debit: 90 },
    { categoryId: fees._id, credit: 90 },
  ];
  const journal = { date: today(), reason: "Prepaid", lines, reversesOn: anchor };
  made(await owner.post("/api/journals", journal));
  const due = { clientId: client._id, date: addDays(today(), -9), dueDate: today(), items };
  const invoice = made(await owner.post("/api/invoices", due));
  done(await owner.post(`/api/invoices/${invoice._id}/send`, {}));
  done(await owner.post(`/api/invoices/${invoice._id}/email`, {}));
  done(await owner.put("/api/notifications/mail", { isOn: true }));
  done(await owner.put("/api/reminder-rules", { isOn: true }));
  const news = { kind: "opened", name: "Meridian", label: "INV/1", link: "/invoices/1" } as const;
  await writeTransaction({ books: world.books }, (tx) => notify(tx, { agencyId }, news));

  done(await close(owner, slug));
  const later = addDays(today(), 2);
  const looking = { today: later, mail };
  const waits = async () =>
    (await findWaiting(world.books)).some((one) => one.agencyId === agencyId);
  const now = Date.now() + 2 * DAY_MS;
  const reminding = { looking: { now, mail } };
  expect((await runSeries(world.books, looking)).made).toBe(0);
  expect(await runReversals(world.books, later)).toBe(0);
  expect(await findReminded(world, reminding)).toEqual([]);
  expect(await mailNotifications(world.books, { now, mail })).toEqual({ made: 0 });
  expect(await waits()).toBe(false);

  done(await world.caller(done(await signIn()).token).post("/api/agency/restore", {}));
  expect(await waits()).toBe(true);
  expect((await runSeries(world.books, looking)).made).toBe(1);
  expect(await runReversals(world.books, later)).toBe(1);
  expect(await findReminded(world, reminding)).toEqual([{ agencyId, clientId: client._id }]);
  expect(await mailNotifications(world.books, { now, mail })).toEqual({ made: 1 });
});
