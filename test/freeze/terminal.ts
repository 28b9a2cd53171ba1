import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDemo } from "../../db/demo/demo.ts";
import { today } from "../../domain/dates.ts";
import { bahi, makeSeat, type Seat, sitDown } from "../cli/bahi.ts";
import { newFolder } from "../process.ts";
import { done, openWorld } from "../world.ts";
import { COMMANDS } from "./commands.ts";
import { createMask, type Mask } from "./mask.ts";
import type { Recording } from "./recording.ts";

const MANUAL = join(import.meta.dir, "../../docs/cli.md");
const WIDTHS = [50, 80];

/** The manual, and the output of commands on the demo: piped, and on terminals of two widths. */
export async function recordTerminal(): Promise<Recording> {
  const { folder, remove } = newFolder();
  const world = await openWorld(folder);
  const { email, password } = await writeDemo(world.books, today());
  const { token } = done(await world.stranger.post("/api/auth/login", { email, password }));
  const { BUN_OPTIONS = "", FREEZE_STARTED = "" } = process.env;
  const env = { BUN_OPTIONS, FREEZE_STARTED };
  const seat = makeSeat(folder, { url: world.listen(), token, env });
  const files: Recording = { "manual.txt": readFileSync(MANUAL) };
  for (const command of COMMANDS) files[`${toName(command)}.txt`] = await show(seat, command);
  await world.close();
  remove();
  return files;
}

const toName = (command: string): string => command.replace(/\W+/g, "-").replace(/^-/, "");

async function show(seat: Seat, command: string): Promise<string> {
  const words = command.split(" ");
  const hide = hideServer(seat);
  const { stdout, stderr, exitCode } = await bahi(seat, words);
  const shown = [`$ bahi ${command} | cat`, stdout, stderr, `exit ${exitCode}`];
  for (const width of WIDTHS) {
    const { screen, exitCode } = await sitDown(seat, words, width).end();
    shown.push(`$ bahi ${command} # ${width} columns`, screen, `exit ${exitCode}`);
  }
  return `${hide(shown.join("\n"))}\n`;
}

/** Also hides the server's port and the folder, which differ each time. */
function hideServer({ url = "", folder }: Seat): Mask {
  const hide = createMask();
  return (text) => hide(text).replaceAll(url, "http://127.0.0.1:3000").replaceAll(folder, "~");
}
