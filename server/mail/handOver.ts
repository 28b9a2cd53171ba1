import type { Outcome } from "../../db/mail/lease.ts";
import type { Account } from "./account.ts";
import type { buildMessage } from "./message.ts";
import { PrivateHost, resolvePublic } from "./publicHost.ts";

export type Message = ReturnType<typeof buildMessage>;

/** How long a mail server may take, in milliseconds. All is over before a lease is. */
export interface Patience {
  connectMs: number;
  silenceMs: number;
  allMs: number;
}

const PATIENCE: Patience = { connectMs: 30_000, silenceMs: 120_000, allMs: 240_000 };

/**
 * Hands a mail to a mail server and says what is known of it then. nodemailer 10.6 does not tell in its
 * errors whether a broken connection had taken all of a mail, but its log of a transaction does: it speaks of
 * the message once its final dot has left.
 */
export async function handOver(
  account: Account,
  message: Message,
  patience: Patience = PATIENCE,
): Promise<Outcome> {
  let isAllOut = false;
  const note = (entry: unknown) => {
    isAllOut ||= (entry as { tnx?: string } | undefined)?.tnx === "message";
  };
  // A fifth of what a server would load at its start otherwise.
  const { createTransport } = await import("nodemailer");
  let address = account.host;
  try {
    if (account.isForeign) address = await resolvePublic(account.host);
  } catch (error) {
    return { state: "queued", code: null, answer: cut(whyUnreached(error)) };
  }
  const transport = createTransport({
    ...toTransportOptions({ ...account, address }, patience),
    transactionLog: true,
    logger: { level: () => {}, ...toLogger(note) },
  });
  // What takes too long is broken off: else it might go on, and be taken, after it was called queued.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patience.allMs);
  try {
    const { response } = await transport.sendMail({ ...message, signal: late.signal });
    return { state: "handed_over", ...parseReply(response) };
  } catch (error) {
    const why = late.signal.aborted ? new Error("It took too long") : error;
    return toOutcome(account.isForeign ? withoutBanner(why) : why, isAllOut);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

function toTransportOptions(
  { address, host, port, secure, requireTLS, auth }: Account & { address: string },
  { connectMs, silenceMs }: Patience,
) {
  return {
    ...{ host: address, port, secure, requireTLS, auth, name: "bahi" },
    // The certificate is of the name, not of the address.
    ...(address !== host && { tls: { servername: host } }),
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs },
    socketTimeout: silenceMs,
  };
}

type Note = (entry: unknown) => void;

const toLogger = (note: Note) => ({
  ...{ trace: note, debug: note, info: note },
  ...{ warn: note, error: note, fatal: note },
});

const UNREACHED = "No mail server responds at this host and port";

const whyUnreached = (error: unknown) => (error instanceof PrivateHost ? error.message : UNREACHED);

/** What a host says before it has answered as a mail server is another service's, and is not shown. */
function withoutBanner(error: unknown): unknown {
  return (error as SmtpError).command === "CONN" ? new Error(UNREACHED) : error;
}

interface SmtpError {
  message: string;
  code?: string;
  /** The last command: CONN until a mail server has greeted. */
  command?: string;
  response?: string;
  responseCode?: number;
}

function toOutcome(thrown: unknown, isAllOut: boolean): Outcome {
  const error = thrown as SmtpError;
  const { code, response, responseCode } = error;
  if (responseCode !== undefined && response) {
    // What the account is refused is not the mail's fault, and goes once the settings are right.
    const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
    const state = isOfMail && responseCode >= 500 ? "refused" : "queued";
    return { state, ...parseReply(response), code: responseCode };
  }
  const answer = cut(error.message);
  if (code === "EENVELOPE") return { state: "refused", code: null, answer };
  if (isAllOut) return { state: "unknown", answer: `The connection broke at the end: ${answer}` };
  return { state: "queued", code: null, answer };
}

/** `250 2.0.0 queued as 4Z` → 250 and its text. */
function parseReply(response: string): { code: number | null; answer: string } {
  const code = Number(response.slice(0, 3));
  return { code: Number.isInteger(code) ? code : null, answer: cut(response) };
}

const LONGEST_ANSWER = 300;

const cut = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, LONGEST_ANSWER);
