import type { Warning } from "../domain/documents/invoices.ts";
import { type Api, sendJson } from "./api.ts";
import { EXIT, Failure } from "./failure.ts";
import { setInterruptAdvice } from "./interrupt.ts";
import { type Output, oneLine } from "./output.ts";

interface Creation<T> {
  /** "receipts issue" */
  command: string;
  path: string;
  key: keyof T & string;
  body: object;
}

/**
 * Creates a record, unless an identical command created it within a day and it still exists: the key is a
 * hash of the command, or random with `again`. Retries once after a lost response. With `isRepeatable` the
 * command can be repeated despite a random key, because the server compares.
 */
export async function create<T>(
  api: Api,
  { again, isRepeatable = !again }: { again?: boolean; isRepeatable?: boolean },
  { command, path, key, body }: Creation<T>,
): Promise<{ answer: T; isAgain: boolean }> {
  let isAgain = false;
  const text = `${path}\n${JSON.stringify(body)}`;
  const words = new Bun.CryptoHasher("sha256").update(text).digest("base64url");
  const call = {
    ...sendJson("POST", body, again ? crypto.randomUUID() : `bahi ${command} ${words}`),
    onAnswer({ headers }: Response) {
      isAgain = headers.has("idempotent-replayed");
    },
  };
  const [noun = "", verb = ""] = command.split(" ");
  const done = verb === "pay" ? "paid" : verb.endsWith("e") ? `${verb}d` : `${verb}ed`;
  const look = `they may have been ${done}; check with bahi ${noun} list`;
  const repeat = isRepeatable
    ? `run the same command again; nothing is ${done} twice`
    : `${look} before you run it again`;
  setInterruptAdvice(
    "interrupted",
    isRepeatable ? `${look}. The same command ${verb}s none of them twice` : repeat,
  );
  const send = () => api.json<T>(path, key, call);
  const answer = await send()
    .catch((error) => {
      if (error instanceof Failure && error.exitCode === EXIT.unanswered) return send();
      throw error;
    })
    .catch((error) => {
      if (!(error instanceof Failure) || error.exitCode !== EXIT.unanswered) throw error;
      throw new Failure(error.exitCode, error.message, repeat, { answer: error.answer });
    });
  return { answer, isAgain };
}

/** Prints the server's warnings next to the result. */
export function printWarnings({ warnings }: { warnings: Warning[] }, output: Output): void {
  for (const { message } of warnings) output.note(oneLine(message));
}
