import { gzipSync } from "node:zlib";
import { findLogoAt } from "../../db/agencies/logos.ts";
import type { Books } from "../../db/engine/books.ts";
import { isOwed, type Owed, payLink } from "../../domain/documents/upi.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { type SharedDocument, tdsLeft } from "../../domain/sharing/shared.ts";
import type { ClientPageProps } from "../../islands/sharing/ClientPage.tsx";
import type { Paying } from "../../islands/sharing/PayCard.tsx";
import { qrPath } from "../qrPath.ts";
import type { Built } from "./built.ts";

/** Headers that prevent caching, indexing and referrers. */
export const UNKEPT = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
};

interface Sent {
  request: Request;
  status: number;
  title: string;
  body: string;
  headers?: Record<string, string>;
}

/** Responds with the page around a rendered document. */
export function clientAnswer({ client }: Built, { request, status, title, body, headers }: Sent) {
  // In one pass, because the title may contain the other placeholder.
  const parts: Record<string, string> = { "%title%": Bun.escapeHTML(title), "%body%": body };
  const html = client.html.replace(/%(?:title|body)%/g, (place) => parts[place] ?? place);
  const isPacked = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return new Response(isPacked ? new Uint8Array(gzipSync(html)) : html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...UNKEPT,
      "content-security-policy": client.policy,
      vary: "accept-encoding",
      ...(isPacked && { "content-encoding": "gzip" }),
      ...headers,
    },
  });
}

/**
 * Returns the payment details of a document, for the full amount or less the TDS that the client deducts.
 */
export function toPaying(shared: SharedDocument, isLess: boolean): Paying | undefined {
  if (shared.entity === "estimate" || !isPayable(shared)) return undefined;
  const owed: Owed = shared.document;
  const left = tdsLeft(owed, shared.tdsRate);
  const deducted = (isLess ? left : 0) as Paise;
  const link = payLink(owed, deducted);
  return {
    amount: toRupees(((toPaise(owed.balance) as Paise) - deducted) as Paise),
    rate: left > 0 ? shared.tdsRate : 0,
    isLess: deducted > 0,
    link,
    code: link ? qrPath(link) : undefined,
  };
}

const isPayable = ({ document }: Exclude<SharedDocument, { entity: "estimate" }>) =>
  document.kind !== "CREDIT_NOTE" && isOwed(document);

/** Twice its 40 pixels on the page. */
const LOGO_SIDE = 80;

/**
 * Returns a small data URL, because the original may be larger than the whole page. "" if there is no logo.
 */
async function smallLogo(books: Books, url: string): Promise<string> {
  const logo = await findLogoAt(books, url);
  if (!logo) return "";
  const image = new Bun.Image(logo.bytes).resize(LOGO_SIDE, LOGO_SIDE, { fit: "inside" });
  const bytes = await image.webp({ quality: 80 }).bytes();
  return `data:image/webp;base64,${Buffer.from(bytes).toString("base64")}`;
}

/** Returns the document with its logo as a data URL. */
export async function withSmallLogo<S extends SharedDocument>(books: Books, shared: S): Promise<S> {
  const { supplier } = shared.document;
  // A broken logo must not prevent the client from paying.
  const logoUrl = await smallLogo(books, supplier.logoUrl).catch(() => "");
  return { ...shared, document: { ...shared.document, supplier: { ...supplier, logoUrl } } };
}

export const toPageTitle = ({ document }: ClientPageProps["shared"]): string =>
  `${document.title} ${document.number}, ${document.supplier.agencyName}`;
