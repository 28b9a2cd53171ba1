import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { checklist, findItem } from "./closing.ts";
import { closeTo, entries, newOwner } from "./locking.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";
import { openPassing, type Passing } from "./passing.ts";

let host: MailHost;
let world: World;
let passing: Passing;
beforeAll(async () => {
  host = await startMailServer();
  const more = { from: "billing@indigo.example", isPerAgency: true, mayBePrivate: true };
  world = await createWorld({ mail: { url: host.url, ...more } });
  passing = openPassing(world);
});
afterAll(async () => {
  await passing.stop();
  await world.end();
  await host.end();
});

async function join(owner: Caller, email: string): Promise<Caller> {
  const person = { email, name: "Vinod Deshpande", role: "accountant" };
  const { url } = made(await owner.post("/api/users/invitations", person));
  const joined = { token: url.split("#")[1], password: "vinod's own" };
  return world.caller(made(await world.stranger.post("/api/auth/join", joined)).token);
}

const state = async (who: Caller, month: string) => {
  const { items, share } = await checklist(who, month);
  const [papers, shared] = items.slice(-2);
  return { papers: papers?.state, shared: shared?.state, note: shared?.note, share };
};

test("documents are ready when the month is closed, and shared once somebody has them", async () => {
  const owner = await newOwner(world, "sharing");
  const vinod = await join(owner, "vinod@sharing.test");
  const before = await state(owner, "2026-06");
  expect(before).toMatchObject({ papers: "blocked", shared: "blocked", share: null });
  expect((await owner.post("/api/close/2026-06/shared", {})).status).toBe(409);
  const { share } = made(await owner.post("/api/close/2026-06", {}));
  expect(share).toEqual({ shared: null, opened: null, isOnItsWay: true, changes: 0 });
  expect(await state(owner, "2026-06")).toMatchObject({
    papers: "done",
    shared: "open",
    note: "the e-mail is on its way",
  });

  await passing.pass(11_000);
  const mailed = await state(owner, "2026-06");
  expect(mailed.shared).toBe("done");
  expect(mailed.share?.shared?.way).toBe("emailed");
  expect(mailed.note).toMatch(/^e-mailed \d+ \w+$/);

  done(await owner.post("/api/close/2026-06/opened", {}));
  expect((await state(owner, "2026-06")).share?.opened).toBeNull();
  done(await vinod.post("/api/close/2026-06/opened", {}));
  const opened = await state(owner, "2026-06");
  expect(opened.share?.opened?.name).toBe("Vinod Deshpande");
  const [view] = done(await owner.get("/api/audit?entity=Closing&action=VIEW")).items;
  expect(view.payload).toMatchObject({ month: "2026-06" });
});

test("a change in a closed month asks to share it again", async () => {
  const owner = await newOwner(world, "changing");
  const { add } = await entries(owner);
  made(await owner.post("/api/close/2026-05", {}));
  made(await owner.post("/api/close/2026-06", {}));
  const [vinod, staff] = [
    await join(owner, "vinod@changing.test"),
    { email: "rohan@changing.test", name: "Rohan", password: "rohan's own" },
  ];
  expect((await state(owner, "2026-06")).note).toBe("not shared with Vinod Deshpande yet");
  made(await owner.post("/api/users/team", { ...staff, role: "staff" }));
  expect((await vinod.post("/api/close/2026-06/shared", {})).status).toBe(403);
  for (const month of ["2026-05", "2026-06"]) {
    const { items, share } = done(await owner.post(`/api/close/${month}/shared`, {}));
    expect([items.at(-1).state, share.shared.way]).toEqual(["done", "marked"]);
  }

  const { users } = done(await owner.get("/api/users/team"));
  const [me] = users;
  const until = new Date(Date.now() + 60 * 60_000).toISOString();
  const exception = { userId: me._id, until, reason: "A late bill" };
  made(await owner.post("/api/locks/exceptions", exception));
  made(await add("2026-06-03"));
  const { transaction } = made(await add("2026-06-05"));
  done(await owner.delete(`/api/transactions/${transaction._id}`));
  const june = await state(owner, "2026-06");
  expect(june).toMatchObject({ papers: "done", shared: "open", share: { changes: 3 } });
  expect(june.note).toMatch(/^3 changes since \d+ \w+$/);
  expect(await state(owner, "2026-05")).toMatchObject({ shared: "done", share: { changes: 0 } });
  const { year } = await checklist(owner, "2026-05");
  expect(year.slice(1, 3).map(({ changes }) => changes)).toEqual([0, 3]);
  expect((await owner.post("/api/close/2026-06", {})).body.message).toMatch(/already closed/);

  const path = new Request("http://localhost/api/close/2026-06/papers.zip", {
    headers: { authorization: `Bearer ${vinod.token}` },
  });
  await (await world.app.handle(path)).arrayBuffer();
  expect(await state(owner, "2026-06")).toMatchObject({
    shared: "done",
    share: { changes: 0, shared: { way: "opened", name: "Vinod Deshpande" } },
  });
  await closeTo(owner, "2026-06-30");
  expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
});

test("accountants close months only if an owner allows it", async () => {
  const owner = await newOwner(world, "allowing");
  const vinod = await join(owner, "vinod@allowing.test");
  const refused = await vinod.post("/api/close/2026-05", {});
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Only agency owners, and accountants they allow, can close a month.",
  ]);
  const seen = await checklist(vinod, "2026-05");
  expect([seen.mayClose, seen.closer]).toEqual([false, "Meera Kulkarni"]);
  expect((await vinod.put("/api/metadata", { accountantMayClose: true })).status).toBe(403);
  const { metadata } = done(await owner.put("/api/metadata", { accountantMayClose: true }));
  expect(metadata.accountantMayClose).toBe(true);
  done(await owner.put("/api/metadata", { agencyName: "Allowing" }));
  expect((await checklist(vinod, "2026-05")).mayClose).toBe(true);
  const { closing } = made(await vinod.post("/api/close/2026-05", {}));
  expect(closing.createdBy.name).toBe("Vinod Deshpande");
  done(await owner.put("/api/metadata", { accountantMayClose: false }));
  expect((await vinod.post("/api/close/2026-06", {})).status).toBe(403);
  expect((await findItem(vinod, "lock", "2026-06")).state).toBe("open");
});
