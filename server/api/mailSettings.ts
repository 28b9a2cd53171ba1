import * as v from "valibot";
import { countAgainstLimits, limitMailTests } from "../../db/agencies/limits.ts";
import { explainNoMail } from "../../db/mail/enqueue.ts";
import { changeMailSettings, getMailSettings, recordTest } from "../../db/mail/settings.ts";
import { nameOnly, plainContent } from "../../domain/mail/content.ts";
import { MailSettingsChange, type NewOwnAccount } from "../../domain/mail/settings.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { createMailSeal, findAccount } from "../mail/account.ts";
import { handOver } from "../mail/handOver.ts";
import { buildMessage } from "../mail/message.ts";
import { MAIL_PORTS, PrivateHost, resolvePublic } from "../mail/publicHost.ts";
import { call } from "./call.ts";
import { mailSettings } from "./mailShapes.ts";
import { text } from "./shapes.ts";

/** Short, because a user waits at the screen. */
const PATIENCE = { connectMs: 10_000, silenceMs: 15_000, allMs: 25_000 };

export const mailSettingsCalls = [
  call({
    name: "getMailSettings",
    method: "GET",
    path: "/api/mail-settings",
    summary: "Get the e-mail settings",
    about: "Passwords are never returned.",
    who: "members",
    answer: { status: 200, schema: mailSettings },
    run: ({ context, tenant }) => getMailSettings(tenant, context.settings.mail),
  }),
  call({
    name: "changeMailSettings",
    method: "PUT",
    path: "/api/mail-settings",
    summary: "Update the e-mail settings",
    about:
      "`own: null` switches back to the server's account. An omitted password stays the same for " +
      "the same host. Returns 409 for an account of your own if the server's `SMTP_PER_AGENCY` is " +
      "not 1.",
    who: "set up e-mail",
    body: { schema: MailSettingsChange, example: { replyTo: "accounts@indigo.example" } },
    answer: { status: 200, schema: mailSettings },
    also: [409],
    run: async ({ context: { settings }, tenant, input }) => {
      if (input.own && !settings.mail.mayBePrivate) await assertPublic(input.own);
      return changeMailSettings(tenant, input, settings.mail, (password) =>
        createMailSeal(settings.sessionSecret, tenant.agencyId).seal(password),
      );
    },
  }),
  call({
    name: "testMail",
    method: "POST",
    path: "/api/mail-settings/test",
    summary: "Send a test e-mail to yourself",
    about:
      "Returns the mail server's reply. Returns 409 with the reply if the server rejected the " +
      "e-mail, and if no account is set up; 429 after ten tests in an hour.",
    who: "set up e-mail",
    answer: { status: 200, schema: v.object({ answer: text, settings: mailSettings }) },
    also: [409, 429],
    run: async ({ context, tenant, user }) => {
      const { books, settings } = context;
      const account = await findAccount(books, tenant.agencyId, settings);
      if (!account) {
        throw new Refusal("conflict", "No mail server is set up: the setting SMTP_URL is missing");
      }
      const why = await explainNoMail(books.read, tenant, settings.mail);
      if (why) throw new Refusal("conflict", why);
      await countAgainstLimits(books, limitMailTests(tenant.agencyId));
      const letter = {
        ...({ kind: "test", link: "", inReplyTo: "", to: user.email } as const),
        messageId: `<${crypto.randomUUID()}@${account.from.split("@").at(-1)}>`,
        subject: "A test of your e-mail settings",
        content: plainContent(nameOnly(user.agencyName), "A test of your e-mail settings"),
        text: `Your bahi server sent this message to test e-mail. It works.`,
      };
      const writer = { agencyName: user.agencyName, email: user.email };
      const outcome = await handOver(account, buildMessage(letter, account, writer), PATIENCE);
      if (outcome.state !== "handed_over") {
        throw new Refusal(
          "conflict",
          `The mail server rejected the test e-mail: ${outcome.answer}`,
        );
      }
      const { answer } = outcome;
      return { answer, settings: await recordTest(tenant, answer, settings.mail) };
    },
  }),
];

/** @throws Refusal "invalid" if the host is not public, or the port is not a mail server's */
async function assertPublic({ host, port }: NewOwnAccount): Promise<void> {
  if (!MAIL_PORTS.includes(port))
    throw invalid("own.port", `Port must be one of ${MAIL_PORTS.join(", ")}`);
  await resolvePublic(host).catch((error) => {
    // An unknown host name is tried again with each e-mail.
    if (error instanceof PrivateHost) throw invalid("own.host", error.message);
  });
}
