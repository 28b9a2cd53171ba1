import { fileURLToPath } from "node:url";
import type PDFDocument from "pdfkit";

// Noto Sans covers Latin, ₹ and Devanagari; each other Indian script has a font of its own. Only TTF:
// pdfkit draws a woff2 as a blank page, without an error. To add a script, add a package, a line here, and
// its characters in domain/drawable.ts; the test lists them.

export type Weight = "regular" | "semibold";
export type Document = InstanceType<typeof PDFDocument>;

/** The font object of pdfkit 0.19.1, which its types leave out. */
export interface Font {
  id: string;
  /** Returns glyphs as four hex digits each, and their positions in thousandths of the size. */
  encode(text: string): [glyphs: string[], places: Place[]];
  ref(): unknown;
  font: Parsed;
  subset: { includeGlyph(id: number): number };
  /** The width of each glyph in the subset, in thousandths, and its letters. */
  widths: number[];
  unicode: number[][];
  scale: number;
}

interface Place {
  xAdvance: number;
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
}

interface Parsed {
  glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number };
  _layoutEngine: { engine?: { GPOSProcessor?: object } };
}

/** A script and the font that draws it. */
export interface Face {
  family: string;
  letters: RegExp;
}

export const LATIN: Face = { family: "noto-sans/NotoSans", letters: /./u };
export const FACES: Face[] = [
  // The same font, but separate runs: the first letter's script decides how a run is shaped.
  { family: LATIN.family, letters: /[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff]/ },
  { family: "noto-sans-bengali/NotoSansBengali", letters: /[\u0980-\u09ff]/ },
  { family: "noto-sans-gurmukhi/NotoSansGurmukhi", letters: /[\u0a00-\u0a7f]/ },
  { family: "noto-sans-gujarati/NotoSansGujarati", letters: /[\u0a80-\u0aff]/ },
  { family: "noto-sans-oriya/NotoSansOriya", letters: /[\u0b00-\u0b7f]/ },
  { family: "noto-sans-tamil/NotoSansTamil", letters: /[\u0b80-\u0bff]/ },
  { family: "noto-sans-telugu/NotoSansTelugu", letters: /[\u0c00-\u0c7f]/ },
  { family: "noto-sans-kannada/NotoSansKannada", letters: /[\u0c80-\u0cff]/ },
  { family: "noto-sans-malayalam/NotoSansMalayalam", letters: /[\u0d00-\u0d7f]/ },
];

const STYLES: Record<Weight, string> = { regular: "400Regular", semibold: "600SemiBold" };

export interface Fonts {
  /** Returns the font of a run, and embeds it in the document on first use. */
  of(face: Face, weight: Weight): Font;
  /** The fonts used so far. */
  opened: Font[];
}

export function openFonts(doc: Document): Fonts {
  const fonts = { regular: new Map<string, Font>(), semibold: new Map<string, Font>() };
  const opened: Font[] = [];
  return {
    opened,
    of(face, weight) {
      const known = fonts[weight].get(face.family);
      if (known) return known;

      const font = openFont(doc, toFontPath(face, weight));
      fonts[weight].set(face.family, font);
      opened.push(font);
      return font;
    },
  };
}

export function toFontPath({ family }: Face, weight: Weight): string {
  const [folder, name] = family.split("/");
  const file = `@expo-google-fonts/${folder}/${STYLES[weight]}/${name}_${STYLES[weight]}.ttf`;
  return fileURLToPath(import.meta.resolve(file));
}

type Maker = new (doc: Document, parsed: Parsed, id: string) => Font;

/** Cached for the process, because parsing a font's tables takes 20 to 60 ms. */
const parsedFonts = new Map<string, { parsed: Parsed; Maker: Maker }>();

function openFont(doc: Document, file: string): Font {
  const inside = doc as unknown as {
    _font: Font;
    _fontCount: number;
    _fontFamilies: Record<string, Font>;
  };
  const known = parsedFonts.get(file);
  if (known) {
    const font = new known.Maker(doc, known.parsed, `F${++inside._fontCount}`);
    inside._fontFamilies[font.id] = font;
    return font;
  }
  doc.font(file);
  const font = inside._font;
  parsedFonts.set(file, { parsed: font.font, Maker: font.constructor as Maker });
  return font;
}

interface Positioner {
  applyAnchor(mark: { markAnchor: unknown }, base: unknown, baseIndex: number): void;
}
const guarded = new WeakSet<Positioner>();

/** Returns the glyphs of adjacent letters, and their positions. */
export function shapeText(font: Font, text: string): ReturnType<Font["encode"]> {
  const processor = font.font._layoutEngine.engine?.GPOSProcessor;
  const positioner: Positioner | undefined = processor && Object.getPrototypeOf(processor);
  if (positioner && !guarded.has(positioner)) {
    guarded.add(positioner);
    // fontkit 2.0.4 throws if a font leaves out an anchor (its issue 367), which happens with every second
    // random word in Malayalam and every fifth in Gurmukhi. The mark then stays where it is.
    const { applyAnchor } = positioner;
    positioner.applyAnchor = function (mark, base, baseIndex) {
      if (base && mark.markAnchor) applyAnchor.call(this, mark, base, baseIndex);
    };
  }
  return font.encode(text);
}

export interface Run {
  text: string;
  face: Face;
}

/** Splits text into runs of one font each. Vowel signs and joiners stay with the letters before them. */
export function splitRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const own = FACES.find(({ letters }) => letters.test(letter));
    const isJoined = last && !own && /[\p{M}\u200c\u200d]/u.test(letter);
    const face = isJoined ? last.face : (own ?? LATIN);
    if (last?.face === face) last.text += letter;
    else runs.push({ text: letter, face });
  }
  return runs;
}

export interface Glyph {
  /** Its code as bytes in a PDF string. */
  bytes: number[];
  /** In thousandths of the size. */
  width: number;
}

/** The longest code: two bytes, each with a backslash. */
export const GLYPH_BYTES = 4;

/** Returns the glyph of a letter that needs no shaping, so that Latin text never needs the font's tables. */
export function findGlyph(font: Font, letter: string): Glyph {
  const codePoint = letter.codePointAt(0) ?? 0;
  const { id, advanceWidth } = font.font.glyphForCodePoint(codePoint);
  const number = font.subset.includeGlyph(id);
  const width = advanceWidth * font.scale;
  font.widths[number] ??= width;
  font.unicode[number] ??= [codePoint];
  const text = String.fromCharCode(number >> 8, number & 0xff);
  // Characters that would end the string, or be read as another byte.
  const escaped = text.replace(/[()\\]/g, "\\$&").replace(/\r/g, "\\r");
  return { bytes: [...Buffer.from(escaped, "latin1")], width };
}
