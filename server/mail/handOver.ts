import type { Outcome } from "../../db/mail/lease.ts";
import type { Account } from "./account.ts";
import type { buildMessage } from "./message.ts";
import { PrivateHost, resolvePublic } from "./publicHost.ts";

export type Message = ReturnType<typeof buildMessage>;

/** The timeouts of a mail server, in milliseconds. All of them end before a lease does. */
export interface Patience {
  connectMs: number;
  silenceMs: number;
  allMs: number;
}

const PATIENCE: Patience = { connectMs: 30_000, silenceMs: 120_000, allMs: 240_000 };

/**
 * Sends a mail and returns what is known about the result. After a broken connection, nodemailer 10.6 does
 * not report whether the server had received the whole mail. Its transaction log does: it mentions the
 * message once the final dot is sent.
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
  // Loading it at startup would take a fifth of the startup time.
  const { createTransport } = await import("nodemailer");
  let address = account.host;
  try {
    if (account.isForeign) address = await resolvePublic(account.host);
  } catch (error) {
    return { state: "queued", code: null, answer: cut(explainUnreached(error)) };
  }
  const transport = createTransport({
    ...toTransportOptions({ ...account, address }, patience),
    transactionLog: true,
    logger: { level: () => {}, ...toLogger(note) },
  });
  // Aborts a slow attempt, which could otherwise succeed after the mail was marked as queued again.
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
    host: address,
    port,
    secure,
    requireTLS,
    auth,
    name: "bahi",
    // The certificate is for the name, not the address.
    ...(address !== host && { tls: { servername: host } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
  };
}

type Note = (entry: unknown) => void;

const toLogger = (note: Note) => ({
  trace: note,
  debug: note,
  info: note,
  warn: note,
  error: note,
  fatal: note,
});

const UNREACHED = "No mail server responds at this host and port";

const explainUnreached = (error: unknown) =>
  error instanceof PrivateHost ? error.message : UNREACHED;

/** Hides what a host sends before it has identified itself as a mail server: it may be another service. */
function withoutBanner(error: unknown): unknown {
  return (error as SmtpError).command === "CONN" ? new Error(UNREACHED) : error;
}

interface SmtpError {
  message: string;
  code?: string;
  /** The last command; CONN before the mail server's greeting. */
  command?: string;
  response?: string;
  responseCode?: number;
}

function toOutcome(thrown: unknown, isAllOut: boolean): Outcome {
  const error = thrown as SmtpError;
  const { code, response, responseCode } = error;
  if (responseCode !== undefined && response) {
    // A problem with the account is not the mail's fault, and ends once the settings are right.
    const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
    const state = isOfMail && responseCode >= 500 ? "refused" : "queued";
    return { state, ...parseReply(response), code: responseCode };
  }
  const answer = cut(error.message);
  if (code === "EENVELOPE") return { state: "refused", code: null, answer };
  if (isAllOut) return { state: "unknown", answer: `The connection broke at the end: ${answer}` };
  return { state: "queued", code: null, answer };
}

/** Parses `250 2.0.0 queued as 4Z` into 250 and the text. */
function parseReply(response: string): { code: number | null; answer: string } {
  const code = Number(response.slice(0, 3));
  return { code: Number.isInteger(code) ? code : null, answer: cut(response) };
}

const LONGEST_ANSWER = 300;

const cut = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, LONGEST_ANSWER);
