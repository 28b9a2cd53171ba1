import { findLogoAt } from "../../db/agencies/logos.ts";
import { type Books, newest } from "../../db/engine/books.ts";
import { findCancelReason } from "../../db/mail/cancelReasons.ts";
import { type LeasedMail, type Outcome, recordAttempt, settleMail } from "../../db/mail/lease.ts";
import { findWriter } from "../../db/mail/writer.ts";
import { delayToHours } from "../../db/reminders/latest.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Account } from "./account.ts";
import { renderAttachment } from "./attachment.ts";
import type { Message } from "./handOver.ts";
import { buildMessage } from "./message.ts";

/** The largest attachment. A larger document is sent as a link only. */
const PAPER_MAX = 5 << 20;
const TOO_LARGE = "Its PDF is larger than 5 MB: send it with a link";
/** How often the result of an attempt is saved again after an error: longer than the lease lasts. */
const WRITES = 80;
const BETWEEN_WRITES_MS = 5_000;

export interface Trying {
  books: Books;
  /** In milliseconds since 1970. */
  now: () => number;
  hand: (account: Account, message: Message) => Promise<Outcome>;
  isStopping: () => boolean;
  tell: (what: string, error: unknown) => void;
}

/** Tries to send one mail, and stores the result. */
export async function tryMail(mail: LeasedMail, account: Account, trying: Trying): Promise<void> {
  const outcome = await sendOnce(mail, account, trying);
  for (let n = 1; outcome; n++) {
    try {
      return await settleMail(trying.books, mail, outcome, trying.now());
    } catch (error) {
      if (trying.isStopping() || n === WRITES) throw error;
      await Bun.sleep(BETWEEN_WRITES_MS);
    }
  }
}

/** Returns undefined if the lease was lost, or is left to expire, before anything was sent. */
async function sendOnce(
  mail: LeasedMail,
  account: Account,
  { books, now, hand, isStopping, tell }: Trying,
): Promise<Outcome | undefined> {
  let message: Message;
  try {
    const answer = await findCancelReason(newest(books).read, mail);
    if (answer) return { state: "cancelled", answer };
    const early = delayToHours(mail, now());
    if (early) {
      const { why: answer, notBefore } = early;
      return { state: "queued", code: null, answer, notBefore };
    }
    const pdf = mail.hasPaper ? await renderAttachment(books, mail) : undefined;
    const isSmall = pdf && pdf.size <= PAPER_MAX;
    if (pdf && !isSmall && !mail.link) throw new Refusal("invalid", TOO_LARGE);
    const writer = await findWriter(books, mail);
    if (isStopping()) return undefined;
    const noted = await recordAttempt(books, mail, pdf, now());
    if (!noted || "state" in noted) return noted;
    const letter = { ...mail, ...noted };
    const logo = await findLogoAt(newest(books), letter.content?.letterhead.logoUrl ?? "");
    message = buildMessage(letter, account, writer, { pdf: isSmall ? pdf : undefined, logo });
  } catch (error) {
    if (error instanceof Refusal) return { state: "refused", code: null, answer: error.message };
    tell("An e-mail could not be created", error);
    return { state: "queued", code: null, answer: "It could not be created" };
  }
  return hand(account, message);
}
