// `bun cli …` runs a folder's index in one process. A script in package.json would start a second Bun that
// prints its own messages.
import { program } from "./main.ts";
import { run } from "./run.ts";

await run(program, process.argv.slice(2));
