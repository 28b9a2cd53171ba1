import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sweepBytes } from "../../db/attachments/bytes.ts";
import { addDays, today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";
import { openPassing, type Passing } from "./passing.ts";

const MINUTE_MS = 60_000;

let host: MailHost;
let world: World;
let owner: Caller;
let client: string;
let passing: Passing;
beforeAll(async () => {
  host = await startMailServer();
  const more = { from: "billing@indigo.example", isPerAgency: true, mayBePrivate: true };
  world = await createWorld({ mail: { url: host.url, ...more } });
  owner = world.kaveri.owner;
  const meridian = { displayName: "Meridian", email: "finance@meridian.example" };
  client = made(await owner.post("/api/clients", meridian)).client._id;
  passing = openPassing(world);
});
beforeEach(() => passing.reset());
afterAll(async () => {
  await passing.stop();
  await world.end();
  await host.end();
});

const draft = async (caller = owner, of = client) => {
  const items = [{ description: "Retainer", qty: 1, rate: 81_000 }];
  return made(await caller.post("/api/invoices", { clientId: of, date: today(), items }));
};
const email = (id: string, body: object = {}, headers = {}) =>
  owner.post(`/api/invoices/${id}/email`, body, headers);
const getMail = async (id: string) => done(await owner.get(`/api/outbox/${id}`)).mail;
const pass = (ms: number) => passing.pass(ms);
test("an e-mailed draft becomes sent and reaches each address in ten seconds with its PDF", async () => {
  const { _id, invoiceNumber } = await draft();
  const to = ["finance@meridian.example", "accounts@meridian.example"];
  const { mail, mails } = made(await email(_id, { to, copyToSelf: true, linkIt: true }));
  expect(mails).toHaveLength(3);
  expect(mail).toMatchObject({
    kind: "invoice",
    to: to[0],
    state: "queued",
    attempts: 0,
    label: invoiceNumber,
    subject: `Invoice ${invoiceNumber} from kaveri, ₹81,000.00`,
    messageId: expect.stringMatching(/^<\w+\.\d+@indigo\.example>$/),
  });
  expect(mail.text).toStartWith("Dear Meridian,\n\nHere is our invoice");
  expect(done(await owner.get(`/api/invoices/${_id}`)).invoice.status).toBe("SENT");
  const before = host.taken.length;
  await pass(9_000);
  expect(host.taken).toHaveLength(before);
  await pass(2_000);
  const sent = host.taken.slice(before);
  expect(sent.map(({ to }) => to).sort()).toEqual([
    [to[1]],
    [to[0]],
    ["owner@kaveri.test"],
  ] as string[][]);
  const parsed = await sent[0]?.parse();
  expect(parsed?.replyTo?.text).toBe("owner@kaveri.test");
  const [, token = ""] = /http:\/\/localhost\/s\/([\w-]{22})\n/.exec(parsed?.text ?? "") ?? [];
  expect((await world.stranger.get(`/s/${token}`)).status).toBe(200);
  const stored = await world.books.read.all("SELECT link FROM mails");
  const told = (await owner.get("/api/audit?limit=100")).body;
  expect(JSON.stringify([stored, told, mails])).not.toContain(token);
  expect(await getMail(mail._id)).toMatchObject({
    state: "handed_over",
    code: 250,
    attempts: 1,
    nextAt: null,
    paper: { name: `Invoice-${invoiceNumber.replaceAll("/", "-")}.pdf` },
  });
  await sweepBytes(world.books, Date.now() + 48 * 60 * MINUTE_MS);
  const changes = { items: [{ description: "Another", qty: 1, rate: 5 }] };
  done(await owner.put(`/api/invoices/${_id}`, changes));
  const shown = await world.app.handle(
    new Request(`http://localhost/api/outbox/${mail._id}/pdf`, {
      headers: { authorization: `Bearer ${owner.token}` },
    }),
  );
  const bytes = Buffer.from(await shown.arrayBuffer());
  const attached = await Promise.all(sent.map(({ parse }) => parse()));
  expect(attached.some(({ attachments }) => attachments[0]?.content.equals(bytes))).toBe(true);
});

test("a mail shows its link's last day and whether its invoice has reminders", async () => {
  const { _id } = await draft();
  const past = await email(_id, { linkIt: true, expires: "2020-01-01" });
  const message = "The expiry date must not be before today";
  expect(past.body.errors).toEqual([{ path: "expires", message }]);
  expect((await email(_id, { expires: "soon" })).body.errors[0].path).toBe("expires");
  const expires = addDays(today(), 5);
  made(await email(_id, { linkIt: true, expires, remind: false }));
  const { links } = done(await owner.get(`/api/share-links?entity=invoice&id=${_id}`));
  expect(links).toMatchObject([{ expires, state: "open" }]);
  expect(done(await owner.get(`/api/reminders/invoices/${_id}`)).remind).toBe(false);
  made(await email(_id));
  expect(done(await owner.get(`/api/reminders/invoices/${_id}`)).remind).toBe(false);
  await pass(11_000);
});

test("sends one mail per key, none after undo, and none for invalid input", async () => {
  const { _id } = await draft();
  const key = { "idempotency-key": "press" };
  const first = made(await email(_id, {}, key));
  const again = made(await email(_id, {}, key));
  expect(again.mail._id).toBe(first.mail._id);
  const back = done(await owner.post(`/api/outbox/${first.mail._id}/cancel`, {}));
  expect(back.mail).toMatchObject({ state: "cancelled", answer: "Cancelled", nextAt: null });
  const before = host.taken.length;
  await pass(11_000);
  expect(host.taken).toHaveLength(before);

  const other = (await draft())._id;
  const wrong = async (body: object, path: string, message: string) => {
    const { status, body: said } = await email(other, body);
    expect({ status, errors: said.errors }).toEqual({ status: 400, errors: [{ path, message }] });
  };
  await wrong({ to: "accounts@meridian" }, "to.0", "accounts@meridian is not a complete address");
  const named = "Asha <asha@x.example>";
  await wrong(
    { to: ["a@b.example", named] },
    "to.1",
    `Enter each address on its own, without a name: ${named}`,
  );
  await wrong(
    { to: "a@b.example\r\nBcc: c@d.example" },
    "to.0",
    "An address may not contain line breaks or hidden characters",
  );
  await wrong({ to: [] }, "to", "Enter 1 to 10 addresses");
  await wrong(
    { subject: "Hello\r\nBcc: c@d.example" },
    "subject",
    "Subject may not contain line breaks or hidden characters",
  );
  await wrong({ subject: "a".repeat(301) }, "subject", "Subject is too long");
  const nobody = made(await owner.post("/api/clients", { displayName: "Nobody" })).client._id;
  const silent = await draft(owner, nobody);
  expect((await email(silent._id)).body.errors[0].path).toBe("to");
  for (const id of [other, silent._id]) {
    expect(done(await owner.get(`/api/invoices/${id}`)).invoice.status).toBe("DRAFT");
  }
});

describe("a mail that the mail server does not accept", () => {
  test("is retried after 1, 5 and 30 minutes, 2, 6 and 24 hours, then a user decides", async () => {
    host.become({ refuse: { at: "rcpt", code: 451, text: "Try later" } });
    const { mail } = made(await email((await draft())._id));
    await pass(11_000);
    const waits: number[] = [];
    for (let n = 1; n <= 6; n++) {
      const { state, code, attempts, nextAt } = await getMail(mail._id);
      expect({ state, code, attempts }).toEqual({ state: "queued", code: 451, attempts: n });
      const wait = Date.parse(nextAt) - passing.now();
      waits.push(Math.round(wait / MINUTE_MS));
      await pass(wait + 100);
    }
    expect(waits).toEqual([1, 5, 30, 120, 360, 1440]);
    expect(await getMail(mail._id)).toMatchObject({ state: "refused", attempts: 7, nextAt: null });
    host.become({});
    done(await owner.post(`/api/outbox/${mail._id}/retry`, {}));
    await pass(0);
    const { state, messageId } = await getMail(mail._id);
    expect([state, messageId]).toEqual(["handed_over", mail.messageId]);
    expect((await owner.post(`/api/outbox/${mail._id}/cancel`, {})).status).toBe(409);
    expect((await owner.post(`/api/outbox/${mail._id}/retry`, {})).status).toBe(409);
  });

  test("is refused for good, or unknown if cut off at the end, and can be sent again", async () => {
    host.become({ refuse: { at: "rcpt", code: 550, text: "No such mailbox" } });
    const bounced = made(await email((await draft())._id)).mail;
    await pass(11_000);
    expect(await getMail(bounced._id)).toMatchObject({ state: "refused", code: 550, nextAt: null });
    const left = done(await owner.post(`/api/outbox/${bounced._id}/cancel`, {})).mail;
    expect(left).toMatchObject({ state: "cancelled", answer: "Not sent" });

    host.become({ dropAt: "dot" });
    const { mail } = made(await email((await draft())._id));
    await pass(11_000);
    const unknown = await getMail(mail._id);
    expect(unknown.state).toBe("unknown");
    expect(Math.round((Date.parse(unknown.nextAt) - passing.now()) / MINUTE_MS)).toBe(15);
    await pass(15 * MINUTE_MS);
    expect(await getMail(mail._id)).toMatchObject({ state: "unknown", attempts: 2, nextAt: null });
    host.become({});
  });

  test("is not sent if its invoice was cancelled in the meantime", async () => {
    const { _id, invoiceNumber } = await draft();
    const { mail } = made(await email(_id));
    done(await owner.post(`/api/invoices/${_id}/cancel`, {}));
    await pass(11_000);
    expect(await getMail(mail._id)).toMatchObject({
      state: "cancelled",
      answer: `Invoice ${invoiceNumber} was cancelled in the meantime`,
    });
    expect((await email(_id)).body.message).toBe("A cancelled invoice cannot be sent");
  });

  test("is cancelled by undo while it waits; once sent, its invoice stays sent", async () => {
    for (const ms of [0, 11_000]) {
      const { _id, invoiceNumber } = await draft();
      const sent = await email(_id);
      await pass(ms);
      const operation = sent.headers.get("x-operation");
      const { status, body } = await owner.post("/api/undo", { operation });
      const message = `${invoiceNumber} was sent by e-mail; cancel it instead`;
      expect([status, body.message]).toEqual(ms === 0 ? [201, undefined] : [409, message]);
      await pass(11_000);
      const { state, answer } = await getMail(made(sent).mail._id);
      const back = ["cancelled", `Invoice ${invoiceNumber} is a draft again`];
      expect(ms === 0 ? [state, answer] : [state]).toEqual(ms === 0 ? back : ["handed_over"]);
    }
  });
});

test("notes, estimates, receipts, vouchers and account statements are sent with their PDFs", async () => {
  const date = today();
  const accounts = done(await owner.get("/api/accounts")).accounts;
  const money = { date, amount: 500, mode: "UPI", accountId: accounts[0]._id };
  const items = [{ description: "A page", qty: 1, rate: 500 }];
  const { _id: invoiceId } = await draft();
  await owner.post(`/api/invoices/${invoiceId}/send`, {});
  const note = { kind: "DEBIT_NOTE", reason: "OTHER", date, items, invoiceId };
  const to = { to: "finance@meridian.example" };
  const papers = {
    notes: made(await owner.post("/api/notes", note))._id,
    estimates: made(await owner.post("/api/estimates", { clientId: client, date, items }))._id,
    vouchers: made(
      await owner.post("/api/vouchers", { ...money, clientId: client, description: "Advance" }),
    )._id,
    receipts: made(
      await owner.post("/api/receipts", { ...money, client: { name: "Meera" }, purpose: "Cards" }),
    ).receipt._id,
  };
  const reminded = await owner.post(`/api/notes/${papers.notes}/email`, { ...to, remind: true });
  expect(reminded.body.errors[0].path).toBe("remind");
  const sent: string[] = [];
  for (const [folder, id] of Object.entries(papers)) {
    sent.push(made(await owner.post(`/api/${folder}/${id}/email`, to)).mail._id);
  }
  const days = { clientId: client, dateFrom: "2026-04-01", dateTo: "2027-03-31" };
  const statement = made(await owner.post("/api/reports/statement-of-account/email", days)).mail;
  expect(statement).toMatchObject({ kind: "statement", label: "Meridian" });
  await pass(11_000);
  for (const id of [...sent, statement._id]) {
    const { state, answer, paper } = await getMail(id);
    expect({ state, answer, name: paper?.name }).toMatchObject({ state: "handed_over" });
    expect(paper.size).toBeGreaterThan(1000);
  }
  const of = done(await owner.get(`/api/outbox?entity=note&id=${papers.notes}`));
  expect(of.items.map(({ _id }: { _id: string }) => _id)).toEqual([sent[0]]);
  expect(done(await owner.get("/api/outbox?state=queued")).total).toBe(0);
});

describe("the settings", () => {
  test("belong to one agency: encrypted password, test mail and reply address", async () => {
    const guarded = await startMailServer({ login: { user: "asha", pass: "a secret of mail" } });
    const own = {
      host: "127.0.0.1",
      port: guarded.port,
      security: "NONE",
      username: "asha",
      password: "wrong",
      from: "studio@own.example",
    };
    const put = (body: object) => owner.put("/api/mail-settings", body);
    done(await put({ own, replyTo: "hello@own.example" }));
    const failed = await owner.post("/api/mail-settings/test", {});
    expect([failed.status, failed.body.message]).toEqual([409, expect.stringContaining("535")]);
    const kept = done(await put({ own: { ...own, password: "a secret of mail" } }));
    expect(kept).toMatchObject({ source: "agency", from: own.from, tested: null });
    const tested = done(await owner.post("/api/mail-settings/test", {}));
    expect(tested.settings.tested.answer).toStartWith("250");
    expect(guarded.taken[0]?.to).toEqual(["owner@kaveri.test"]);

    made(await email((await draft())._id));
    await pass(11_000);
    const parsed = await guarded.taken[1]?.parse();
    expect(parsed?.from?.text).toBe('"kaveri" <studio@own.example>');
    expect(parsed?.replyTo?.text).toBe("hello@own.example");

    // The saved password is not sent to another host or port.
    const again = { ...own, password: "a secret of mail" };
    for (const other of [{ host: "localhost" }, { port: own.port + 1 }, { security: "STARTTLS" }]) {
      done(await put({ own: again }));
      const moved = done(await put({ own: { ...own, ...other, password: "" } }));
      expect(moved.own.hasPassword).toBe(false);
    }
    const log = JSON.stringify((await owner.get("/api/audit?entity=MailSettings")).body);
    const rows = JSON.stringify(await world.books.read.all("SELECT * FROM mail_settings"));
    for (const text of [log, rows, world.lines.join("")]) {
      expect(text).not.toContain("a secret of mail");
    }
    expect(done(await put({ own: null })).source).toBe("server");
    expect(done(await world.narmada.owner.get("/api/mail-settings"))).toMatchObject({
      source: "server",
      own: null,
      replyTo: "",
      tested: null,
    });
    await guarded.end();
  });
});
