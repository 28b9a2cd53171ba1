import { and, desc, eq } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import type { Paise } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import {
  type Closed,
  computeTdsRate,
  mayBeAnswered,
  type SharedDocument,
  toTerms,
} from "../../domain/sharing/shared.ts";
import type { NewAnswer } from "../../domain/sharing/shareLinks.ts";
import { secretDigest } from "../agencies/secrets.ts";
import { answerEstimate, getEstimate } from "../documents/estimates.ts";
import { getInvoice } from "../documents/parties.ts";
import { getNote } from "../documents/readNotes.ts";
import { findPaidOn, listSettled } from "../documents/readPayments.ts";
import { sumSettled } from "../documents/rows.ts";
import type { Books } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { notify } from "../notifications/notify.ts";
import { agencies, closedAgencies } from "../schema/agencies.ts";
import { clients, documents } from "../schema/documents.ts";
import { shareLinks } from "../schema/sharing.ts";
import { hasEnded, type LinkRow } from "./shareLinks.ts";

type From = Pick<Write, "select">;

/** A link with its client and agency. */
interface Found extends Pick<LinkRow, "link" | "status"> {
  agencyName: string;
  isAgencyClosed: boolean;
  clientId: string | null;
  /** The user who created the link. A visitor acts as that user, for the link's document only. */
  tenant: Tenant;
}

/**
 * Finds a link by its token's hash. There is no other way from a token to an agency; later queries are
 * limited to it. Undefined for an unknown token.
 */
async function findByToken(books: Books, from: From, token: string): Promise<Found | undefined> {
  const { status, clientId } = documents;
  const [row] = await from
    .select({
      link: shareLinks,
      status,
      clientId,
      agencyName: agencies.name,
      closed: closedAgencies,
    })
    .from(shareLinks)
    .innerJoin(
      documents,
      and(eq(documents.agencyId, shareLinks.agencyId), eq(documents.id, shareLinks.documentId)),
    )
    .innerJoin(agencies, eq(agencies.id, shareLinks.agencyId))
    .leftJoin(closedAgencies, eq(closedAgencies.agencyId, shareLinks.agencyId))
    .where(eq(shareLinks.digest, secretDigest(token)));
  if (!row) return undefined;
  const { agencyId, createdBy: userId } = row.link;
  const { closed, ...rest } = row;
  const tenant: Tenant = { books, agencyId, userId, role: "staff" };
  return { ...rest, isAgencyClosed: closed !== null, tenant };
}

/** Returns an open link's document for drawing. Changes nothing. */
export async function openLink(books: Books, token: string): Promise<Closed | Open> {
  const found = await findByToken(books, books.read, token);
  if (!found) return { state: "unknown" };
  const { agencyName, status, tenant } = found;
  if (found.isAgencyClosed) return { state: "closed", agencyName };
  if (hasEnded(found)) return { state: "ended", agencyName };
  if (status === "DRAFT") return { state: "unsent", agencyName };
  return { state: "open", shared: await readShared(found), tenant };
}

const isShut = (found: Found) => found.isAgencyClosed || hasEnded(found);

interface Open {
  state: "open";
  shared: SharedDocument;
  tenant: Tenant;
}

async function readShared(found: Found): Promise<SharedDocument> {
  const { link, tenant } = found;
  const { entity, documentId: id, answer, answeredBy, answeredAt, answeredHash } = link;
  if (entity === "estimate") {
    const document = await getEstimate(tenant, id);
    const details = { name: answeredBy, at: answeredAt, shown: answeredHash };
    return {
      entity,
      document,
      answer: answer ? { answer, ...details } : null,
      shown: hashTerms(document),
    };
  }
  const paymentStatus = await readPaymentStatus(found);
  return entity === "note"
    ? { entity, document: await getNote(tenant, id), ...paymentStatus }
    : { entity, document: await getInvoice(tenant, id), ...paymentStatus };
}

const hashTerms = (estimate: Estimate): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(toTerms(estimate))).digest("hex");

/** Number of a client's last documents that are checked for TDS. */
const LOOKED_AT = 24;

/** Returns a document's last payment, its other settlements, and the client's last TDS rate. */
async function readPaymentStatus({ tenant, clientId, link }: Found) {
  const { read } = tenant.books;
  const last = await read
    .select()
    .from(documents)
    .where(
      forAgency(
        tenant,
        documents,
        eq(documents.clientId, clientId ?? ""),
        eq(documents.family, "INVOICES"),
      ),
    )
    .orderBy(desc(documents.date), desc(documents.id))
    .limit(LOOKED_AT);
  const kept = last.find(({ tdsPaise }) => tdsPaise > 0);
  const settledPaise = (kept ? sumSettled(kept) - kept.creditPaise : 0) as Paise;
  const tdsRate = kept ? computeTdsRate({ ...kept, settledPaise }) : 0;
  const paidOn = await findPaidOn(tenant, link.documentId);
  return { paidOn, tdsRate, settled: await listSettled(tenant, link.documentId) };
}

/** A link's view counts once within this time, however often it is reported. */
const SEEN_AGAIN_S = 30;

/** Records a view of an open link's page. */
export async function recordView(books: Books, token: string): Promise<void> {
  const found = await findByToken(books, books.read, token);
  if (!found || isShut(found) || isJustSeen(found)) return;
  await writeTransaction({ books }, async (tx) => {
    const now = await findByToken(books, tx, token);
    if (!now || isShut(now) || isJustSeen(now)) return;
    const { link, tenant } = now;
    const at = new Date().toISOString();
    await tx
      .update(shareLinks)
      .set({ views: link.views + 1, firstSeenAt: link.firstSeenAt || at, lastSeenAt: at })
      .where(forAgency(tenant, shareLinks, eq(shareLinks.id, link.id)));
    if (link.firstSeenAt === "") await notifyMembers(tx, now, "opened");
  });
}

/** Notifies of a client's first view of a link, or of their answer. */
async function notifyMembers(
  tx: Write,
  { tenant, link: { entity, documentId } }: Found,
  kind: "accepted" | "declined" | "opened",
): Promise<void> {
  const [document] = await tx
    .select({
      number: documents.number,
      name: clients.displayName,
      amountPaise: documents.grandTotalPaise,
    })
    .from(documents)
    .innerJoin(
      clients,
      and(eq(clients.agencyId, documents.agencyId), eq(clients.id, documents.clientId)),
    )
    .where(forAgency(tenant, documents, eq(documents.id, documentId)));
  if (!document) return;
  const { name, number: label, amountPaise } = document;
  await notify(tx, tenant, { kind, name, label, amountPaise, link: `/${entity}s/${documentId}` });
}

const isJustSeen = ({ link: { lastSeenAt } }: Found): boolean =>
  lastSeenAt !== "" && Date.now() - Date.parse(lastSeenAt) < SEEN_AGAIN_S * 1_000;

/**
 * Records a client's answer to an estimate, once. The log shows it as an action of the user who shared the
 * estimate.
 * @throws Refusal "missing" if it is not an open link of an estimate; "conflict" if it was answered, has
 * expired, or differs from what the client saw
 */
export async function answerByLink(
  books: Books,
  token: string,
  { answer, name, shown }: NewAnswer,
): Promise<void> {
  const known = await findByToken(books, books.read, token);
  if (!known) throw noLink();
  await writeTransaction(known.tenant, async (tx) => {
    const found = await findByToken(books, tx, token);
    if (!found || isShut(found) || found.link.entity !== "estimate") throw noLink();
    const { link, tenant } = found;
    const estimate = await getEstimate(tenant, link.documentId);
    if (!mayBeAnswered(estimate)) throw new Refusal("conflict", describeRefusal(estimate));
    const hash = hashTerms(estimate);
    if (shown !== hash)
      throw new Refusal("conflict", "It has been changed since. Review it again.");
    const at = new Date().toISOString();
    const decision = answer === "accept" ? { acceptedAt: at } : { declinedAt: at };
    await tx
      .update(shareLinks)
      .set({ answer, answeredBy: name, answeredAt: at, answeredHash: hash })
      .where(forAgency(tenant, shareLinks, eq(shareLinks.id, link.id)));
    await answerEstimate(tenant, link.documentId, decision, { answeredBy: name });
    await notifyMembers(tx, found, answer === "accept" ? "accepted" : "declined");
  });
}

const noLink = () => new Refusal("missing", "Page not found.");

const describeRefusal = ({ status, dueDate }: Estimate): string =>
  status === "SENT" && dueDate < today() ? "It is no longer valid." : "It was already answered.";
