import { joinValues, median, ms, type Part, timeCommand, times } from "../measure.ts";
import { startServer } from "../server.ts";

const RUNS = 7;

export const start: Part = {
  title: "the second start, built and unchanged, to the first 200 of /healthz",
  async run() {
    await (await startServer("start")).stop();
    const starts: number[] = [];
    for (let n = 0; n < RUNS; n++) {
      const server = await startServer("start");
      starts.push(server.startedMs);
      await server.stop();
    }
    const empty = median(await timeCommand([process.execPath, "-e", "0"], RUNS));
    return [
      {
        what: "second start to /healthz",
        measured: joinValues(starts, ms),
        beside: `bun -e 0 ${ms(empty)}`,
        ratio: times(median(starts) / empty),
        target: "500 ms",
      },
    ];
  },
};
