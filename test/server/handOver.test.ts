import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ParsedMail } from "mailparser";
import { handOver } from "../../server/mail/handOver.ts";
import { buildMessage, type Letter } from "../../server/mail/message.ts";
import { type MailHost, type Manners, startMailServer } from "./mailServer.ts";

let host: MailHost;
beforeAll(async () => {
  host = await startMailServer();
});
afterAll(() => host.end());

const LETTER: Letter = {
  kind: "invoice",
  to: "finance@meridian.example",
  link: "",
  inReplyTo: "",
  messageId: "<one.1@indigo.example>",
  subject: "Invoice 26-27/INV/000082 from नील Studio, ₹95,580.00",
  text: "Dear Meridian,\n\nHere it is <b>.\n\nWith thanks",
  content: null,
};
const WRITER = { agencyName: "नील Studio", email: "asha@indigo.example" };
const PATIENCE = { connectMs: 2_000, silenceMs: 2_000, allMs: 4_000 };

const send = (letter: Partial<Letter> = {}, writer = WRITER, paper?: Uint8Array) =>
  handOver(
    host.account,
    buildMessage(
      { ...LETTER, ...letter },
      host.account,
      writer,
      paper && { pdf: { name: "₹.pdf", bytes: paper } },
    ),
    PATIENCE,
  );

test("sends a mail as written and saves the mail server's response", async () => {
  const paper = new Uint8Array(5 << 20).fill(7);
  const link = "https://bahi.example/s/abc?x=1&y=2";
  const outcome = await send({ link, inReplyTo: "<zero@indigo.example>" }, WRITER, paper);
  expect(outcome).toMatchObject({ state: "handed_over", code: 250 });
  const mail = host.taken.at(-1);
  expect(mail).toMatchObject({ from: "billing@indigo.example", to: ["finance@meridian.example"] });
  const parsed = (await mail?.parse()) as ParsedMail;
  expect(parsed).toMatchObject({
    messageId: LETTER.messageId,
    subject: LETTER.subject,
    inReplyTo: "<zero@indigo.example>",
    from: { text: '"नील Studio" <billing@indigo.example>' },
    replyTo: { text: "asha@indigo.example" },
    text: [
      `नील Studio\n\nView:\n${link}\n\nDear Meridian,\n\nHere it is <b>.`,
      "Attached: Rs.pdf (5.2 MB)\n\nWith thanks\nनील Studio\nReply to this e-mail to reach us.\n",
    ].join("\n\n"),
  });
  expect(parsed.html).toContain("Here it is &lt;b&gt;.");
  expect(parsed.html).toContain('href="https://bahi.example/s/abc?x=1&amp;y=2"');
  expect(parsed.attachments[0]).toMatchObject({ filename: "₹.pdf", size: 5 << 20 });
});

test("no text becomes a header or another recipient", async () => {
  const evil = "Hello\r\nBcc: spy@evil.example\r\n\r\nA body";
  await send(
    { subject: evil },
    { agencyName: `Nil" <spy@evil.example>\r\nBcc: spy@evil.example`, email: WRITER.email },
  );
  const mail = host.taken.at(-1);
  const parsed = (await mail?.parse()) as ParsedMail;
  expect(mail?.to).toEqual(["finance@meridian.example"]);
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.from?.value).toHaveLength(1);
  expect(parsed.from?.value[0]?.address).toBe("billing@indigo.example");
  expect(parsed.subject).toBe("Hello Bcc: spy@evil.example A body");
});

describe("a mail that fails", () => {
  const refused = (at: "mail" | "rcpt" | "dot", code: number): Manners => ({
    refuse: { at, code, text: "No such mailbox" },
  });
  test.each([
    ["refused for good at RCPT", refused("rcpt", 550), "refused", 550],
    ["refused for good after its text", refused("dot", 554), "refused", 554],
    ["refused for now at RCPT", refused("rcpt", 451), "queued", 451],
    ["refused for now after its text", refused("dot", 451), "queued", 451],
    ["asked to retry", refused("dot", 421), "queued", 421],
    ["cut off at the greeting", { dropAt: "greeting" }, "queued", null],
    ["cut off at MAIL", { dropAt: "mail" }, "queued", null],
    ["cut off at RCPT", { dropAt: "rcpt" }, "queued", null],
  ] as [string, Manners, string, number | null][])("%s", async (_, manners, state, code) => {
    host.become(manners);
    const before = host.taken.length;
    expect(await send()).toMatchObject({ state, code });
    expect(host.taken).toHaveLength(before);
  });

  test("is not sent if cut off within its text, and unknown after its last dot", async () => {
    host.become({ dropAt: "data" });
    const outcome = await send({}, WRITER, new Uint8Array(5 << 20));
    expect(outcome).toMatchObject({ state: "queued", code: null });
    host.become({ dropAt: "dot" });
    expect(await send()).toMatchObject({ state: "unknown" });
    host.become({});
  });

  test("is cancelled if it takes too long and is not sent later", async () => {
    const after = Promise.withResolvers<string>();
    const slow = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (socket) => void socket.write("220 slow\r\n"),
        data(socket, bytes) {
          const said = bytes.toString();
          if (said.startsWith("EHLO")) socket.write("250 slow\r\n");
          else if (said.startsWith("MAIL")) outcome.then(() => socket.write("250 go on\r\n"));
          else after.resolve(said);
        },
        close: () => after.resolve("closed"),
      },
    });
    const account = { ...host.account, port: slow.port };
    const outcome = handOver(account, buildMessage(LETTER, account, WRITER), {
      connectMs: 10_000,
      silenceMs: 10_000,
      allMs: 300,
    });
    expect(await outcome).toEqual({ state: "queued", code: null, answer: "It took too long" });
    expect(await after.promise).toBe("closed");
    slow.stop(true);
  });

  test("waits if no server listens or the password is wrong", async () => {
    const message = buildMessage(LETTER, host.account, WRITER);
    expect(await handOver({ ...host.account, port: 9 }, message, PATIENCE)).toMatchObject({
      state: "queued",
    });
    const guarded = await startMailServer({ login: { user: "asha", pass: "right" } });
    const account = { ...guarded.account, auth: { user: "asha", pass: "wrong" } };
    expect(await handOver(account, message, PATIENCE)).toMatchObject({
      state: "queued",
      code: 535,
    });
    expect((await handOver(guarded.account, message, PATIENCE)).state).toBe("handed_over");
    await guarded.end();
  });

  test("sends nothing to a server without required encryption", async () => {
    const account = { ...host.account, requireTLS: true };
    const before = host.taken.length;
    const message = buildMessage(LETTER, account, WRITER);
    expect((await handOver(account, message, PATIENCE)).state).toBe("queued");
    expect(host.taken).toHaveLength(before);
  });
});
