import * as v from "valibot";
import { recordView } from "../../db/engine/views.ts";
import {
  cancelMail,
  getMail,
  getStoredMail,
  listMails,
  mayTakeLong,
  retryMail,
} from "../../db/mail/mails.ts";
import { emailRecord, emailStatement } from "../../db/mail/send.ts";
import type { MailedNoun } from "../../domain/mail/about.ts";
import { MailQuery, NewEmail, NewStatementEmail } from "../../domain/mail/mailInput.ts";
import { upperFirst, withArticle } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { resolveOrigin } from "../http/address.ts";
import { pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { readStoredPdf } from "../mail/attachment.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { mailSettingsCalls } from "./mailSettings.ts";
import { mail, mailDetail, mailList, mailSchemas, sent } from "./mailShapes.ts";

const WHAT_IT_TAKES =
  "Each address in `to` (one or a list) gets a separate e-mail; without `to`, it goes to the " +
  "client. If you omit subject and text, the standard ones are used. It is sent after ten " +
  "seconds and can be cancelled until then. Returns 409 naming `SMTP_URL` if no mail server is " +
  "set up.";

const WHAT_LINKS_TAKE =
  "With `linkIt` the e-mail contains a link to the client’s page. It expires 90 days after the " +
  'due date, or after the day in `expires`, or never with `"never"`.';

const ADDRESSED = { to: ["finance@meridian.example"], copyToSelf: true };

/** Defines the call that e-mails a document with its PDF. That sends a draft. */
function emailCall(noun: MailedNoun, id: string, hasDrafts: boolean) {
  const plural = `${noun}s`;
  return call({
    name: `email${upperFirst(noun)}`,
    method: "POST",
    path: `/api/${plural}/:id/email`,
    summary: `Send ${withArticle(noun)} by e-mail`,
    about: [
      WHAT_IT_TAKES,
      ...(hasDrafts ? ["A draft is marked as sent in the same transaction.", WHAT_LINKS_TAKE] : []),
      ...(noun === "invoice" ? ["`remind` sets whether the client gets reminders for it."] : []),
    ].join(" "),
    who: "members",
    id,
    body: { schema: NewEmail, example: ADDRESSED, mayBeNone: true },
    answer: { status: 201, schema: sent },
    run: async ({ context, tenant, id, input, request }) => {
      const linkTo = (token: string) => `${resolveOrigin(request, context.settings)}/s/${token}`;
      const made = await emailRecord(tenant, noun, id, input, context.settings.mail, linkTo);
      context.sender.wake();
      return made;
    },
  });
}

export const mails: Group = {
  title: "E-mail",
  about:
    "E-mails wait in the outbox, added in the same transaction that sends them, until the mail " +
    "server accepts them. `handed_over` means that the mail server accepted the e-mail; delivery " +
    "is not known. `unknown` means that the connection broke after the last byte. Retries use the " +
    "same Message-ID.",
  schemas: { ...mailSchemas, NewEmail, NewStatementEmail },
  calls: [
    emailCall("invoice", ID.invoice, true),
    emailCall("note", ID.note, true),
    emailCall("estimate", ID.estimate, true),
    emailCall("receipt", ID.receipt, false),
    emailCall("voucher", ID.voucher, false),
    call({
      name: "emailStatementOfAccount",
      method: "POST",
      path: "/api/reports/statement-of-account/email",
      summary: "Send a client's statement of account by e-mail",
      about: WHAT_IT_TAKES,
      who: "members",
      body: {
        schema: NewStatementEmail,
        example: {
          clientId: ID.client,
          dateFrom: "2026-04-01",
          dateTo: "2026-09-30",
          to: "finance@meridian.example",
        },
      },
      answer: { status: 201, schema: sent },
      run: async ({ context, tenant, input }) => {
        const made = await emailStatement(tenant, input, context.settings.mail);
        context.sender.wake();
        return made;
      },
    }),
    call({
      name: "listMails",
      method: "GET",
      path: "/api/outbox",
      summary: "List e-mails, newest first",
      about: "Filter by document with `entity` and `id`.",
      who: "members",
      query: { schemas: [MailQuery], example: "state=queued&limit=5" },
      answer: { status: 200, schema: mailList },
      run: ({ context, tenant, caller, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, caller, "listMails", query)
          : listMails(tenant, query),
    }),
    call({
      name: "getMail",
      method: "GET",
      path: "/api/outbox/:id",
      summary: "Get an e-mail",
      who: "members",
      id: ID.mail,
      about: "`content` is what the e-mail shows besides its text; null if it has nothing else.",
      answer: { status: 200, schema: mailDetail },
      run: ({ tenant, id }) => getMail(tenant, id),
    }),
    call({
      name: "getMailPdf",
      method: "GET",
      path: "/api/outbox/:id/pdf",
      summary: "Download the PDF of an e-mail",
      about:
        "The PDF as sent, whatever has changed since. Returns 404 until it is rendered, before the " +
        "first attempt.",
      who: "members",
      id: ID.mail,
      answer: { status: 200, file: "application/pdf" },
      run: async ({ tenant, id }) => {
        const { label, paperName, paperSha256 } = await getStoredMail(tenant, id);
        const bytes = paperSha256 && (await readStoredPdf(tenant, paperSha256));
        if (!bytes) throw new Refusal("missing", "The PDF of this e-mail is not ready yet");
        await recordView(tenant, "Mail", { pdf: label, _id: id });
        return pdfAnswer({ name: paperName, bytes });
      },
    }),
    call({
      name: "cancelMail",
      method: "POST",
      path: "/api/outbox/:id/cancel",
      summary: "Cancel a queued or failed e-mail",
      about:
        "The document does not change: an invoice stays sent. Returns 409 once the mail server " +
        "accepted the e-mail.",
      who: "members",
      id: ID.mail,
      answer: { status: 200, schema: v.object({ mail }) },
      also: [409],
      run: async ({ tenant, id }) => ({ mail: await cancelMail(tenant, id) }),
    }),
    call({
      name: "retryMail",
      method: "POST",
      path: "/api/outbox/:id/retry",
      summary: "Send an e-mail now",
      about:
        "For an e-mail that is queued, refused, cancelled or unknown. Returns 409 once the mail " +
        "server accepted it.",
      who: "members",
      id: ID.mail,
      answer: { status: 200, schema: v.object({ mail }) },
      also: [409],
      run: async ({ context, tenant, id }) => {
        const again = await retryMail(tenant, id);
        context.sender.wake();
        return { mail: again };
      },
    }),
    ...mailSettingsCalls,
  ],
};
