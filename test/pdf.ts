import { inflateSync } from "node:zlib";
import jsQR from "jsqr";
import { getDocumentProxy } from "unpdf";

export async function readPages(pdf: Uint8Array): Promise<string[]> {
  const doc = await getDocumentProxy(new Uint8Array(pdf));
  const pages: string[] = [];
  for (let n = 1; n <= doc.numPages; n++) {
    const { items } = await (await doc.getPage(n)).getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
    pages.push(text.join("").replace(/[ \n]*\n[ \n]*/g, "\n"));
  }
  return pages;
}

/**
 * Returns the copied text of lines with `ActualText`, which all lines beyond plain Latin have. pdf.js
 * ignores it; pdftotext does not.
 */
export function copiedLines(pdf: Uint8Array): string[] {
  return inflateContent(pdf).flatMap((content) =>
    [...content.matchAll(/\/ActualText <feff([0-9a-f]*)>/g)].map(([, hex = ""]) =>
      Buffer.from(hex, "hex").swap16().toString("utf16le"),
    ),
  );
}

/** Counts missing glyphs: text beyond plain Latin is drawn glyph by glyph. */
export const unknownGlyphs = (pdf: Uint8Array): number =>
  inflateContent(pdf).join("").split("<0000>").length - 1;

/** Returns what a phone reads from the code on a page, drawn within this many points. */
export function scanned(pdf: Uint8Array, points = 120): string | undefined {
  const boxes = inflateContent(pdf).flatMap((content) =>
    [...content.matchAll(/^0 0 0 rg (\S+) (\S+) (\S+) (\S+) re f$/gm)].map(([, ...numbers]) =>
      numbers.map(Number),
    ),
  ) as [x: number, y: number, width: number, height: number][];
  const dots = 8; // Per point. jsqr 1.4.0 misses some codes at 4.
  const left = Math.min(...boxes.map(([x]) => x)) - 12;
  const low = Math.min(...boxes.map(([, y]) => y)) - 12;
  const side = points * dots;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x, y, width, height] of boxes) {
    const [from, to] = [x - left, x - left + width].map((at) => Math.round(at * dots));
    const [below, above] = [y - low, y - low + height].map((at) => Math.round(at * dots));
    for (let row = below as number; row < (above as number); row++) {
      const start = (side - 1 - row) * side; // A PDF counts from below.
      for (let at = from as number; at < (to as number); at++) {
        pixels.set([0, 0, 0], (start + at) * 4);
      }
    }
  }
  return jsQR(pixels, side, side)?.data;
}

const inflateContent = (pdf: Uint8Array): string[] => readStreams(pdf).drawn;

/** Returns what the pages draw, as PDF operators, and the pixels of their pictures. */
export function readStreams(pdf: Uint8Array): { drawn: string[]; pictures: Uint8Array[] } {
  const file = Buffer.from(pdf);
  const drawn: string[] = [];
  const pictures: Uint8Array[] = [];
  for (let at = file.indexOf("\nstream\n"); at !== -1; at = file.indexOf("\nstream\n", at + 1)) {
    const end = file.indexOf("\nendstream", at);
    const bytes = file.subarray(at + "\nstream\n".length, end);
    const head = file.toString("latin1", file.lastIndexOf(" obj\n", at), at);
    if (head.includes("/Subtype /Image")) pictures.push(bytes);
    else if (bytes[0] === 0x78) drawn.push(inflateSync(bytes).toString("latin1"));
  }
  return { drawn: drawn.filter((stream) => stream.includes("BT")), pictures };
}
