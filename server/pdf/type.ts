import { toDrawable } from "../../domain/drawable.ts";
import {
  type Document,
  type Face,
  type Font,
  findGlyph,
  GLYPH_BYTES,
  type Glyph,
  LATIN,
  openFonts,
  type Run,
  shapeText,
  splitRuns,
  type Weight,
} from "./fonts.ts";
import { INK, operand } from "./ink.ts";
import { toOneLine, wrapLines } from "./wrap.ts";

// Sets lines of text as PDF operators, for pdfmake's documents and for registers. pdfkit's own `text` is
// seven times slower for a table of plain words, and copying an Indic word from its PDF gives wrong text.

export interface Style {
  weight: Weight;
  /** In points. */
  size: number;
  /** As `#1b1a17`. */
  color: string;
}

export const style = (
  size: number,
  color: string = INK.text,
  weight: Weight = "regular",
): Style => ({ size, color, weight });

export interface Line {
  /** In points. */
  width: number;
  /** The operators between a `Tm` and the next. */
  show: string;
}

export interface Type {
  /** Sets one line of any length, without breaks. Reuse the style object: it is the key of the cache. */
  line(text: string, style: Style): Line;
  /** Measures text without line breaks, in points. */
  width(text: string, style: Pick<Style, "size" | "weight">): number;
  /** Wraps text to a width in points, in at most `most` lines. The last one is cut with `…`. */
  wrap(text: string, style: Style, width: number, most: number): Line[];
  /** Like `wrap`, but returns texts. */
  split(text: string, style: Style, width: number, most: number): string[];
  /** The fonts used so far, for a page's resources. */
  fonts: Font[];
}

/** Glyphs of one font at one height, as in a `TJ`. In thousandths of the size. */
interface Piece {
  font: Font;
  glyphs: string;
  width: number;
  rise: number;
}

/** Letters that need no shaping, and are copied as they are drawn. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f₹–—‘’“”…•−›]*$/;

/** The size of the cache of words and lines, in letters: a table repeats the same few. */
const REMEMBERED = 150_000;
/** The overhead of one cache entry, in letters. */
const EACH = 16;

export function openType(doc: Document): Type {
  const fonts = openFonts(doc);
  const setters = { regular: openSetter("regular"), semibold: openSetter("semibold") };

  function openSetter(weight: Weight): Setter {
    return createSetter((face) => fonts.of(face, weight));
  }

  function openStyle(style: Style): (text: string) => Line {
    const { size, color, weight } = style;
    const { plain, mixed } = setters[weight];
    return memoize((text) => {
      if (PLAIN.test(text)) {
        const { font, glyphs, width } = plain(text);
        const show = `${operand(color)} rg /${font.id} ${size} Tf ${glyphs} Tj`;
        return { width: (width * size) / 1000, show };
      }
      const pieces = mixed(text);
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
      // The text for copying. Without it, Indic text is copied in the order of its glyphs.
      const show = `/Span <</ActualText <${utf16(text)}>>> BDC ${showing(pieces, style)} EMC`;
      return { width: (width * size) / 1000, show };
    });
  }

  const styles = new Map<Style, (text: string) => Line>();
  function setLine(text: string, style: Style): Line {
    const set = styles.get(style) ?? openStyle(style);
    styles.set(style, set);
    return set(text);
  }

  const measureWidth = (text: string, { size, weight }: Pick<Style, "size" | "weight">) =>
    (setters[weight].width(text) * size) / 1000;

  function split(text: string, style: Style, width: number, most: number): string[] {
    const measure = (part: string) => measureWidth(part, style);
    // A tolerance: the widths of words that fill a line exactly do not add up exactly.
    return wrapLines(toOneLine(text), measure, width + 1e-6, most);
  }

  return {
    fonts: fonts.opened,
    line: setLine,
    width: measureWidth,
    wrap: (text, style, width, most) =>
      split(text, style, width, most).map((part) => setLine(part, style)),
    split,
  };
}

/** Returns a smaller style if a figure does not fit. A figure is never cut. */
export function fitStyle(type: Type, words: string, look: Style, room: number): Style {
  const width = type.width(words, look);
  if (width <= room) return look;
  return { ...look, size: Math.floor((10 * look.size * room) / width) / 10 };
}

interface Setter {
  /** Sets PLAIN text as one string. */
  plain(text: string): Piece;
  mixed(text: string): Piece[];
  /** In thousandths of the size. */
  width(text: string): number;
}

function createSetter(fontOf: (face: typeof LATIN) => Font): Setter {
  // Indexed by character code: a report sets a million letters, and a Map would take twice the time.
  const letters: Glyph[] = [];
  let bytes = Buffer.alloc(2_000);

  // As bytes: a string that grows letter by letter becomes a tree that is slow to read and to free.
  function plain(text: string): Piece {
    if (bytes.length < text.length * GLYPH_BYTES) bytes = Buffer.alloc(text.length * GLYPH_BYTES);
    let end = 0;
    let width = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const letter = letters[code] ?? findGlyph(fontOf(LATIN), text.charAt(at));
      letters[code] = letter;
      for (const byte of letter.bytes) bytes[end++] = byte;
      width += letter.width;
    }
    return { font: fontOf(LATIN), glyphs: `(${bytes.toString("latin1", 0, end)})`, width, rise: 0 };
  }

  // Cached by run as well, because a word can change its script with every letter.
  const runs = new Map<Face, (run: string) => Piece[]>();
  function shapedRun({ text, face }: Run): Piece[] {
    const shapeOf = runs.get(face) ?? memoize((run) => shape(run, fontOf(face)));
    runs.set(face, shapeOf);
    return shapeOf(text);
  }
  const shapes = memoize((word) => splitRuns(toDrawable(word)).flatMap(shapedRun));
  const mixed = (text: string) =>
    text.split(/( )/).flatMap((word) => (PLAIN.test(word) ? plain(word) : shapes(word)));

  return {
    plain,
    mixed,
    width: memoize((text) =>
      PLAIN.test(text) ? plain(text).width : mixed(text).reduce((sum, { width }) => sum + width, 0),
    ),
  };
}

function shape(text: string, font: Font): Piece[] {
  const [glyphs, places] = shapeText(font, text);
  const pieces: Piece[] = [];
  for (const [n, { xAdvance, advanceWidth, xOffset, yOffset }] of places.entries()) {
    // A number in a TJ moves to the left.
    const before = xOffset ? ` ${round(-xOffset)} ` : "";
    const after = round(xOffset + advanceWidth - xAdvance);
    const glyph = `${before}<${glyphs[n]}>${after ? ` ${after}` : ""}`;
    const last = pieces.at(-1);
    if (last?.rise === yOffset) {
      last.glyphs += glyph;
      last.width += xAdvance;
    } else {
      pieces.push({ font, glyphs: glyph, width: xAdvance, rise: yOffset });
    }
  }
  return pieces;
}

function showing(pieces: Piece[], { size, color }: Style): string {
  let show = `${operand(color)} rg`;
  let font: Font | undefined;
  let rise = 0;
  let glyphs = "";
  const flush = () => {
    if (glyphs) show += ` [${glyphs}] TJ`;
    glyphs = "";
  };
  for (const piece of pieces) {
    if (piece.font !== font || piece.rise !== rise) flush();
    if (piece.font !== font) show += ` /${piece.font.id} ${size} Tf`;
    if (piece.rise !== rise) show += ` ${round((piece.rise * size) / 1000)} Ts`;
    ({ font, rise } = piece);
    glyphs += piece.glyphs;
  }
  flush();
  return rise ? `${show} 0 Ts` : show;
}

/** Caches the function's results. The cache is emptied when full. */
function memoize<Result>(make: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  let letters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (letters > REMEMBERED) {
      known.clear();
      letters = 0;
    }
    letters += text.length + EACH;
    const result = make(text);
    known.set(text, result);
    return result;
  };
}

const round = (number: number) => Math.round(number * 100) / 100;

/** Encodes text as UTF-16 with a byte order mark, high byte first, which PDF accepts for any text. */
function utf16(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return bytes.swap16().toString("hex");
}
