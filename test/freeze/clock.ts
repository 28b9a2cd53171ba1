// Moves the clock of this process, its threads and its children to the same morning, so that two recordings
// have the same dates. It runs slowly, so that PDFs are printed in the same minute, but it runs, because ids
// sort by their millisecond. SQLite's clock is not moved.

const MORNING = Date.parse("2026-11-21T11:30:00+05:30");
const SPEED = 1 / 4;

const Actual = Date;
const { env } = process;
env.FREEZE_STARTED ??= String(Actual.now());
env.BUN_OPTIONS ??= `--preload ${import.meta.path}`;
const started = Number(env.FREEZE_STARTED);
const now = () => MORNING + Math.floor((Actual.now() - started) * SPEED);

globalThis.Date = class extends Actual {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static override now = now;
} as DateConstructor;

const Thread = Worker;
globalThis.Worker = class extends Thread {
  constructor(script: string | URL, options: WorkerOptions = {}) {
    super(script, { ...options, preload: [import.meta.path] });
  }
};
