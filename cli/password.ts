import { EXIT, Failure, failUsage } from "./failure.ts";
import { onInterrupt } from "./interrupt.ts";

/** The input received after the current line. */
let rest = "";

/** Returns the next line of stdin, or "" at its end. */
export async function readLine(): Promise<string> {
  let text = rest;
  if (!text.includes("\n") && !process.stdin.readableEnded) {
    await listen((chunk) => {
      text += chunk;
      return text.includes("\n");
    });
  }
  const [line = "", ...more] = text.split("\n");
  rest = more.join("\n");
  return line.replace(/\r$/, "");
}

/** Asks on the terminal. @throws Failure of usage if there is none */
export async function ask(label: string, advice: string): Promise<string> {
  assertTerminal(label, advice);
  process.stderr.write(`${label}: `);
  const forget = onInterrupt(() => void process.stderr.write("\n"));
  const line = await readLine();
  forget();
  return line.trim();
}

/** Asks without showing what is typed. */
export async function askSecretly(label: string, advice: string): Promise<string> {
  assertTerminal(label, advice);
  // Before the question, because some users start to type as soon as they see it.
  process.stdin.setRawMode(true);
  process.stderr.write(`${label}: `);
  try {
    return await readSecret();
  } finally {
    process.stdin.setRawMode(false);
    process.stderr.write("\n");
  }
}

function assertTerminal(label: string, advice: string): void {
  if (!process.stdin.isTTY) throw failUsage(`no ${label.toLowerCase()} is given`, advice);
}

const KEYS = { clear: "\u0015", stop: "\u0003", end: "\u0004" };
const ENTER = /[\r\n]/;
const BACKSPACE = /[\u007f\b]/;

/** Reads a secret. In raw mode we have to handle backspace, Ctrl-U, Ctrl-C and Ctrl-D. */
async function readSecret(): Promise<string> {
  let secret: string[] = [];
  let isStopped = false;
  await listen((chunk) => {
    for (const key of chunk) {
      isStopped = key === KEYS.stop;
      if (isStopped || key === KEYS.end || ENTER.test(key)) return true;
      if (key === KEYS.clear) secret = [];
      else if (BACKSPACE.test(key)) secret.pop();
      else secret.push(key);
    }
    return false;
  });
  if (isStopped) throw new Failure(EXIT.interrupted, "interrupted", "nothing was changed");
  return secret.join("");
}

/** Passes on typed text until it is enough. stdin stays open for another question. */
function listen(isEnough: (text: string) => boolean): Promise<void> {
  const { stdin } = process;
  const decoder = new TextDecoder();
  return new Promise((resolve, reject) => {
    const done = () => {
      stdin.off("data", take).off("end", done).off("error", reject);
      stdin.pause();
      resolve();
    };
    const take = (chunk: Uint8Array) => {
      if (isEnough(decoder.decode(chunk, { stream: true }))) done();
    };
    stdin.on("data", take).on("end", done).on("error", reject);
    stdin.resume();
  });
}

/** Asks on a terminal, unless `--yes` is given. */
export async function confirm(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (!process.stdin.isTTY || yes) return;
  const advice = "answer yes, or add --yes";
  const answer = await ask(`${question} (yes or no)`, advice);
  if (!/^y(es)?$/i.test(answer)) throw failUsage("nothing was changed", advice);
}
