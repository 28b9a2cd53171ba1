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

// Every test has a database of its own with the same two agencies in it. To migrate and fill one takes ten
// times as long as to copy it, so a run makes it once, and each test begins with a copy.

/** What a template holds beside its files: what the agencies are known by. */
const TOLD = "told.json";
/** Where they are kept, of a run by `test/run.ts`. */
export const TEMPLATES = process.env.TEST_TEMPLATES;

/**
 * Puts the template into a test's folder, and resolves to what was told of it. `make` fills a folder and
 * tells; it is asked by the first test of a run.
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
  // What connections share in memory is made anew by the next.
  cpSync(template, folder, { recursive: true, filter: (path) => !path.endsWith("-shm") });
  return JSON.parse(readFileSync(join(template, TOLD), "utf8"));
}

/** Whoever is first gives it its name; another process may have been. */
function keep(made: string, template: string) {
  try {
    renameSync(made, template);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(template)) throw error;
  }
}
