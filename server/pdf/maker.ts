import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { Document } from "./fonts.ts";
import { openPen, type Pen } from "./pen.ts";
import { listFontResources, PAGE } from "./sheet.ts";
import { openType, type Style, type Type } from "./type.ts";

// pdfmake does the layout and drawing, and type.ts sets its text, as for registers: any script, correct
// when copied, fonts parsed once. This file replaces `pdfmake.createPdf`, which would set text with pdfkit
// and may read files and fetch URLs.

/** A pdfmake node: https://pdfmake.github.io/docs/0.3/document-definition-object/ */
export interface Content {
  [property: string]: unknown;
}

/** A complete document. The same definition gives the same bytes. */
export interface Definition {
  title: string;
  author: string;
  madeOn: Date;
  /** A complete PNG or JPEG, for a Content `{ image: "logo" }`. */
  logo?: Uint8Array | undefined;
  margins: [left: number, top: number, right: number, bottom: number];
  isLandscape?: boolean;
  content: Content[];
  /** Drawn on each page above and below the content. */
  header?(page: number): Content | undefined;
  footer?(page: number, pages: number): Content | undefined;
  background?(): Content | undefined;
  /** Whether a part starts a new page. If it does, the rest is laid out again. */
  breakBefore?(part: {
    headlineLevel?: number;
    startPosition: { verticalRatio: number; pageInnerHeight: number };
  }): boolean;
}

// type.ts has a bounded cache of words; pdfkit's font cache would only grow.
const FORGETFUL = { fontLayoutCache: false };

/** Measures text without a document. */
export const ruler: Type = openType(
  new PDFDocument({ autoFirstPage: false, font: "", ...FORGETFUL }),
);

interface Inline {
  text: string;
  x: number;
  width: number;
  height: number;
  fontSize: number;
  color: string;
  link: string | null;
  font: { weight: Style["weight"] };
}

interface LaidLine {
  inlines: Inline[];
  getAscenderHeight(): number;
}

/** A rectangle that a pen draws on, with an optional link. */
interface Drawing {
  x: number;
  y: number;
  w: number;
  h: number;
  draw?(pen: Pen): void;
  link?: string;
}

interface Laid {
  Document: new (
    fonts: object,
    images: object,
    patterns: object,
    attachments: object,
    options: object,
    files: null,
    mayRead: () => boolean,
  ) => Document & { provideFont(family: string, isBold: boolean): object };
  Renderer: new (
    doc: Document,
  ) => {
    renderPages(pages: unknown[]): void;
    renderLine(line: LaidLine, x: number, y: number): void;
    renderVector(vector: Drawing): void;
  };
  Layout: new (
    page: object,
    margins: object,
    svgs: null,
  ) => { layoutDocument(content: Content[], doc: Document, ...others: unknown[]): unknown[] };
}

const require = createRequire(import.meta.url);
const {
  Document: PdfmakeDocument,
  Renderer,
  Layout,
}: Laid = {
  Document: require("pdfmake/js/PDFDocument").default,
  Renderer: require("pdfmake/js/Renderer").default,
  Layout: require("pdfmake/js/LayoutBuilder").default,
};

/** The interface pdfmake requires of a font, in thousandths of the size. All scripts share one baseline. */
const toPdfmakeFont = (weight: Style["weight"]) => ({
  weight,
  ascender: 1069,
  descender: -293,
  lineHeight: (size: number) => size * 1.32,
  widthOfString: (text: string, size: number) => ruler.width(text, { weight, size }),
});
const FONTS = { regular: toPdfmakeFont("regular"), semibold: toPdfmakeFont("semibold") };

class PaperDocument extends PdfmakeDocument {
  override provideFont(_family: string, isBold: boolean) {
    return isBold ? FONTS.semibold : FONTS.regular;
  }
}

class PaperRenderer extends Renderer {
  readonly #doc: Document;
  readonly #type: Type;
  readonly #styles = new Map<string, Style>();

  constructor(doc: Document) {
    super(doc);
    this.#doc = doc;
    this.#type = openType(doc);
  }

  override renderLine(line: LaidLine, x: number, y: number) {
    const baseline = y + line.getAscenderHeight();
    for (const { text, font, fontSize: size, color, link, ...inline } of line.inlines) {
      if (text === "") continue;
      const key = `${font.weight} ${size} ${color}`;
      const style = this.#styles.get(key) ?? { weight: font.weight, size, color };
      this.#styles.set(key, style);
      const pen = openPen(this.#type, 0);
      pen.put(this.#type.line(text, style), 0, 0);
      this.#add(pen, x + inline.x, baseline);
      if (link) this.#doc.link(x + inline.x, y, inline.width, inline.height, link);
    }
  }

  override renderVector(vector: Drawing) {
    const { x, y, w, h, draw, link } = vector;
    if (!draw) return super.renderVector(vector);
    const pen = openPen(this.#type, h);
    draw(pen);
    this.#add(pen, x, y + h);
    if (link) this.#doc.link(x, y, w, h, link);
  }

  /** The matrix undoes pdfkit's own, which flips the page. */
  #add(pen: Pen, x: number, bottom: number) {
    this.#doc.addContent(`q 1 0 0 -1 ${x.toFixed(2)} ${bottom.toFixed(2)} cm\n${pen.take()}\nQ`);
    Object.assign(
      (this.#doc.page as unknown as { fonts: object }).fonts,
      listFontResources(this.#type),
    );
  }
}

export function make(definition: Definition): Promise<Uint8Array<ArrayBuffer>> {
  const { title, author, madeOn, logo, margins, isLandscape, content } = definition;
  const size = isLandscape
    ? { width: PAGE.height, height: PAGE.width }
    : { width: PAGE.width, height: PAGE.height };
  const options = {
    size: [size.width, size.height],
    pdfVersion: "1.7",
    lang: "en-IN",
    displayTitle: true,
    autoFirstPage: false,
    font: null,
    info: { Title: title, Author: author, Creator: "bahi", CreationDate: madeOn },
  };
  const picture = logo && `data:;base64,${Buffer.from(logo).toString("base64")}`;
  const images = picture ? { logo: picture } : {};
  const doc = new PaperDocument({}, images, {}, {}, options, null, () => false);
  const [left, top, right, bottom] = margins;
  const layout = new Layout(
    { ...size, orientation: isLandscape ? "landscape" : "portrait" },
    { left, top, right, bottom },
    null,
  );
  const { background, header, footer, breakBefore } = definition;
  const extras = [background, header, footer, undefined, breakBefore];
  const pages = layout.layoutDocument(content, doc, {}, {}, ...extras);
  new PaperRenderer(doc).renderPages(pages);
  return renderBytes(doc);
}

function renderBytes(doc: Document): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  doc.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
  doc.on("error", reject);
  doc.end();
  return promise;
}
