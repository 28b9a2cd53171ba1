import type { Notice } from "../../domain/agencies/recovery.ts";
import { nameOnly, plainContent } from "../../domain/mail/content.ts";
import type { Log } from "../http/log.ts";
import { type Account, findServerAccount, type MailSecrets } from "./account.ts";
import { handOver } from "./handOver.ts";
import { buildMessage } from "./message.ts";

/**
 * Sends emails of the server itself by its own mail account. They are kept in memory and not in the outbox,
 * which stores the text of each email: a link that opens an account must not be stored.
 */
export interface Notices {
  /** Whether the server has a mail account. */
  isOn: boolean;
  /** Returns at once. If the mail server rejects an email, two more attempts follow, then a log entry. */
  send(notice: Notice): void;
  stop(): Promise<void>;
}

interface Options {
  log: Log;
  settings: Pick<MailSecrets, "mail">;
  /** The pauses before each further attempt. */
  pausesMs?: number[];
}

const PAUSES_MS = [15_000, 120_000];
const AT_ONCE = 2;
/** More than this would wait for an hour. */
const WAITING_MAX = 1_000;

export function openNotices({ log, settings, pausesMs = PAUSES_MS }: Options): Notices {
  const account = findServerAccount(settings.mail);
  const waiting: Notice[] = [];
  const trying = new Set<Promise<void>>();
  const stopped = Promise.withResolvers<void>();
  let isStopping = false;

  function begin(): void {
    while (account && !isStopping && trying.size < AT_ONCE) {
      const notice = waiting.shift();
      if (!notice) return;
      const work = tryNotice(account, notice).finally(() => {
        trying.delete(work);
        begin();
      });
      trying.add(work);
    }
  }

  async function tryNotice(account: Account, notice: Notice): Promise<void> {
    for (const pause of [...pausesMs, undefined]) {
      const outcome = await handOver(account, buildLetter(account, notice));
      if (outcome.state === "handed_over") return;
      const isLast = outcome.state !== "queued" || pause === undefined || isStopping;
      const { answer } = outcome;
      log.warn("A server e-mail was not sent", { subject: notice.subject, answer, isLast });
      if (isLast) return;
      await Promise.race([Bun.sleep(pause), stopped.promise]);
    }
  }

  return {
    isOn: account !== undefined,
    send(notice) {
      if (!account || waiting.length >= WAITING_MAX) return;
      waiting.push(notice);
      begin();
    },
    async stop() {
      isStopping = true;
      stopped.resolve();
      await Promise.allSettled(trying);
    },
  };
}

function buildLetter(account: Account, notice: Notice) {
  const messageId = `<${crypto.randomUUID()}@${account.from.split("@").at(-1)}>`;
  const { link, ...rest } = notice;
  const content = {
    ...plainContent(nameOnly("bahi"), notice.subject, link?.label),
    mayReply: false,
  };
  const letter = { kind: "notice", inReplyTo: "", messageId, content, ...rest } as const;
  return buildMessage({ ...letter, link: link?.url ?? "" }, account, {
    agencyName: "bahi",
    email: account.from,
  });
}
