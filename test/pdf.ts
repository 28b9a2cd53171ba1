import { inflateSync } from "node:zlib";
import { getDocumentProxy } from "unpdf";

/** The text of each page, line by line, as pdf.js makes it out from the glyphs. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
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
 * What a reader copies of the lines that say so themselves (`ActualText`): all that are not plain Latin.
 * pdf.js does not look at it; pdftotext does.
 */
export function copiedLines(pdf: Uint8Array): string[] {
  return contentOf(pdf).flatMap((content) =>
    [...content.matchAll(/\/ActualText <feff([0-9a-f]*)>/g)].map(([, hex = ""]) =>
      Buffer.from(hex, "hex").swap16().toString("utf16le"),
    ),
  );
}

/** Every compressed stream that holds text operators. */
function contentOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf);
  const streams: string[] = [];
  for (let at = file.indexOf("\nstream\n"); at !== -1; at = file.indexOf("\nstream\n", at + 1)) {
    const end = file.indexOf("\nendstream", at);
    const bytes = file.subarray(at + "\nstream\n".length, end);
    if (bytes[0] === 0x78) streams.push(inflateSync(bytes).toString("latin1"));
  }
  return streams.filter((stream) => stream.includes("BT"));
}
