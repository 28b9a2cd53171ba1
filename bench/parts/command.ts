import { median, ms, type Part, timeCommand, times } from "../measure.ts";
import { ROOT } from "../server.ts";

const RUNS = 20;

export const command: Part = {
  title: "bahi --help",
  async run() {
    const empty = median(await timeCommand([process.execPath, "-e", "0"], RUNS));
    const options = { cwd: ROOT };
    const help = await timeCommand([process.execPath, "cli/main.ts", "--help"], RUNS, options);
    return [
      {
        what: "bahi --help",
        measured: ms(median(help)),
        beside: `bun -e 0 ${ms(empty)}`,
        ratio: times(median(help) / empty),
        target: "–",
      },
    ];
  },
};
