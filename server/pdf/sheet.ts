import PDFDocument from "pdfkit";
import type { Document } from "./fonts.ts";
import { INK } from "./ink.ts";
import { openPen, type Pen, round } from "./pen.ts";
import { openType, type Style, type Type } from "./type.ts";

// A4 pages that are sent as they fill, so that a register of any length needs the memory of one page.
// pdfmake holds a whole document. Lengths are in points, from the top left corner.

export const PAGE = { width: 595.28, height: 841.89, margin: 36 };
export const LEFT = PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;
/** The lowest position above the footer. */
export const BOTTOM = PAGE.height - 52;

const FOOT: Style = { weight: "regular", size: 7, color: INK.faint };

export interface Sheet extends Pen {
  /** Draws a PNG or JPEG inside a rectangle, below everything else on the page. Returns its drawn width. */
  picture(bytes: Uint8Array, x: number, y: number, within: [width: number, height: number]): number;
  /** Yields to the event loop if this work has blocked it: parsing a font takes 50 ms. */
  yieldIfBusy(): Promise<void>;
  /** Ends the current page and begins the next. Returns the bytes that can be sent. */
  turn(): Promise<Uint8Array>;
  end(): Promise<Uint8Array>;
}

export interface Imprint {
  title: string;
  author: string;
  /** The document's date. With it, the same input gives the same bytes. */
  madeOn: Date;
  /** Printed at the bottom right of each page. */
  foot: string;
}

export function openSheet(imprint: Imprint): Sheet {
  const doc = openDocument(imprint);
  const type = openType(doc);
  const bytes = collect(doc);
  const pen = openPen(type, PAGE.height);
  let pages = 0;
  // Missing from its types (pdfkit 0.19.1).
  const opener = doc as unknown as { openImage(bytes: Buffer): { width: number; height: number } };

  // The number of pages is known only at the end, so each page refers to a drawing made last.
  const totalFonts = {};
  const total = doc.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, -4, 60, 10],
    Resources: { Font: totalFonts },
  });

  function endPage() {
    const baseline = PAGE.height - 26;
    const page = type.line(`Page ${pages} of`, FOOT);
    pen.put(type.line(imprint.foot, FOOT), RIGHT, baseline, "right");
    pen.put(page, LEFT, baseline);

    const resources = doc.page as unknown as { fonts: object; xobjects: object };
    Object.assign(resources.fonts, listFontResources(type));
    Object.assign(resources.xobjects, { Pages: total });
    const place = `1 0 0 1 ${round(LEFT + page.width)} ${round(PAGE.height - baseline)} cm`;
    // The first matrix undoes pdfkit's own, which flips the page.
    const start = `q 1 0 0 -1 0 ${PAGE.height} cm`;
    doc.addContent([start, pen.take(), place, "/Pages Do Q"].join("\n"));
  }

  return {
    ...pen,
    picture(bytes, x, y, within) {
      const image = opener.openImage(Buffer.from(bytes));
      doc.image(image as unknown as PDFKit.Mixins.ImageSrc, x, y, {
        fit: within,
        valign: "center",
      });
      const scale = Math.min(within[0] / image.width, within[1] / image.height);
      return image.width * scale;
    },
    yieldIfBusy: bytes.yieldIfBusy,
    async turn() {
      if (pages) endPage();
      doc.addPage();
      pages++;
      return bytes.sofar();
    },
    async end() {
      endPage();
      Object.assign(totalFonts, listFontResources(type));
      total.end(`BT 1 0 0 1 0 0 Tm ${type.line(` ${pages}`, FOOT).show} ET`);
      doc.end();
      return bytes.last();
    },
  };
}

function openDocument({ title, author, madeOn }: Imprint): Document {
  return new PDFDocument({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    lang: "en-IN",
    displayTitle: true,
    font: "",
    fontLayoutCache: false,
    info: { Title: title, Author: author, Creator: "bahi", CreationDate: madeOn },
  });
}

/**
 * Collects pdfkit's bytes, which arrive in later turns of the event loop. Waiting for one also lets other
 * work run.
 */
function collect(doc: Document) {
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  let breathed = performance.now();
  async function yieldToLoop() {
    await new Promise((resolve) => setImmediate(resolve));
    breathed = performance.now();
  }
  return {
    async yieldIfBusy() {
      if (performance.now() - breathed > 10) await yieldToLoop();
    },
    async sofar() {
      await yieldToLoop();
      return Buffer.concat(chunks.splice(0));
    },
    async last() {
      await ended;
      return Buffer.concat(chunks.splice(0));
    },
  };
}

export const listFontResources = ({ fonts }: Type) =>
  Object.fromEntries(fonts.map((font) => [font.id, font.ref()]));
