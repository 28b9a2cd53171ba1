import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Every test starts with a database of the same two agencies. Migrating and filling one takes ten times as
// long as copying it, so a run makes it once as a template.

const TOLD = "told.json";
/** The folder of templates, set by `test/run.ts`. */
export const TEMPLATES = process.env.TEST_TEMPLATES;

/**
 * Copies the template into a test's folder and resolves to its data. The first test of a run calls `make`
 * to fill a folder.
 */
export async function copyTemplate<T>(
  templates: string,
  name: string,
  folder: string,
  make: (folder: string) => Promise<T>,
): Promise<T> {
  const template = join(templates, name);
  if (!existsSync(template)) {
    const made = mkdtempSync(join(tmpdir(), "bahi-template-"));
    writeFileSync(join(made, TOLD), JSON.stringify(await make(made)));
    keep(made, template);
  }
  // Connections recreate the shared memory file.
  cpSync(template, folder, { recursive: true, filter: (path) => !path.endsWith("-shm") });
  return JSON.parse(readFileSync(join(template, TOLD), "utf8"));
}

/** The first process names it; another may have been faster. */
function keep(made: string, template: string) {
  try {
    renameSync(made, template);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(template)) throw error;
  }
}
