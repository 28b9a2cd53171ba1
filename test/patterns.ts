export function patternsIn(path: string, source: string): string[] {
  const loader = path.endsWith("x") ? "tsx" : "ts";
  const js = new Bun.Transpiler({ loader, deadCodeElimination: false }).transformSync(source);
  const found: string[] = [];
  /** For each open `${`, its open braces. */
  const braces: number[] = [];
  let before = "";
  for (let at = 0; at < js.length; ) {
    const [token, kind] = tokenAt(js, at, before, braces);
    if (kind === "pattern") found.push(token);
    if (kind !== "blank") before = kind === "word" || kind === "sign" ? token : "value";
    at += token.length;
  }
  return found;
}

type Kind = "blank" | "pattern" | "text" | "word" | "sign";

function tokenAt(js: string, at: number, before: string, braces: number[]): [string, Kind] {
  const take = (pattern: RegExp, kind: Kind): [string, Kind] | undefined => {
    pattern.lastIndex = at;
    const [token] = pattern.exec(js) ?? [];
    return token === undefined ? undefined : [token, kind];
  };
  const inTemplate = js[at] === "}" && braces.at(-1) === 0;
  if (inTemplate) braces.pop();
  if (inTemplate || js[at] === "`") {
    const part = take(/[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y, "text") as [string, Kind];
    if (part[0].endsWith("${")) braces.push(0);
    return part[0].endsWith("${") ? [part[0], "sign"] : part;
  }
  const open = braces.length - 1;
  if (open >= 0 && js[at] === "{") braces[open] = (braces[open] ?? 0) + 1;
  if (open >= 0 && js[at] === "}") braces[open] = (braces[open] ?? 0) - 1;
  const isValue = /^(?:[\w$)\]]+)$/.test(before) && !KEYWORDS.test(before);
  return (
    take(/\s+|\/\/.*|\/\*[\s\S]*?\*\//y, "blank") ??
    take(/"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y, "text") ??
    (isValue
      ? undefined
      : take(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y, "pattern")) ??
    take(/\+\+|--/y, "text") ??
    take(/[\w$\u0080-\uffff]+/y, "word") ?? [js.charAt(at), "sign"]
  );
}

const KEYWORDS = /^(?:return|typeof|case|in|of|await|yield|void|delete|else|do)$/;

export function toPattern(written: string): RegExp {
  const end = written.lastIndexOf("/");
  return new RegExp(written.slice(1, end), written.slice(end + 1));
}

/**
 * At these lengths exponential, cubic and quadratic patterns take milliseconds, linear ones microseconds.
 */
const LENGTHS = [24, 240, 3_000];
const SUSPECT_MS = 0.4;

/**
 * Returns the kind of text on which the pattern takes more than linear time, or undefined. Takes the best
 * of several runs, so that other processes do not make a pattern look slow.
 */
export function slowFor(pattern: RegExp): string | undefined {
  const slow = textsFor(pattern).find((text) =>
    LENGTHS.some(
      (length) =>
        measureTime(pattern, text, length, 1) > SUSPECT_MS && growsTooFast(pattern, text, length),
    ),
  );
  return slow && JSON.stringify(slow);
}

/** A quarter of the text takes a quarter of the time if linear, a sixteenth if quadratic. */
function growsTooFast(pattern: RegExp, text: Text, length: number): boolean {
  const [whole, quarter] = [length, length / 4].map((size) => measureTime(pattern, text, size, 7));
  return Number(whole) > SUSPECT_MS && Number(whole) > 8 * Number(quarter);
}

interface Text {
  head: string;
  again: string;
  tail: string;
}

function measureTime(
  pattern: RegExp,
  { head, again, tail }: Text,
  length: number,
  times: number,
): number {
  const text = head + again.repeat(Math.ceil(length / again.length)) + tail;
  text.charCodeAt(0);
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    pattern.lastIndex = 0;
    const begun = performance.now();
    text.replace(pattern, "");
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

/** Returns texts that lead a pattern far before it fails. */
function textsFor(pattern: RegExp): Text[] {
  const atoms = sampleAtoms(pattern.source);
  const letters = [...new Set([...atoms, ..."1a, .\n-"])];
  const heads = [""];
  for (const atom of atoms) if (heads.length < 24) heads.push((heads.at(-1) ?? "") + atom);
  for (const letter of letters.slice(0, 6)) heads.push(letter);
  const pairs = atoms.flatMap((atom, n) =>
    atoms[n + 1] === undefined ? [] : [atom + atoms[n + 1]],
  );
  const units = [...new Set([...letters, ...pairs, ...heads.slice(2)])];
  return [...new Set(heads)].flatMap((head) =>
    units.flatMap((again) => ["\u0001", "x\n!"].map((tail) => ({ head, again, tail }))),
  );
}

const CLASSES: Record<string, string> = {
  d: "1",
  w: "a",
  s: " ",
  D: "a",
  W: "!",
  S: "a",
  n: "\n",
  r: "\r",
  t: "\t",
};

function sampleAtoms(source: string): string[] {
  const kinds = [
    /\[((?:[^\]\\]|\\.)*)\]/,
    /\\u\{?([0-9a-fA-F]{4,6})\}?/,
    /\\x([0-9a-fA-F]{2})/,
    /\\p\{(\w+)\}/,
    /\\(.)/,
    /\(\?(?:<?[=!]|:)|\{[\d,]+\}/,
    /([^()|?*+^$])/,
  ];
  const PIECE = new RegExp(kinds.map((kind) => kind.source).join("|"), "gu");
  const atoms: string[] = [];
  for (const [, inClass, wide, hex, property, escaped, plain] of source.matchAll(PIECE)) {
    const code = wide ?? hex;
    if (inClass !== undefined) atoms.push(...sampleClass(inClass));
    else if (code) atoms.push(String.fromCodePoint(Number.parseInt(code, 16)));
    else if (property)
      atoms.push(
        { M: "\u0301", Mc: "\u093e", N: "1", Cc: "\u0002", Cf: "\u200b" }[property] ?? "a",
      );
    else if (escaped && escaped !== "b" && escaped !== "B") atoms.push(CLASSES[escaped] ?? escaped);
    else if (plain) atoms.push(plain === "." ? "a" : plain);
  }
  return atoms;
}

function sampleClass(inClass: string): string[] {
  if (inClass.startsWith("^")) return ["a", " ", "("];
  return sampleAtoms(inClass.replace(/(?<!\\)\]/g, ""))
    .filter((atom) => atom !== "-")
    .slice(0, 4);
}
