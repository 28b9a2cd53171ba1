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
import { upperFirst } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { originOf } from "../http/address.ts";
import { pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { readKept } from "../mail/paper.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { mailSettingsCalls } from "./mailSettings.ts";
import { mail, mailList, mailSchemas, sent } from "./mailShapes.ts";

const WHAT_IT_TAKES =
  "Each address of `to`, one or a list, gets a mail of their own; left out, it is the client's. Subject " +
  "and text left out are the usual ones. It goes in ten seconds and can be cancelled until then. 409 names " +
  "`SMTP_URL` where no mail server is set up.";

const WHAT_LINKS_TAKE =
  "With `linkIt` it brings a link to the client's page, open until 90 days after the due date, or to the " +
  'day `expires`, or for `"never"` on.';

const ADDRESSED = { to: ["finance@meridian.example"], copyToSelf: true };

/** An e-mail of a document with its PDF; a draft is sent by that. */
function emailCall(noun: MailedNoun, id: string, hasDrafts: boolean) {
  const plural = `${noun}s`;
  return call({
    name: `email${upperFirst(noun)}`,
    method: "POST",
    path: `/api/${plural}/:id/email`,
    summary: `Send ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun} by e-mail`,
    about: [
      WHAT_IT_TAKES,
      ...(hasDrafts ? ["A draft is marked as sent in the same write.", WHAT_LINKS_TAKE] : []),
      ...(noun === "invoice" ? ["`remind` says whether its client is reminded of it."] : []),
    ].join(" "),
    who: "members",
    id,
    body: { schema: NewEmail, example: ADDRESSED, mayBeNone: true },
    answer: { status: 201, schema: sent },
    run: async ({ context, tenant, id, input, request }) => {
      const linkTo = (token: string) => `${originOf(request, context.settings)}/s/${token}`;
      const made = await emailRecord(tenant, noun, id, input, context.settings.mail, linkTo);
      context.sender.wake();
      return made;
    },
  });
}

export const mails: Group = {
  title: "E-mail",
  about:
    "What is sent by e-mail waits in the outbox, where the write that sends it has put it, and is handed " +
    "to your mail server. `handed_over` is all that anybody can know of a mail: that the mail server took " +
    "it. `unknown` is one whose line broke after its last byte. What is tried again has the same Message-ID.",
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
          ...{ clientId: ID.client, dateFrom: "2026-04-01", dateTo: "2026-09-30" },
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
      summary: "List mails, newest first",
      about: "Those of a document with `entity` and `id`.",
      who: "members",
      query: { schemas: [MailQuery], example: "state=queued&limit=5" },
      answer: { status: 200, schema: mailList },
      run: ({ context, tenant, asker, query }) =>
        mayTakeLong(query)
          ? readInWorker(context, asker, "listMails", query)
          : listMails(tenant, query),
    }),
    call({
      name: "getMail",
      method: "GET",
      path: "/api/outbox/:id",
      summary: "Read a mail",
      who: "members",
      id: ID.mail,
      answer: { status: 200, schema: v.object({ mail }) },
      run: async ({ tenant, id }) => ({ mail: await getMail(tenant, id) }),
    }),
    call({
      name: "getMailPdf",
      method: "GET",
      path: "/api/outbox/:id/pdf",
      summary: "Download the PDF that a mail brought",
      about:
        "As it was sent, whatever has changed since. 404 until it is drawn, before the first try.",
      who: "members",
      id: ID.mail,
      answer: { status: 200, file: "application/pdf" },
      run: async ({ tenant, id }) => {
        const { label, paperName, paperSha256 } = await getStoredMail(tenant, id);
        const bytes = paperSha256 && (await readKept(tenant, paperSha256));
        if (!bytes) throw new Refusal("missing", "The PDF of this mail is not drawn yet");
        await recordView(tenant, "Mail", { pdf: label, _id: id });
        return pdfAnswer({ name: paperName, bytes });
      },
    }),
    call({
      name: "cancelMail",
      method: "POST",
      path: "/api/outbox/:id/cancel",
      summary: "Take a mail back before it goes, or leave one out that did not",
      about: "What it is of stays as it is: an invoice stays sent. 409 once it was handed over.",
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
      summary: "Try a mail now",
      about:
        "One that waits, was refused or cancelled, or of which nobody knows. 409 once it was handed over.",
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
