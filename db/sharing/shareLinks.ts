import { and, count, desc, eq, gte, isNull, or } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { FAMILY_NAMES, type Family } from "../../domain/documents/kinds.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import {
  computeLastLinkDay,
  LINKS_MAX,
  type MadeShareLink,
  type NewShareLink,
  type Shared,
  type ShareLink,
  type ShareLinkQuery,
} from "../../domain/sharing/shareLinks.ts";
import { secretDigest } from "../agencies/secrets.ts";
import { type Author, recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { documents } from "../schema/documents.ts";
import { shareLinks } from "../schema/sharing.ts";

type From = Pick<Write, "select">;
type Owner = Pick<Tenant, "agencyId">;
type Who = Pick<Author, "agencyId" | "at" | "role" | "userId">;

const FAMILY_OF_SHARED: Record<Shared, Family> = {
  invoice: "INVOICES",
  estimate: "ESTIMATES",
  note: "NOTES",
};

/** Returns 128 random bits, short enough for people to copy. */
const newToken = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");

/** Lists a document's links, newest first: the open ones, and the last ended ones. */
export async function listShareLinks(
  tenant: Tenant,
  { entity, id }: ShareLinkQuery,
): Promise<ShareLink[]> {
  const { read } = tenant.books;
  await findDocument(read, tenant, entity, id);
  const rows = await wholeLinks(read)
    .where(forAgency(tenant, shareLinks, eq(shareLinks.documentId, id)))
    .orderBy(desc(shareLinks.id))
    .limit(2 * LINKS_MAX);
  return rows.map(toLink);
}

/**
 * Creates a link, whose URL is shown only once.
 * @param linkTo returns the URL for a token
 * @throws Refusal "missing" without such a document, "conflict" if it is cancelled or has twenty open links,
 * or if the key was used before
 */
export async function addShareLink(
  tenant: Tenant,
  input: NewShareLink,
  linkTo: (token: string) => string,
): Promise<MadeShareLink> {
  let token: string | undefined;
  const link = await withIdempotency(tenant, async (tx) => {
    const made = await makeShareLink(tx, tenant, input);
    token = made.token;
    return made.link;
  });
  if (token) return { ...link, url: linkTo(token) };
  throw new Refusal(
    "conflict",
    `The link for ${link.number} was already created and is shown only once; create a new one`,
  );
}

/** Creates a link as part of a larger transaction, for an email. @throws as `addShareLink` */
export async function makeShareLink(
  tx: Write,
  tenant: Who,
  { entity, id: documentId, expires }: NewShareLink,
): Promise<{ link: ShareLink; token: string }> {
  const { agencyId, userId } = tenant;
  const { number, status, dueDate } = await findDocument(tx, tenant, entity, documentId);
  if (status === "CANCELLED") {
    throw new Refusal("conflict", `${number} is cancelled, so a link would show nothing`);
  }
  if (expires && expires !== "never" && expires < today()) {
    throw invalid("expires", "The expiry date must not be before today");
  }
  if ((await countOpenLinks(tx, tenant, documentId)) >= LINKS_MAX) {
    throw new Refusal("conflict", `${number} has ${LINKS_MAX} open links; turn one off first`);
  }
  const expiresOn = expires === "never" ? "" : (expires ?? computeLastLinkDay(dueDate, today()));
  const token = newToken();
  const id = newId();
  await tx.insert(shareLinks).values({
    agencyId,
    id,
    digest: secretDigest(token),
    entity,
    documentId,
    expiresOn,
    createdBy: userId,
    createdAt: nowFor(tenant),
  });
  const link = await findLink(tx, tenant, id);
  await recordChange(tx, tenant, "CREATE", "ShareLink", { after: link });
  return { link, token };
}

/** Counts a document's open links. */
export async function countOpenLinks(from: From, who: Owner, documentId: string): Promise<number> {
  const [open] = await from
    .select({ links: count() })
    .from(shareLinks)
    .where(forAgency(who, shareLinks, eq(shareLinks.documentId, documentId), isOpenLink()));
  return open?.links ?? 0;
}

/** Ends a link immediately. @throws Refusal "missing", also if it has already ended */
export function endShareLink(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await findLink(tx, tenant, id);
    const [ended] = await tx
      .update(shareLinks)
      .set({ endedAt: nowFor(tenant), endedBy: tenant.userId })
      .where(forAgency(tenant, shareLinks, eq(shareLinks.id, id), isNull(shareLinks.endedAt)))
      .returning({ id: shareLinks.id });
    if (!ended) throw missing();
    await recordChange(tx, tenant, "DELETE", "ShareLink", { before });
  });
}

const missing = () => new Refusal("missing", "Link not found");

export const isOpenLink = () =>
  and(
    isNull(shareLinks.endedAt),
    or(eq(shareLinks.expiresOn, ""), gte(shareLinks.expiresOn, today())),
  );

async function findDocument(from: From, tenant: Owner, entity: Shared, id: string) {
  const { number, status, dueDate } = documents;
  const family = FAMILY_OF_SHARED[entity];
  const [found] = await from
    .select({ number, status, dueDate })
    .from(documents)
    .where(forAgency(tenant, documents, eq(documents.id, id), eq(documents.family, family)));
  if (!found) throw new Refusal("missing", `${FAMILY_NAMES[family]} not found`);
  return found;
}

async function findLink(from: From, tenant: Owner, id: string): Promise<ShareLink> {
  const [row] = await wholeLinks(from).where(forAgency(tenant, shareLinks, eq(shareLinks.id, id)));
  if (!row) throw missing();
  return toLink(row);
}

/** Selects links with their document and author. */
function wholeLinks(from: From) {
  const { number, status } = documents;
  return from
    .select({ link: shareLinks, number, status, author: users.name })
    .from(shareLinks)
    .innerJoin(
      documents,
      and(eq(documents.agencyId, shareLinks.agencyId), eq(documents.id, shareLinks.documentId)),
    )
    .innerJoin(
      users,
      and(eq(users.agencyId, shareLinks.agencyId), eq(users.id, shareLinks.createdBy)),
    );
}

export type LinkRow = Awaited<ReturnType<typeof wholeLinks>>[number];

/** Whether the link no longer shows the document. */
export const hasEnded = ({ link, status }: Pick<LinkRow, "link" | "status">): boolean =>
  link.endedAt !== null ||
  (link.expiresOn !== "" && link.expiresOn < today()) ||
  status === "CANCELLED";

function toLink(row: LinkRow): ShareLink {
  const { id, entity, documentId, expiresOn, createdAt, createdBy, views } = row.link;
  const { firstSeenAt, lastSeenAt, answer, answeredBy, answeredAt, answeredHash } = row.link;
  return {
    _id: id,
    entity,
    id: documentId,
    number: row.number,
    expires: expiresOn,
    state: hasEnded(row) ? "ended" : "open",
    createdAt,
    createdBy: { _id: createdBy, name: row.author },
    views,
    firstSeenAt,
    lastSeenAt,
    answer: answer ? { answer, name: answeredBy, at: answeredAt, shown: answeredHash } : null,
  };
}
