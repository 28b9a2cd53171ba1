import { ID } from "../../../server/api/ids.ts";
import { openSender } from "../../../server/mail/sender.ts";
import { done, forgetAttempts } from "../../world.ts";
import { startMailServer } from "../mailServer.ts";
import { play, type Stage } from "./play.ts";

export async function sendMails(stage: Stage): Promise<void> {
  const { world, owner, glossary } = stage;
  const { settings, books, log } = world.context;
  const none = settings.mail;
  const host = await startMailServer();
  settings.mail = { ...none, url: host.url };
  const { body } = await play(stage, "emailInvoice");
  const [mail, copy] = body.mails;
  glossary.learn(ID.mail, mail._id);
  await play(stage, "cancelMail", { id: copy._id });

  const { promise: handedOver, resolve } = Promise.withResolvers<void>();
  const sender = openSender({
    books,
    log,
    settings,
    now: () => Date.now() + 20_000,
    async wait(_, woken) {
      const { state } = done(await owner.get(`/api/outbox/${mail._id}`)).mail;
      if (state === "handed_over") resolve();
      await woken;
    },
  });
  await handedOver;
  await sender.stop();
  await play(stage, "changeNotificationMail");
  await play(stage, "changeMailSettings");
  await play(stage, "testMail");
  for (let n = 1; n < 10; n++) done(await owner.post("/api/mail-settings/test", {}));
  await play(stage, "testMail");
  await forgetAttempts(world);
  await host.end();
  settings.mail = none;

  await play(stage, "retryMail", { id: copy._id });
  for (const name of ["emailNote", "emailEstimate", "emailReceipt", "emailVoucher"])
    await play(stage, name);
  for (const name of [
    "emailStatementOfAccount",
    "emailMonth",
    "listMails",
    "getMail",
    "getMailPdf",
    "listNotifications",
    "readNotifications",
    "getNotificationMail",
  ])
    await play(stage, name);
  await play(stage, "readNotifications", { json: { upTo: 1 } });
  await play(stage, "getMailSettings");
  for (const name of ["changeReminderRules", "getReminderRules", "previewReminders"])
    await play(stage, name);
  for (const name of ["runReminders", "listReminders", "changeInvoiceRemind"])
    await play(stage, name);
  for (const name of ["getInvoiceReminders", "changeClientRemind", "getClientRemind"])
    await play(stage, name);
}
