import PDFDocument from "pdfkit";
import type { Document } from "./fonts.ts";
import { type Line, openType, type Style, type Type } from "./type.ts";

// A4 pages that leave as they are filled, so that a report of any length needs the memory of one page.
// Lengths are points, from the top left corner.

export const PAGE = { width: 595.28, height: 841.89, margin: 36 };
export const LEFT = PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;
/** The lowest place for anything but the foot of the page. */
export const BOTTOM = PAGE.height - 52;

/** The screen's colours on white paper, as operands of `rg` and `RG`. */
export const INK = {
  text: rgb("#1b1a17"),
  quiet: rgb("#54524b"),
  faint: rgb("#6b6961"),
  line: rgb("#e8e6e0"),
  strong: rgb("#928f86"),
  sunken: rgb("#f6f5f1"),
  income: rgb("#0a7248"),
  expense: rgb("#c2552f"),
  balance: rgb("#4a50d0"),
  negative: rgb("#b3261e"),
  brand: rgb("#9e2a20"),
  thread: rgb("#f0b54a"),
  stamp: rgb("#f6dedb"),
  black: rgb("#000000"),
};

/** The eight colours of categories, cycled. */
export const CATEGORY_INKS = [
  "#4a50d0",
  "#0b8c80",
  "#bf7208",
  "#be4267",
  "#2380c2",
  "#8450c4",
  "#66822a",
  "#78756c",
].map(rgb);

const FOOT: Style = { weight: "regular", size: 7, color: INK.faint };

export interface Sheet {
  type: Type;
  /** A line of text on a baseline, from `x` on, or ending there. */
  put(line: Line, x: number, baseline: number, align?: "left" | "right"): void;
  /** A large word across the page, rising to the right, under all else of it. */
  stamp(line: Line, x: number, baseline: number, degrees: number): void;
  box(color: string, x: number, y: number, width: number, height: number): void;
  /** A PNG or JPEG within a square of `side`, under all else of the page. It must be a whole one. */
  picture(bytes: Uint8Array, x: number, y: number, side: number): void;
  /** Strokes a line through the points, or fills the shape that they enclose. */
  path(points: Point[], paint: Paint): void;
  /** Lets others have a turn of the loop, where this work has held it: a font's first reading takes 50 ms. */
  breathe(): Promise<void>;
  /** Ends the page, if there is one, and gives what can be sent of it; begins the next. */
  turn(): Promise<Uint8Array>;
  /** Ends the document. */
  end(): Promise<Uint8Array>;
}

/** From the left, and from the top. */
export type Point = [x: number, y: number];

export type Paint =
  | { fill: string }
  | { stroke: string; width: number /** Lengths of dash and gap. */; dash?: [number, number] };

export interface Imprint {
  title: string;
  author: string;
  /** For the document's date. With it the same input gives the same bytes. */
  madeOn: Date;
  /** At the foot of each page, on the right. */
  foot: string;
}

export function openSheet(imprint: Imprint): Sheet {
  const doc = openDocument(imprint);
  const type = openType(doc);
  const bytes = collect(doc);
  let pages = 0;
  // Its types leave this out (pdfkit 0.19.1); a picture that is opened once is in the file once.
  const opener = doc as unknown as { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc };
  const pictures = new Map<Uint8Array, PDFKit.Mixins.ImageSrc>();
  let boxes: string[] = [];
  let texts: string[] = [];
  let stamps: string[] = [];

  // The number of pages is known at the end, so each page shows a drawing that is made last.
  const totalFonts = {};
  const total = doc.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, -4, 60, 10],
    Resources: { Font: totalFonts },
  });

  const sheet: Sheet = {
    type,
    put({ width, show }, x, baseline, align = "left") {
      texts.push(`1 0 0 1 ${round(align === "left" ? x : x - width)} ${up(baseline)} Tm ${show}`);
    },
    stamp(line, x, baseline, degrees) {
      stamps.push(slanted(line, [x, baseline], degrees));
    },
    picture(bytes, x, y, side) {
      const image = pictures.get(bytes) ?? opener.openImage(Buffer.from(bytes));
      pictures.set(bytes, image);
      doc.image(image, x, y, { fit: [side, side], valign: "center" });
    },
    box(color, x, y, width, height) {
      boxes.push(`${color} rg ${round(x)} ${up(y + height)} ${round(width)} ${round(height)} re f`);
    },
    path(points, paint) {
      boxes.push(painted(points, paint));
    },
    breathe: bytes.breathe,
    async turn() {
      if (pages) endPage();
      doc.addPage();
      pages++;
      return bytes.sofar();
    },
    async end() {
      endPage();
      Object.assign(totalFonts, fontsOf(type));
      total.end(`BT 1 0 0 1 0 0 Tm ${type.line(` ${pages}`, FOOT).show} ET`);
      doc.end();
      return bytes.last();
    },
  };

  function endPage() {
    const baseline = PAGE.height - 26;
    const page = type.line(`Page ${pages} of`, FOOT);
    sheet.put(type.line(imprint.foot, FOOT), RIGHT, baseline, "right");
    sheet.put(page, LEFT, baseline);

    const resources = doc.page as unknown as { fonts: object; xobjects: object };
    Object.assign(resources.fonts, fontsOf(type));
    Object.assign(resources.xobjects, { Pages: total });
    const place = `1 0 0 1 ${round(LEFT + page.width)} ${up(baseline)} cm`;
    // The first matrix undoes pdfkit's own, which turns the page upside down.
    const start = `q 1 0 0 -1 0 ${PAGE.height} cm`;
    const under = stamps.length > 0 ? ["BT", ...stamps, "ET"] : [];
    const content = [start, ...under, ...boxes, "BT", ...texts, "ET", place, "/Pages Do Q"];
    doc.addContent(content.join("\n"));
    boxes = [];
    texts = [];
    stamps = [];
  }

  return sheet;
}

function slanted({ show }: Line, [x, baseline]: Point, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = [cos, sin, -sin, cos].map((part) => part.toFixed(4));
  return `${turn.join(" ")} ${round(x)} ${up(baseline)} Tm ${show}`;
}

function painted(points: Point[], paint: Paint): string {
  const walk = points.map(([x, y], n) => `${round(x)} ${up(y)} ${n === 0 ? "m" : "l"}`).join(" ");
  return "fill" in paint
    ? `${paint.fill} rg ${walk} h f`
    : `${paint.stroke} RG ${paint.width} w [${paint.dash?.join(" ") ?? ""}] 0 d 1 j ${walk} S`;
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

/** pdfkit hands its bytes over in later turns of the loop; waiting for one lets others have theirs. */
function collect(doc: Document) {
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  let breathed = performance.now();
  async function breath() {
    await new Promise((resolve) => setImmediate(resolve));
    breathed = performance.now();
  }
  return {
    async breathe() {
      if (performance.now() - breathed > 10) await breath();
    },
    async sofar() {
      await breath();
      return Buffer.concat(chunks.splice(0));
    },
    async last() {
      await ended;
      return Buffer.concat(chunks.splice(0));
    },
  };
}

const up = (y: number) => round(PAGE.height - y);

const fontsOf = ({ fonts }: Type) => Object.fromEntries(fonts.map((font) => [font.id, font.ref()]));

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function rgb(hex: string): string {
  const parts = hex.match(/[0-9a-f]{2}/g) ?? [];
  return parts.map((part) => round(Number.parseInt(part, 16) / 255)).join(" ");
}
