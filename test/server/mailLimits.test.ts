import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";

let host: MailHost;
let world: World;
let owner: Caller;
beforeAll(async () => {
  host = await startMailServer();
  const from = "billing@indigo.example";
  const mail = { url: host.url, from, isPerAgency: true, mayBePrivate: true };
  world = await createWorld({ mail });
  owner = world.kaveri.owner;
});
afterAll(async () => {
  await world.end();
  await host.end();
});

const draft = async (caller: Caller, clientId: string) => {
  const items = [{ description: "Retainer", qty: 1, rate: 81_000 }];
  return made(await caller.post("/api/invoices", { clientId, date: today(), items }));
};

describe("an agency's mail server", () => {
  const own = {
    port: 587,
    security: "NONE",
    username: "",
    password: "",
    from: "studio@own.example",
  };
  const PRIVATE = "The host is not on the internet: enter a mail server with a public address";

  test("must have a public address and a mail port", async () => {
    const { settings } = world.context;
    const { mail } = settings;
    settings.mail = { ...mail, mayBePrivate: false };
    const put = (more: object) => owner.put("/api/mail-settings", { own: { ...own, ...more } });
    const hosts = [
      ...["127.0.0.1", "localhost", "0.0.0.0", "10.0.0.1", "169.254.169.254", "192.168.1.1"],
      ...["127.1", "2130706433", "0x7f000001", "100.64.0.1"],
    ];
    for (const host of hosts) {
      const { status, body } = await put({ host });
      expect([host, status, body.errors]).toEqual([
        ...[host, 400, [{ path: "own.host", message: PRIVATE }]],
      ]);
    }
    const { body } = await put({ host: "smtp.example.com", port: 6379 });
    expect(body.errors).toEqual([
      { path: "own.port", message: "Port must be one of 25, 465, 587, 2525" },
    ]);
    settings.mail = mail;
  });

  test("is resolved again for each mail, and responses of other services stay hidden", async () => {
    const { settings } = world.context;
    const { mail } = settings;
    const banner = "-ERR secret-internal-banner";
    const service = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: (socket) => void socket.end(`${banner}\r\n`), data() {} },
    });
    done(
      await owner.put("/api/mail-settings", {
        own: { ...own, host: "127.0.0.1", port: service.port },
      }),
    );
    const sendTestMail = async () => (await owner.post("/api/mail-settings/test", {})).body.message;
    expect(await sendTestMail()).toContain(banner);
    settings.mail = { ...mail, mayBePrivate: false };
    expect(await sendTestMail()).toBe(`The mail server rejected the test e-mail: ${PRIVATE}`);
    done(await owner.put("/api/mail-settings", { own: null }));
    settings.mail = mail;
    service.stop();
  });
});

describe("an agency's mails", () => {
  test("are limited by day, and each rejection says so", async () => {
    const { settings } = world.context;
    const { mail } = settings;
    const { owner: other } = await world.found();
    settings.mail = { ...mail, perDay: 2 };
    const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
    const of = made(await other.post("/api/clients", meridian)).client._id;
    const send = async () => {
      const { _id } = await draft(other, of);
      return other.post(`/api/invoices/${_id}/email`, {});
    };
    made(await send());
    made(await send());
    const { status, body } = await send();
    expect([status, body.message]).toEqual([
      ...[409, "Your agency has sent its 2 e-mails for today. Send more tomorrow."],
    ]);
    settings.mail = mail;
  });

  test("go to strangers only once its own address is verified", async () => {
    const registration = {
      name: "Eve",
      email: "anybody@target.example",
      password: "figures and facts",
      agencyName: "Win a prize",
      agencySlug: "prize",
    };
    const { token } = made(await world.stranger.post("/api/auth/register", registration));
    const stranger = world.caller(token);
    const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
    const of = made(await stranger.post("/api/clients", meridian)).client._id;
    const { _id } = await draft(stranger, of);
    const message = "Verify your email address first: open the link sent to anybody@target.example";
    const refused = await stranger.post(`/api/invoices/${_id}/email`, {});
    expect([refused.status, refused.body.message]).toEqual([409, message]);
    const tested = await stranger.post("/api/mail-settings/test", {});
    expect([tested.status, tested.body.message]).toEqual([409, message]);
    const mailed = world.notices.find(({ to }) => to === registration.email);
    const [, link] = /#([\w-]+)/.exec(mailed?.link?.url ?? "") ?? [];
    done(await stranger.post("/api/auth/email/verify", { token: link }));
    made(await stranger.post(`/api/invoices/${_id}/email`, {}));
  });

  test("are limited to ten tests an hour", async () => {
    const { owner: other } = await world.found();
    const tests = Array.from({ length: 12 }, () => other.post("/api/mail-settings/test", {}));
    const statuses = (await Promise.all(tests)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });
});
