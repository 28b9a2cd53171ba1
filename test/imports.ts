import { dirname, join, normalize } from "node:path";

/** Returns the imports of a source text: files, packages, styles and worker threads. */
export function listImports(text: string): string[] {
  const patterns = [
    /^(?:import|export)\s(?:[^"';]*?\sfrom\s)?"([^"]+)"/gm,
    /\bimport\("([^"]+)"\)/g,
    /new Worker\(\s*new URL\("([^"]+)", import\.meta\.url\)/g,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, target]) => `${target}`),
  );
}

/** Returns the files that a file imports, as paths from the root. */
export function listImportedFiles(path: string, text: string): string[] {
  return listImports(text)
    .filter((target) => target.startsWith("."))
    .map((target) => normalize(join(dirname(path), target)));
}
