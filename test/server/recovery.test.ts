import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recordSignIn } from "../../db/agencies/people.ts";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { people } from "../../db/schema/agencies.ts";
import type { Notice } from "../../domain/agencies/recovery.ts";
import { openNotices } from "../../server/mail/notices.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { findDifferences, newPlace } from "./factors.ts";
import { startMailServer } from "./mailServer.ts";

let world: World;
const awaited = new Map<string, (notice: Notice) => void>();
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
  world.context.notices.send = (notice) => {
    world.notices.push(notice);
    awaited.get(notice.to)?.(notice);
  };
  const to = { isVerified: false };
  await writeTransaction(world, async (tx) => {
    const all = await tx.update(people).set(to).returning();
    for (const { email } of all) await recordSignIn(tx, email, to);
  });
});
afterAll(() => world.end());

const nextTo = (email: string) => new Promise<Notice>((go) => awaited.set(email, go));
const tokenIn = ({ link }: Pick<Notice, "link">) =>
  /#([\w-]{43})/.exec(link?.url ?? "")?.[1] as string;
const forgot = (email: string, place: object = newPlace()) =>
  world.stranger.post("/api/auth/forgot", { email }, place);
const reset = (token: string, password: string) =>
  world.stranger.post("/api/auth/reset", { token, password }, newPlace());
const login = (email: string, password: string) =>
  world.stranger.post("/api/auth/login", { email, password }, newPlace());
const readStatus = async (who: Caller) => (await who.get("/api/auth/me")).status;

async function mailedReset(email: string): Promise<string> {
  const [mail, answer] = await Promise.all([nextTo(email), forgot(email)]);
  expect(answer.status).toBe(200);
  return tokenIn(mail);
}

const message = "This link has expired or was used. Request another.";
const EXPIRED = { status: 409, body: { message } };

describe("a forgotten password", () => {
  test("gets the same response for every address, but a link only for an account", async () => {
    const [email, nobody] = ["owner@kaveri.test", "nobody@kaveri.test"];
    const before = world.notices.length;
    const unknown = await forgot(nobody);
    const mail = nextTo(email);
    const known = await forgot(email);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body.message.replace(nobody, "X")).toBe(known.body.message.replace(email, "X"));
    expect(known.body.message).toStartWith(`If ${email} has an account, a link is on its way.`);
    expect((await mail).link).toEqual({
      label: "Set a new password",
      url: expect.stringMatching(/^http:\/\/localhost\/reset#[\w-]{43}$/),
    });
    expect(world.notices.slice(before).map(({ to }) => to)).toEqual([email]);
    const stored = await world.books.read.all("SELECT * FROM account_links");
    expect(JSON.stringify(stored)).not.toContain(tokenIn(await mail));
  });

  test("is reset once, which ends all sessions and access tokens and verifies the e-mail", async () => {
    const { owner } = world.narmada;
    const { secret } = made(await owner.post("/api/tokens", { name: "Backup" }));
    const email = "owner@narmada.test";
    expect(done(await owner.get("/api/auth/email"))).toMatchObject({ isVerified: false });
    const token = await mailedReset(email);
    expect((await reset(token, "12345")).status).toBe(400);
    const both = await Promise.all([reset(token, "a new one"), reset(token, "a new one")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body.email).toBe(email);
    expect(await reset(token, "another one")).toMatchObject(EXPIRED);
    expect([await readStatus(owner), await readStatus(world.caller(secret))]).toEqual([401, 401]);
    expect((await login(email, "narmada password")).status).toBe(401);
    const again = world.caller(done(await login(email, "a new one")).token);
    expect(done(await again.get("/api/auth/email"))).toMatchObject({ isVerified: true });
    const { items } = done(await again.get("/api/audit?entity=User&limit=1"));
    expect(items[0].payload).toMatchObject({ secret: "changed" });
  });

  test("needs a current, valid link", async () => {
    const email = "staff@narmada.test";
    const first = await mailedReset(email);
    const second = await mailedReset(email);
    expect(await reset(first, "a new one")).toMatchObject(EXPIRED);
    await world.books.write.run(`UPDATE account_links SET expires_at = ${Date.now() - 1}`);
    expect(await reset(second, "a new one")).toMatchObject(EXPIRED);
    expect(await reset("0".repeat(43), "a new one")).toMatchObject(EXPIRED);
  });

  test("is limited by address, and silently by account", async () => {
    const place = newPlace();
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await forgot(`n${n}@nobody.test`, place)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const email = "staff@kaveri.test";
    for (let n = 0; n < 3; n++) await mailedReset(email);
    const before = world.notices.length;
    expect((await forgot(email)).status).toBe(200);
    await mailedReset("owner@kaveri.test");
    expect(world.notices.slice(before).map(({ to }) => to)).toEqual(["owner@kaveri.test"]);
  });

  test("is for the operator on a server without mail", async () => {
    const { notices } = world.context;
    world.context.notices = { ...notices, isOn: false };
    expect((await forgot("owner@kaveri.test")).body).toEqual({
      message: "Ask the person who runs this server for a reset link.",
    });
    const { isVerified } = done(await world.kaveri.owner.get("/api/auth/email"));
    expect(isVerified).toBe(true);
    world.context.notices = notices;
  });

  test("is reset by a link that the operator prints while the server runs", async () => {
    const email = "owner@kaveri.test";
    const print = async (who: string) => {
      const { url, authToken } = world.books.place;
      const command = Bun.spawn([process.execPath, "server/resetPassword.ts", who], {
        env: {
          ...process.env,
          DATABASE_URL: url,
          DATABASE_AUTH_TOKEN: authToken ?? "",
          SESSION_SECRET: world.context.settings.sessionSecret,
          PORT: "4000",
        },
        stderr: "pipe",
      });
      const [out, err] = [command.stdout, command.stderr].map((one) => new Response(one).text());
      return { out: (await out) ?? "", err: (await err) ?? "", code: await command.exited };
    };
    expect(await print("nobody@kaveri.test")).toEqual({
      out: "",
      code: 1,
      err: "bahi: no link was created: no user has the email nobody@kaveri.test\n",
    });
    const { out, code } = await print(email.toUpperCase());
    expect(code).toBe(0);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:4000\/reset#[\w-]{43}\n$/);
    done(await reset(tokenIn({ link: { label: "", url: out } }), "the first again"));
    const { token } = done(await login(email, "the first again"));
    world.kaveri.owner = world.caller(token as string) as typeof world.kaveri.owner;
  });

  test("is e-mailed by the server's own account, with retries", async () => {
    const mailServer = await startMailServer({ dropAt: "greeting" });
    const url = `smtp://127.0.0.1:${mailServer.port}`;
    const settings = { mail: { url, from: "books@bahi.example", isPerAgency: false } };
    const notices = openNotices({ log: world.context.log, settings, pausesMs: [1] });
    mailServer.become({});
    const link = { label: "Set it", url: "https://books.example/reset#abc" };
    notices.send({ to: "asha@indigo.example", subject: "Reset", text: "Once\n\nonly", link });
    await notices.stop();
    const [mail] = mailServer.taken;
    expect(mail).toMatchObject({ from: "books@bahi.example", to: ["asha@indigo.example"] });
    const { from, subject, text, html } = (await mail?.parse()) ?? {};
    expect([from?.text, subject]).toEqual(['"bahi" <books@bahi.example>', "Reset"]);
    expect(text).toStartWith(`bahi\nReset\n\nSet it:\n${link.url}\n\nOnce\n\nonly\n`);
    expect(html).toContain(`href="${link.url}"`);
    await mailServer.end();
  });
});

describe("an e-mail address", () => {
  const ca = { name: "The CA", email: "ca@victim.test" };
  const squat = { ...ca, password: "squatted", agencyName: "Squat", agencySlug: "squat" };

  async function invite(email: string): Promise<[shown: string, mailed: string]> {
    const mail = nextTo(email);
    const invited = { name: "The CA", email, role: "accountant" };
    const { url, isMailed } = made(
      await world.kaveri.owner.post("/api/users/invitations", invited),
    );
    expect(isMailed).toBe(true);
    return [url.split("#")[1], tokenIn(await mail)];
  }
  const join = (token: string, password: string) =>
    world.stranger.post("/api/auth/join", { token, password }, newPlace());

  test("is verified by a link, once", async () => {
    const mail = nextTo("uma@tapi.test");
    const uma = { name: "Uma", email: "uma@tapi.test", password: "uma's own" };
    const agency = { agencyName: "Tapi", agencySlug: "tapi" };
    const { token } = made(
      await world.stranger.post("/api/auth/register", { ...uma, ...agency }, newPlace()),
    );
    const who = world.caller(token);
    expect(done(await who.get("/api/auth/email")).isVerified).toBe(false);
    const link = { token: tokenIn(await mail) };
    const verify = () => world.stranger.post("/api/auth/email/verify", link, newPlace());
    expect((await verify()).body).toEqual({ email: uma.email, message: "Email verified" });
    expect(await verify()).toMatchObject(EXPIRED);
    expect(done(await who.get("/api/auth/email")).isVerified).toBe(true);
    const before = world.notices.length;
    done(await who.post("/api/auth/email/send", {}));
    expect(world.notices).toHaveLength(before);
  });

  test("lets the holder of an unverified account join by the e-mailed link", async () => {
    const squatter = world.caller(
      made(await world.stranger.post("/api/auth/register", squat, newPlace())).token,
    );
    const [shown, mailed] = await invite(ca.email);
    const looked = async (token: string) =>
      done(await world.stranger.post("/api/auth/invitation", { token }, newPlace())).invitation;
    expect([(await looked(shown)).isKnown, (await looked(mailed)).isKnown]).toEqual([true, false]);
    // The link shown to the owner does not verify the mailbox.
    expect((await join(shown, "the CA's own")).body.message).toBe("Wrong password for this email");
    const joined = made(await join(mailed, "the CA's own"));
    expect(joined.agencies).toEqual([
      { agencySlug: "kaveri", agencyName: "kaveri", role: "accountant" },
    ]);
    expect(done(await world.caller(joined.token).get("/api/auth/email"))).toEqual({
      email: ca.email,
      isVerified: true,
      lostEmail: "",
    });

    expect((await login(ca.email, "the CA's own")).body.user.agencySlug).toBe("kaveri");
    expect((await login(ca.email, squat.password)).body.user).toMatchObject({
      agencySlug: "squat",
      email: expect.stringMatching(/@replaced\.invalid$/),
    });
    expect(done(await squatter.get("/api/auth/email"))).toMatchObject({ lostEmail: ca.email });
    expect((await squatter.get("/api/accounts")).status).toBe(200);
    expect(done(await squatter.get("/api/audit/verify"))).toMatchObject({ ok: true });
    const token = await mailedReset(ca.email);
    done(await reset(token, "the CA's second"));
    expect(await readStatus(squatter)).toBe(200);
    expect((await login(ca.email, squat.password)).status).toBe(200);
  });

  test("needs its password once verified, even with the e-mailed link", async () => {
    const [, mailed] = await invite("owner@narmada.test");
    expect((await join(mailed, "not the password")).body.message).toBe(
      "Wrong password for this email",
    );
    expect(made(await join(mailed, "a new one")).agencies).toHaveLength(2);
  });

  test("becomes unverified if an owner changes it, and links to the old one end", async () => {
    const { owner } = world.kaveri;
    const ravi = { name: "Ravi", email: "ravi@kaveri.test", password: "ravi's first" };
    const { user } = made(await owner.post("/api/users/team", ravi));
    const token = await mailedReset(ravi.email);
    const mail = nextTo("ravi@new.test");
    done(await owner.put(`/api/users/team/${user._id}`, { email: "ravi@new.test" }));
    expect((await mail).subject).toBe("Verify your email address");
    expect(await reset(token, "a new one")).toMatchObject(EXPIRED);
  });
});

describe("a security event", () => {
  test("is logged, and e-mailed to the user if the address is verified", async () => {
    const { owner } = world.narmada;
    const email = "owner@narmada.test";
    const mails: string[] = [];
    const before = world.lines.length;
    const { token } = done(await login(email, "a new one"));
    const who = world.caller(token);
    expect((await login(email, "not the password")).status).toBe(401);
    expect(await readStatus(owner)).toBe(401);
    let mail = nextTo(email);
    made(await who.post("/api/tokens", { name: "A machine" }));
    mails.push((await mail).subject);
    mail = nextTo(email);
    const lila = { name: "Lila", email: "lila@narmada.test", password: "lila's own" };
    made(await who.post("/api/users/team", { ...lila, role: "owner" }));
    mails.push((await mail).subject);
    expect((await mail).text).toContain("lila@narmada.test is now an owner of narmada");
    mail = nextTo(email);
    const change = { currentPassword: "a new one", newPassword: "one more" };
    done(await who.put("/api/users/profile", change));
    mails.push((await mail).subject);
    expect(mails).toEqual([
      "A new access token can read your books",
      "Your agency has a new owner",
      "Your bahi password was changed",
    ]);
    const events = world.lines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === "security");
    expect(events.map(({ event }) => event)).toEqual([
      ...["sign-in", "sign-in failed", "access token added", "owner added"],
      ...["password changed", "sign-in"],
    ]);
    expect(events[0]).toMatchObject({ address: expect.any(String), device: "Unknown device" });
    expect(events[1]).toMatchObject({ email, address: expect.any(String) });
    const toLila = world.notices.filter(({ to }) => to === lila.email);
    expect(toLila.map(({ subject }) => subject)).toEqual(["Verify your email address"]);
  });
});

test("finally, the check of each agency finds nothing", async () => {
  expect(await findDifferences(world)).toEqual([]);
});
