import { writeFileSync } from "node:fs";
import type { Examples } from "../server/api/document.ts";
import { toExamples } from "../test/server/api/play.ts";
import { playAll } from "../test/server/api/story.ts";
import { createWorld } from "../test/world.ts";

// `bun run docs:api` records the server's current responses as the examples of the API page.

const world = await createWorld();
try {
  const answers = toExamples(await playAll(world));
  const file = new URL("../server/api/answers.json", import.meta.url);
  writeFileSync(file, inLines(answers));
} finally {
  await world.end();
}

/** Writes one line for each response, so that a diff shows each change. */
function inLines(answers: Examples): string {
  const calls = Object.entries(answers).map(([name, statuses]) => {
    const lines = Object.entries(statuses).map(
      ([status, body]) => `    "${status}": ${JSON.stringify(body)}`,
    );
    return `  "${name}": {\n${lines.join(",\n")}\n  }`;
  });
  return `{\n${calls.join(",\n")}\n}\n`;
}
