import { findWaiting } from "../../db/mail/lease.ts";
import { openBooks } from "../../db/open/open.ts";
import { createLog } from "../../server/http/log.ts";
import { openSender } from "../../server/mail/sender.ts";

// A sender that the test kills. Its clock jumps ahead if nothing is due, and it ends when nothing is left.

const [, , database = "", smtp = ""] = process.argv;
const LEAP_MS = 16 * 60_000;

const books = await openBooks({ url: `file:${database}` });
let leapt = 0;
const now = () => Date.now() + leapt;
const log = createLog("error");
openSender({
  books,
  log,
  now,
  perMinute: 1e9,
  atOnce: 8,
  settings: {
    mail: { url: smtp, from: "billing@indigo.example", isPerAgency: false },
    sessionSecret: "a secret for tests, 32 characters long",
  },
  async wait(_, woken) {
    const [{ busy } = { busy: 0 }] = await books.read.all<{ busy: number }>(
      "SELECT count(*) AS busy FROM mails WHERE state = 'sending'",
    );
    const waiting = await findWaiting(books);
    if (busy > 0) return woken;
    if (waiting.length === 0) process.exit(0);
    if (waiting.every(({ at }) => at > now())) leapt += LEAP_MS;
  },
});
