import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";
import { listImportedFiles, listImports } from "./imports.ts";

const root = join(import.meta.dir, "..");
const OUTSIDE = /^(node_modules|\.git|data|build|dist|coverage|recording[^/]*)\//;
const TEXT = /(\.(ts|tsx|css|json|md|toml|yml|sql|sh)|\.ci\/run|\.gitignore|LICENSE)$/;

const files = [...new Glob("**/*").scanSync({ cwd: root, dot: true })]
  .filter((path) => TEXT.test(path) && !OUTSIDE.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const sources = files.filter(({ path }) => /\.tsx?$/.test(path));

/** Allowed imports of each layer: folders (itself always), then packages. */
const LAYERS: Record<string, { folders: string[]; packages: RegExp }> = {
  domain: { folders: [], packages: /^(valibot|papaparse|hucre|mt940js|saxes)$/ },
  db: {
    folders: ["domain"],
    packages: new RegExp(
      "^(drizzle-orm|@libsql/client|libsql|fastest-levenshtein|lru-cache|otpauth|" +
        "@simplewebauthn/server|node:|bun(:sqlite)?$)",
    ),
  },
  islands: {
    folders: ["domain"],
    packages: new RegExp(
      "^(react|react-dom|@tanstack/react-(table|form)|downshift|" +
        "@simplewebauthn/browser|uplot|valibot)(/|$)",
    ),
  },
  server: {
    folders: ["domain", "db", "islands"],
    packages:
      /^(elysia|@elysiajs\/jwt|react|@?valibot|lightningcss|pdf|qr|fflate|ipaddr|node(mailer|:)|bun$)/,
  },
  cli: {
    folders: ["domain"],
    packages: /^(commander|ink|react|@bomb\.sh\/tab|fastest-levenshtein|node:|bun$)/,
  },
};

test("imports go down the layers and never sideways", () => {
  const wrong = sources.flatMap(({ path, text }) =>
    listImports(text)
      .filter((target) => !isAllowed(path, target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** Folders of db that import each other. For a new pair, find a better place for the code instead. */
const MUTUAL = [
  "agencies documents",
  "agencies ledger",
  "agencies mail",
  "documents tds",
  "engine remote",
  "engine taxbook",
  "mail reminders",
  "purchases tds",
  "returns taxbook",
];

test("no more folders of db import each other than listed", () => {
  const arrows = new Set(
    sources.flatMap(({ path, text }) =>
      listImportedFiles(path, text)
        .map((target) => [path, target] as const)
        .filter((ends) => ends.every((end) => /^db\/\w+\//.test(end)))
        .map((ends) => ends.map((end) => end.split("/")[1]).join(" ")),
    ),
  );
  const mutual = [...arrows].filter((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return from < to && arrows.has(`${to} ${from}`);
  });
  expect(mutual.toSorted()).toEqual(MUTUAL);
});

test("the rule finds forbidden imports", () => {
  expect(isAllowed("domain/money.ts", "../db/books.ts")).toBe(false);
  expect(isAllowed("islands/browser/api.ts", "../../server/app.ts")).toBe(false);
  expect(isAllowed("cli/main.ts", "../db/books.ts")).toBe(false);
  expect(isAllowed("domain/money.ts", "node:fs")).toBe(false);
  expect(isAllowed("db/engine/books.ts", "../domain/money.ts")).toBe(true);
  const text = `import a from "./a.ts";
export { b } from "./b.ts";
import {
  type C,
} from "c";
import "./d.css";
const e = await import("e");
new Worker(new URL("./f.ts", import.meta.url));`;
  expect(listImports(text)).toEqual(["./a.ts", "./b.ts", "c", "./d.css", "e", "./f.ts"]);
});

test("every import resolves to a file", () => {
  const lost = sources.flatMap(({ path, text }) =>
    listImportedFiles(path, text)
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${path} imports ${target}`),
  );
  // The sample in this file is text, not imports.
  expect(lost.filter((line) => !line.startsWith("test/tidy.test.ts"))).toEqual([]);
});

test("no file imports itself through others, types and lazy imports included", () => {
  const imports = new Map(sources.map(({ path, text }) => [path, listImportedFiles(path, text)]));
  const clean = new Set<string>();
  const circles: string[] = [];
  const follow = (path: string, way: string[]) => {
    if (clean.has(path)) return;
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" > "));
    else for (const next of imports.get(path) ?? []) follow(next, [...way, path]);
    clean.add(path);
  };
  for (const path of imports.keys()) follow(path, []);
  expect(imports.get("db/open/open.ts")).toContain("db/engine/books.ts");
  expect(imports.get("islands/browser/mount.tsx")).toContain("islands/ui/SignInAgain.tsx");
  expect(circles).toEqual([]);
});

test("every file is imported by another one", () => {
  const imported = new Set(sources.flatMap(({ path, text }) => listImportedFiles(path, text)));
  // Pages name their islands, package.json its scripts, and a thread or a bundle its file.
  const named = [...files, ...INLINE];
  const dead = sources
    .map(({ path }) => path)
    .filter((path) => /^(domain|db|server|islands|cli)\//.test(path) && !imported.has(path))
    .filter((path) => path !== "cli/index.ts")
    .filter((path) => {
      const [folder, name] = path.split("/").slice(-2);
      return !named.some(
        (file) =>
          file.path !== path &&
          (file.text.includes(`${folder}/${name}"`) || file.text.includes(`"./${name}"`)),
      );
    });
  expect(imported.size).toBeGreaterThan(200);
  expect(dead).toEqual([]);
});

const INLINE = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/buildInline\("(\w+)"\)/g)].map(([, name]) => ({
    path,
    text: `headScripts/${name}.ts"`,
  })),
);

test("files stay small", () => {
  const long = files
    .filter(({ path }) => /\.(tsx?|css)$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length }))
    .filter(({ lines }) => lines > 500);
  expect(long).toEqual([]);
});

test("lines stay short", () => {
  const long = sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, n) => (line.length > 110 ? [`${path}:${n + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test("writes the properties of a literal one by one, not in spreads that pack lines", () => {
  expect(pathsWith(/\.\.\.\{/)).toEqual([]);
});

test("leaves no debug output or unfinished notes", () => {
  expect(
    pathsWith(new RegExp(String.raw`\b(TO${"DO"}|FIX${"ME"}|X${"XX"}|debug${"ger"})\b`)),
  ).toEqual([]);
  expect(pathsWith(/\b(test|it|describe)\.(skip|only|todo|if|skipIf|todoIf)\b/)).toEqual([]);
  expect(pathsWith(/@ts-(ignore|nocheck)/)).toEqual([]);
});

test("names no machine path and no registry host", () => {
  const machine = /(^|[\s"'`(=:])(\/(work|home|root|Users)\/\w|\.\.\/shared\/)/m;
  const registry = /https?:\/\/[a-z0-9.-]*(registry|mirror|proxy|debian)/;
  expect(machine.test(" /home/someone")).toBe(true);
  const tracked = files.filter(({ path }) => path !== "test/tidy.test.ts");
  expect(tracked.filter(({ text }) => machine.test(text)).map(({ path }) => path)).toEqual([]);
  expect(tracked.filter(({ text }) => registry.test(text)).map(({ path }) => path)).toEqual([]);
});

test("the docs name only existing files", () => {
  const told = files
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:test|bench|db|server|domain|cli|islands)\/[\w./-]+\.tsx?)`/g)].map(
        ([, file = ""]) => ({ path, file }),
      ),
    );
  expect(told.length).toBeGreaterThan(30);
  expect(told.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});

test("every package has one exact version, explained in the docs", () => {
  const read = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const packages: Record<string, string> = { ...dependencies, ...devDependencies };
  expect(Object.keys(packages).length).toBeGreaterThan(20);
  const loose = Object.entries(packages).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
  // The docs list @types/* once, and -tamil after its base font.
  const told = read("docs/dependencies.md");
  const untold = Object.keys(packages).filter((name) => {
    const short = name.replace(/^@types\/.*/, "@types/*").replace(/^.*noto-sans(-\w+)$/, "$1");
    return !new RegExp(`(^| )${RegExp.escape(short)}[ ,]`, "m").test(told);
  });
  expect(untold).toEqual([]);
  expect(existsSync(join(root, "bun.lock"))).toBe(true);
  expect(read(".ci/run")).toContain("audit");
});

test("every file that names a version of Bun names the same", () => {
  const named = ["package.json", "README.md", "Dockerfile", ".ci/run"].flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\bbun[@:](\d+\.\d+\.\d+)/g)].map(
      ([, version]) => version,
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(new Set(named)).toEqual(new Set([Bun.version]));
});

test("awaits every rejects promise, since an unawaited one always passes", () => {
  const unawaited = sources.flatMap(({ path, text }) =>
    splitStatements(text)
      .filter((statement) => /\)\s*\.(rejects|resolves)\s*\./.test(statement))
      .filter((statement) => !/\b(await|return)\b/.test(statement))
      .map((statement) => `${path}: ${statement.trim()}`),
  );
  expect(unawaited).toEqual([]);
});

function isAllowed(path: string, target: string): boolean {
  const layer = path.split("/")[0] ?? "";
  const rule = LAYERS[layer];
  if (!rule) return true; // tests, bench and scripts may import anything
  if (!target.startsWith(".")) return rule.packages.test(target);
  const folder = normalize(join(dirname(path), target)).split("/")[0] ?? "";
  return folder === layer || rule.folders.includes(folder);
}

function pathsWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

/** Roughly: the text between two semicolons at line ends. */
const splitStatements = (text: string) => text.split(/;\n/);
