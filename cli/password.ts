import { EXIT, Failure, wrongUsage } from "./failure.ts";

/** The first line of stdin. */
export async function readLine(): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of process.stdin) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}

/** Asks on the terminal. @throws Failure of usage where there is nobody to ask. */
export async function ask(label: string, advice: string): Promise<string> {
  if (!process.stdin.isTTY) throw wrongUsage(`no ${label} is given`, advice);
  process.stderr.write(`${label[0]?.toUpperCase()}${label.slice(1)}: `);
  return (await readLine()).trim();
}

/** Asks without showing what is typed. */
export async function askSecretly(label: string, advice: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw wrongUsage(`no ${label} is given`, advice);
  stderr.write(`${label[0]?.toUpperCase()}${label.slice(1)}: `);
  stdin.setRawMode(true);
  try {
    return await typed(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

const KEYS = {
  enter: /[\r\n]/,
  backspace: /[\u007f\b]/,
  clear: "\u0015",
  stop: "\u0003",
  end: "\u0004",
};

/** In raw mode the terminal edits nothing, so backspace, Ctrl-U, Ctrl-C and Ctrl-D are ours to obey. */
async function typed(stdin: NodeJS.ReadStream): Promise<string> {
  let secret: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of stdin) {
    for (const key of decoder.decode(chunk, { stream: true })) {
      if (key === KEYS.stop)
        throw new Failure(EXIT.interrupted, "interrupted", "you are not signed in");
      if (key === KEYS.end || KEYS.enter.test(key)) return secret.join("");
      if (key === KEYS.clear) secret = [];
      else if (KEYS.backspace.test(key)) secret.pop();
      else secret.push(key);
    }
  }
  return secret.join("");
}
