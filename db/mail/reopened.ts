import { plainContent } from "../../domain/mail/content.ts";
import type { MailServer } from "../../domain/mail/settings.ts";
import { reopenedTexts } from "../../domain/mail/texts.ts";
import { listAccountants } from "../agencies/members.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { enqueueMails, explainNoMail, findMailFrom } from "./enqueue.ts";
import { findLetterhead, findWriter } from "./send.ts";

/** The data for mails about moved locks. */
export interface LocksMail {
  /** URL of the locks page. */
  link: string;
  server: MailServer;
}

/**
 * Mails all accountants, in the write that moves a lock back from `from` to an earlier day, or "" for none.
 * Does nothing if mail is not set up.
 */
export async function emailReopened(
  tx: Write,
  tenant: Tenant,
  { link, server }: LocksMail,
  moved: { from: string; to: string; reason: string },
): Promise<void> {
  const address = await findMailFrom(tx, tenant, server);
  const accountants = address ? await listAccountants(tx, tenant) : [];
  if (accountants.length === 0 || (await explainNoMail(tx, tenant, server))) return;
  const writer = await findWriter(tx, tenant);
  const what = { kind: "reopened", entity: "lock", entityId: moved.from, label: "Locks" } as const;
  const letterhead = await findLetterhead(tenant);
  const content = plainContent(letterhead, "Books reopened", "Open Locks");
  const mails = accountants.map(({ name, email }) => ({
    ...what,
    content,
    link,
    to: email,
    ...reopenedTexts({ name, ...moved }, writer),
  }));
  await enqueueMails(tx, tenant, address, mails);
}
