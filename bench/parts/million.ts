import { writeBooks } from "../books.ts";
import { type Finding, median, ms, type Part, percentile, thousands, times } from "../measure.ts";
import { FOLDER, importFile, peakMemory, register, type Server, startServer } from "../server.ts";
import { watched } from "../watch.ts";

const IDLE_MS = 10_000;

export const million: Part = {
  title: "bahi import of 1,000,000 rows, twice in one server, and undo of one, with a reader",
  async run() {
    const small = await writeBooks(FOLDER, 100_000);
    const large = await writeBooks(FOLDER, 1_000_000);
    const other = await writeBooks(FOLDER, 1_000_000, 2);

    const server = await startServer("hundred-thousand");
    const hundred = await watchedImport(server, small);
    await server.stop();

    const big = await startServer("million");
    const first = await watchedImport(big, large);
    const second = await watchedImport(big, other);
    const undone = await watchedUndo(big, second);
    await big.stop();
    return [
      toRateFinding("import, 1,000,000 rows, watched, rows/s", first, hundred),
      toRateFinding("the same again, another agency", second, hundred),
      ...[first, second].flatMap(toFindings),
      {
        what: "undo of 1,000,000 rows, and then a check of the books",
        measured: `${undone.result.seconds.toFixed(1)} s`,
        beside: `its import ${second.seconds.toFixed(1)} s`,
        ratio: times(undone.result.seconds / second.seconds),
        target: "",
      },
      readsMeanwhile("undo", second.idle, undone.waits),
    ];
  },
};

type Watched = Awaited<ReturnType<typeof watchedImport>>;

let agencies = 0;

async function watchedImport(server: Server, file: string) {
  agencies++;
  const token = await register(server, `agency-${agencies}`);
  const readerToken = await register(server, `reader-${agencies}`);
  const idle = await watched(server, readerToken, () => Bun.sleep(IDLE_MS));
  const busy = await watched(server, readerToken, () => importFile(server, token, file));
  const peak = peakMemory(server);
  return { ...busy.result, token, readerToken, idle: idle.waits, busy: busy.waits, peak };
}

/** Undoes the latest import, and checks that the books are then empty. */
function watchedUndo(server: Server, { token, readerToken }: Watched) {
  return watched(server, readerToken, async () => {
    const started = performance.now();
    const ask = async (path: string, method = "GET") => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${server.url}/api/${path}`, { method, headers });
      const body = await response.json();
      if (!response.ok) throw new Error(body.message);
      return body;
    };
    const { items } = await ask("imports");
    await ask(`imports/${items[0]._id}`, "DELETE");
    const { ok, checked } = await ask("books/check");
    if (!ok || checked.transactions > 0) throw new Error("Undo has left something");
    return { seconds: (performance.now() - started) / 1000 };
  });
}

function toRateFinding(what: string, { rowsPerSecond }: Watched, hundred: Watched): Finding {
  return {
    what,
    measured: thousands(rowsPerSecond),
    beside: `100,000 rows, watched ${thousands(hundred.rowsPerSecond)}`,
    ratio: times(rowsPerSecond / hundred.rowsPerSecond),
    target: "0.70 ×",
  };
}

function toFindings({ idle, busy, peak }: Watched, n: number): Finding[] {
  const which = n === 0 ? "first million" : "second million";
  return [
    {
      what: `server memory, peak, ${which}`,
      measured: peak === undefined ? "not said by this system" : `${Math.round(peak)} MB`,
      beside: "",
      ratio: "–",
      target: "350 MB",
    },
    readsMeanwhile(which, idle, busy),
  ];
}

function readsMeanwhile(which: string, idle: number[], busy: number[]): Finding {
  const [quiet, waited] = [percentile(idle, 0.99), percentile(busy, 0.99)];
  return {
    what: `reads meanwhile, p99 (${which})`,
    measured: `${ms(waited)} (p50 ${ms(median(busy))}, longest ${ms(Math.max(...busy))})`,
    beside: `idle ${ms(quiet)}`,
    ratio: `+${ms(waited - quiet)}`,
    target: "+100 ms",
  };
}
