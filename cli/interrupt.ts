import { EXIT } from "./failure.ts";
import { printNote } from "./output.ts";

type Cleanup = () => void | Promise<void>;

const cleanups = new Set<Cleanup>();

/** Registers a cleanup for when the command is stopped. Returns a function that unregisters it. */
export function onInterrupt(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Restores the terminal and deletes temporary files. The server rolls back its transaction. */
async function stop(exitCode: number, text: string): Promise<never> {
  for (const cleanup of cleanups) await cleanup();
  printNote(text);
  process.exit(exitCode);
}

/** Handles Ctrl-C and termination signals. A second one exits at once. */
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

/** Sets the message for when the command is stopped from here on. */
export function setInterruptAdvice(what: string, advice: string): void {
  interrupted = `bahi: ${what}; ${advice}`;
}
