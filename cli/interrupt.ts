import { EXIT } from "./failure.ts";
import { printNote } from "./output.ts";

type Cleanup = () => void | Promise<void>;

const cleanups = new Set<Cleanup>();

/** To be done if somebody stops the command; the answer takes it back. */
export function onInterrupt(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Leaves the terminal and the disk as they were found. The server rolls back what it was in. */
async function stop(exitCode: number, text: string): Promise<never> {
  for (const cleanup of cleanups) await cleanup();
  printNote(text);
  process.exit(exitCode);
}

/** Ctrl-C and its kin. A second one does not wait for anything. */
export function listenForInterrupts(): void {
  const signals = { SIGINT: EXIT.interrupted, SIGTERM: 143, SIGHUP: 129 };
  let isStopping = false;
  for (const [signal, exitCode] of Object.entries(signals)) {
    process.on(signal, () => {
      if (isStopping) process.exit(exitCode);
      isStopping = true;
      stop(exitCode, interrupted);
    });
  }
}

let interrupted = "bahi: interrupted; run the same command again when you like";

/** What to say if the command is stopped from here on. */
export function setInterruptAdvice(what: string, advice: string): void {
  interrupted = `bahi: ${what}; ${advice}`;
}
