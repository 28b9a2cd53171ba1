// `bun cli …` runs a folder's index: in one process, where a script of package.json would start a second
// Bun that says its own lines about it.
import { program } from "./main.ts";
import { run } from "./run.ts";

await run(program, process.argv.slice(2));
