import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");
const read = (pattern: string) =>
  [...new Glob(pattern).scanSync({ cwd: root })].map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, ""),
  }));

const sheets = read("islands/styles/*.css");
const markup = [
  ...read("islands/**/*.ts*"),
  ...read("server/pages/*.ts*"),
  ...read("domain/roles.ts"),
];
const tests = read("test/**/*.ts").map(({ text }) => text);

const styled = new Set(
  sheets.flatMap(({ text }) =>
    [...text.matchAll(/[^{};]+(?=\{)/g)].flatMap(([selector]) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name),
    ),
  ),
);
const words = new Map(
  markup.map(({ path, text }) => [path, new Set(text.match(/[a-z][\w-]*/gi) ?? [])]),
);
/** Beginnings of classes with a variable end: `is-${state}`. */
const starts = markup.flatMap(({ text }) =>
  [...text.matchAll(/["'`\s]([a-z]+-?)\$\{/g)].map(([, start = ""]) => start),
);
const filesWith = (name: string) => markup.filter(({ path }) => words.get(path)?.has(name));

test("only breakpoint.css asks how wide the window is", () => {
  const asking = sheets.filter(({ text }) => /@(custom-)?media[^{;]*(width|height)/.test(text));
  expect(asking.map(({ path }) => path)).toEqual(["islands/styles/breakpoint.css"]);
});

test("every container is named", () => {
  const unnamed = sheets.filter(({ text }) =>
    /@container\s*\(|container-type: inline-size/.test(text),
  );
  // page.css gives the page's container its type on desktops only.
  expect(unnamed.map(({ path }) => path)).toEqual(["islands/styles/page.css"]);
});

test("every styled class is used", () => {
  const dead = [...styled]
    .filter((name) => !/^(u|not|only)-/.test(name)) // of uPlot, and of roles
    .filter((name) => filesWith(name).length === 0)
    .filter((name) => !starts.some((start) => name.startsWith(start)));
  expect(dead).toEqual([]);
});

test("every class has a style, or a test that looks for it", () => {
  const bare = markup.flatMap(({ path, text }) =>
    [...text.matchAll(/\bclassName="([^"]*)"/g)]
      .flatMap(([, names = ""]) => names.split(/\s+/))
      .filter((name) => name !== "" && !styled.has(name))
      .filter((name) => !tests.some((text) => text.includes(`.${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(bare).toEqual([]);
});

test("few classes are used by one file only", () => {
  const single = [...styled].filter((name) => filesWith(name).length === 1);
  // Style a new screen with primitives. If classes go, lower this.
  expect(single.length).toBeLessThanOrEqual(399);
});
