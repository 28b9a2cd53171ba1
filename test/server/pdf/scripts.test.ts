import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { drawableWarning } from "../../../domain/drawable.ts";
import { FACES, type Face, LATIN, toFontPath } from "../../../server/pdf/fonts.ts";
import { renderInvoice } from "../../../server/pdf/pdfQueue.ts";
import { copiedLines, readPages, unknownGlyphs } from "../../pdf.ts";
import { countRounds } from "../../rounds.ts";
import { buildInvoice } from "./invoices.ts";

const SCRIPTS = {
  Devanagari: "पूजा स्टूडियो, क्षेत्रीय ज्ञान र्क कृति",
  Bengali: "পূজা স্টুডিও, ক্ষেত্র জ্ঞান কৌশল",
  Gurmukhi: "ਪੂਜਾ ਸਟੂਡੀਓ, ਪ੍ਰੀਤ ਸਿੰਘ",
  Gujarati: "પૂજા સ્ટુડિયો, ક્ષેત્ર જ્ઞાન",
  Oriya: "ପୂଜା ଷ୍ଟୁଡିଓ, କ୍ଷେତ୍ର ଜ୍ଞାନ",
  Tamil: "பூஜா ஸ்டுடியோ, கொள்கை ஸ்ரீ",
  Telugu: "పూజా స్టూడియో, క్షేత్రం జ్ఞానం",
  Kannada: "ಪೂಜಾ ಸ್ಟುಡಿಯೋ, ಕ್ಷೇತ್ರ ಜ್ಞಾನ",
  Malayalam: "പൂജ സ്റ്റുഡിയോ, ക്ഷേത്രം ജ്ഞാനം കൊച്ചി",
};

describe.each(Object.entries(SCRIPTS))("%s", (script, words) => {
  test("is drawn and copied as typed, next to Latin and in both weights", async () => {
    const mixed = `Studio ${words} (2026)`;
    const { recipient } = buildInvoice();
    const invoice = buildInvoice({ recipient: { ...recipient, name: words, address: mixed } });
    const pdf = await renderInvoice(invoice);
    expect(unknownGlyphs(pdf)).toBe(0);
    expect(copiedLines(pdf)).toContain(words);
    expect(copiedLines(pdf)).toContain(mixed);
    expect(drawableWarning(mixed)).toBeUndefined();
  });

  test("draws many words of any letters", async () => {
    const block = Array.from({ length: 0xd7f - 0x8ff }, (_, n) => String.fromCodePoint(0x900 + n));
    const isOfScript = new RegExp(`^\\p{Script=${script}}$`, "u");
    const letters = block.filter((letter) => isOfScript.test(letter));
    expect(letters.length).toBeGreaterThan(60);
    const letter = random(letters);
    const length = random([2, 3, 4, 5, 6, 7, 8]);
    const notes = Array.from({ length: countRounds(2_000) }, () =>
      Array.from({ length: length() }, letter).join(""),
    ).join("\n");
    const pages = await readPages(await renderInvoice(buildInvoice({ notes })));
    expect(pages.length).toBeGreaterThan(countRounds(20));
  });
});

test("names characters that no font has and draws the document", async () => {
  const notes = "Paid 😀 with thanks عربی 你好 👨‍👩‍👧, ✓";
  expect(drawableWarning(notes)).toBe("The PDF cannot show: 😀, ع, ر, ب, ی and others");
  expect(drawableWarning("👨‍👩‍👧 thanks\nfor all → this")).toBe("The PDF cannot show: 👨‍👩‍👧");
  expect(drawableWarning("₹ 1,00,000 – “Ünïcode”\tДа")).toBeUndefined();
  const pdf = await renderInvoice(buildInvoice({ notes }));
  expect(unknownGlyphs(pdf)).toBeGreaterThan(5);
});

test("the warning knows the fonts' characters", () => {
  const held = new Map([LATIN, ...FACES].map((face) => [face.family, listLetters(face)]));
  const drawn: number[] = [];
  for (let codePoint = 0x21; codePoint <= 0x1ffff; codePoint++) {
    const letter = String.fromCodePoint(codePoint);
    if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(letter)) continue;
    const { family } = FACES.find(({ letters }) => letters.test(letter)) ?? LATIN;
    if (held.get(family)?.has(codePoint)) drawn.push(codePoint);
  }
  const source = readFileSync(`${import.meta.dir}/../../../domain/drawable.ts`, "utf8");
  expect(source.replace(/"\s*\+\s*"/g, "")).toContain(`"${formatRanges(drawn)}"`);
});

/** Fields of pdfkit 0.19.1 that its types leave out. */
interface Opened {
  _font: { font: { characterSet: number[] } };
}

function listLetters(face: Face): Set<number> {
  const doc = new PDFDocument({ font: "" });
  const [regular = [], semibold = []] = (["regular", "semibold"] as const).map((weight) => {
    const { _font } = doc.font(toFontPath(face, weight)) as unknown as Opened;
    return _font.font.characterSet;
  });
  return new Set(regular.filter((codePoint) => semibold.includes(codePoint)));
}

function formatRanges(codePoints: number[]): string {
  const ranges: [number, number][] = [];
  for (const codePoint of codePoints) {
    const last = ranges.at(-1);
    if (last?.[1] === codePoint - 1) last[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  const hex = (n: number) => n.toString(16);
  return ranges
    .map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`))
    .join(",");
}

function random<Thing>(things: Thing[]): () => Thing {
  let seed = 42;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return things[Math.floor((seed / 2 ** 31) * things.length)] as Thing;
  };
}
