// Detects a file's type by its content. Its name and declared type are ignored.

export const ATTACHMENT_KINDS = ["pdf", "jpeg", "png", "webp", "heic"] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export const KIND_TYPES: Record<AttachmentKind, string> = {
  pdf: "application/pdf",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
};

/** Display names, and file extensions. */
export const KIND_NAMES: Record<AttachmentKind, { name: string; ending: string }> = {
  pdf: { name: "PDF", ending: "pdf" },
  jpeg: { name: "JPEG", ending: "jpg" },
  png: { name: "PNG", ending: "png" },
  webp: { name: "WebP", ending: "webp" },
  heic: { name: "HEIC", ending: "heic" },
};

/** Number of leading bytes needed to detect the type. */
export const HEAD_BYTES = 1024;

const TAKEN = "Attach a PDF, JPEG, PNG, WebP or HEIC";

/**
 * Detects a file's type, or returns why it is refused.
 * @param head the first HEAD_BYTES bytes, or the whole file if it is shorter
 */
export function detectKind(head: Uint8Array): { kind: AttachmentKind } | { refused: string } {
  if (head.length === 0) return { refused: "The file is empty" };
  const text = latin(head.subarray(0, HEAD_BYTES));
  const kind = ATTACHMENT_KINDS.find((kind) => BEGINS[kind](text));
  const refused = kind ? explainOtherType(text, kind) : explainUnknownType(text);
  return kind && !refused ? { kind } : { refused: refused ?? TAKEN };
}

/** Brands of ISO 14496-12 that phones write. */
const HEIC = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

const BEGINS: Record<AttachmentKind, (text: string) => boolean> = {
  pdf: (text) => /^%PDF-\d/.test(text),
  jpeg: (text) => text.startsWith("\xff\xd8\xff"),
  png: (text) => text.startsWith("\x89PNG\r\n\x1a\n"),
  webp: (text) => text.startsWith("RIFF") && text.slice(8).startsWith("WEBPVP8"),
  heic: (text) => text.startsWith("\0\0") && HEIC.test(text.slice(4)),
};

const PAGE = /<(!doctype\s+html|html|head|body|script|svg|iframe|\?php)[\s>]/i;

/**
 * Refuses a file that other programs may read as another type. PDF readers search the first 1,024 bytes.
 */
function explainOtherType(text: string, kind: AttachmentKind): string | undefined {
  if (kind !== "pdf" && text.includes("%PDF-")) return `${describeAmbiguity(kind)} a PDF as well`;
  if (PAGE.test(text)) return `${describeAmbiguity(kind)} a web page as well`;
  return undefined;
}

const describeAmbiguity = (kind: AttachmentKind) =>
  `The file is a ${KIND_NAMES[kind].name} and could be opened as`;

/** ZIP (and Office), Office before 2007, gzip, 7z, RAR, bzip2, xz. */
const ARCHIVES = [
  "PK\x03\x04",
  "PK\x05\x06",
  "\xd0\xcf\x11\xe0",
  "\x1f\x8b",
  "7z\xbc\xaf",
  "Rar!",
  "BZh",
];

function explainUnknownType(text: string): string {
  if ([...ARCHIVES, "\xfd7zXZ"].some((start) => text.startsWith(start))) {
    return `Office files and archives are not supported. ${TAKEN}`;
  }
  if (PAGE.test(text) || /^\s*(<\?xml|<!--)/.test(text)) {
    return `Web pages and SVG pictures are not supported. ${TAKEN}`;
  }
  return `This file type is not supported. ${TAKEN}`;
}

/** Error for a file that contains the end of a ZIP. */
export const archiveRefusal = (kind: AttachmentKind) =>
  `${describeAmbiguity(kind)} an archive as well`;

/** Decodes each byte as one character. */
const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
