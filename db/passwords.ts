// argon2id takes 64 MB and a core for about 0.2 s. Two at a time: a flood of sign-ins waits in line
// instead of taking the machine's memory.

const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password));
}

/** Without a hash it costs the same time and says no, so an unknown email cannot be told by the clock. */
export function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    const isRight = await Bun.password.verify(password, hash ?? (await nobodysHash()));
    return isRight && hash !== undefined;
  });
}

let nobodys: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobodys ??= Bun.password.hash(crypto.randomUUID());
  return nobodys;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
