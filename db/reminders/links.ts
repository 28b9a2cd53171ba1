import { formatLinks, type MailLink, readLinks } from "../../domain/mail/links.ts";
import { LINKS_MAX } from "../../domain/sharing/shareLinks.ts";
import { secretDigest } from "../agencies/secrets.ts";
import type { Author } from "../engine/audit.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import type { StoredMail } from "../mail/rows.ts";
import { shareLinks } from "../schema/sharing.ts";
import { countOpenLinks, isOpenLink, makeShareLink } from "../sharing/shareLinks.ts";
import type { OpenInvoice } from "./open.ts";

// A reminder contains a link for each invoice with a due rule. Other invoices it lists had their own link
// before, and would otherwise exceed the maximum of links per document.

interface Linked {
  invoices: readonly Pick<OpenInvoice, "_id" | "number">[];
  /** Whether the mail is about this invoice only. */
  isAlone: boolean;
}

type Who = Pick<Author, "agencyId" | "at" | "role" | "userId">;

/** Creates links in a mail's stored format. Without `origin`, the server's public address, there are none. */
export const createLinkLines = (
  tx: Write,
  who: Who,
  origin: string,
  linked: Linked,
): Promise<string> => createLinks(tx, who, origin, linked, new Map());

/** Returns a mail's links when it is sent, replacing those that have ended since. */
export async function renewLinks(tx: Write, mail: StoredMail, linked: Linked): Promise<string> {
  const old = readLinks(mail.link);
  const [first] = old;
  if (!first) return "";
  const origin = first.url.slice(0, first.url.lastIndexOf(PAGES));
  const who = { agencyId: mail.agencyId, userId: mail.createdBy, role: "bahi" } as const;
  return createLinks(tx, who, origin, linked, await findOpen(tx, mail, old));
}

const PAGES = "/s/";

async function createLinks(
  tx: Write,
  who: Who,
  origin: string,
  { invoices, isAlone }: Linked,
  open: Map<string, string>,
): Promise<string> {
  if (!origin) return "";
  const links: MailLink[] = [];
  for (const { _id: id, number } of invoices) {
    const url = open.get(id) ?? (await makeLink(tx, who, origin, id));
    if (url) links.push({ url, number: isAlone ? "" : number });
  }
  return formatLinks(links);
}

/** Returns "" if the document has the maximum of links. The reminder is sent without it. */
async function makeLink(tx: Write, who: Who, origin: string, id: string): Promise<string> {
  if ((await countOpenLinks(tx, who, id)) >= LINKS_MAX) return "";
  const { token } = await makeShareLink(tx, who, { entity: "invoice", id });
  return `${origin}${PAGES}${token}`;
}

/** Returns the URLs of open links by invoice. */
async function findOpen(
  tx: Write,
  mail: StoredMail,
  links: MailLink[],
): Promise<Map<string, string>> {
  const byDigest = new Map(
    links.map(({ url }) => [secretDigest(url.slice(url.lastIndexOf("/") + 1)), url]),
  );
  const { digest, documentId } = shareLinks;
  const rows = await tx
    .select({ digest, documentId })
    .from(shareLinks)
    .where(forAgency(mail, shareLinks, isIn(digest, [...byDigest.keys()]), isOpenLink()));
  return new Map(rows.map((row) => [row.documentId, byDigest.get(row.digest) ?? ""]));
}
