import { eq, sql } from "drizzle-orm";
import type { NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { defaultTax } from "../../domain/documents/invoices.ts";
import { type DocumentKind, FAMILY_OF, type OwnKind } from "../../domain/documents/kinds.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { clients, documentLines, documents } from "../schema/documents.ts";
import type { Parties } from "../schema/parties.ts";
import { computeValidTotals } from "./figures.ts";
import type { InvoiceDefaults, Issuer } from "./issuer.ts";
import { takeNumbers } from "./numbering.ts";
import { toRecipient } from "./parties.ts";
import type { ItemRow, WholeInvoice } from "./rows.ts";

// What every kind of document is written with.

/**
 * A new document with its number and its lines, of the agency's present and a client's.
 * @throws Refusal "invalid" for a client that is not the agency's, or a total that cannot stand
 */
export async function insertDocument(
  tx: Write,
  tenant: Tenant,
  issuer: Issuer,
  kind: OwnKind,
  input: NewInvoice,
  more: Partial<typeof documents.$inferInsert> = {},
): Promise<WholeInvoice> {
  const client = await findClient(tx, tenant, input.clientId);
  const parties = { supplier: issuer.supplier, recipient: toRecipient(client) };
  const { columns, items } = computeDocument(kind, input, parties, issuer.defaults);
  const [number = ""] = await takeNumbers(tx, tenant, kind, issuer, [input.date]);
  const [invoice] = await tx
    .insert(documents)
    .values({
      ...columns,
      ...more,
      agencyId: tenant.agencyId,
      id: newId(),
      number,
      createdBy: tenant.userId,
      createdAt: nowFor(tenant),
    })
    .returning();
  if (!invoice) throw new Error("The new document did not come back");
  const lines = await insertItems(tx, tenant, invoice.id, items);
  return { record: { invoice, client, author: issuer.author.fullName }, lines, parties };
}

/** The document as it is then. */
export async function updateDocument(
  tx: Write,
  tenant: Tenant,
  id: string,
  columns: Partial<typeof documents.$inferInsert>,
) {
  const [invoice] = await tx
    .update(documents)
    .set({ ...columns, isEdited: sql`import_id IS NOT NULL` })
    .where(forAgency(tenant, documents, eq(documents.id, id)))
    .returning();
  if (!invoice) throw new Error("The invoice is gone");
  return invoice;
}

type NewRow = Omit<
  typeof documents.$inferInsert,
  "agencyId" | "createdAt" | "createdBy" | "id" | "number"
>;
type Line = Omit<typeof documentLines.$inferSelect, "agencyId" | "documentId" | "line">;
/** Columns of a line that have a default. */
type Bought = "blockedBy" | "categoryId" | "cessPaise" | "isCommon" | "itc" | "pureAgent";
export type NewItem = Omit<Line, Bought> & Partial<Pick<Line, Bought>>;

const NOT_BOUGHT: Pick<Line, Bought> = {
  ...{ cessPaise: 0 as Paise, categoryId: null, itc: "", blockedBy: "", pureAgent: false },
  isCommon: false,
};

/** The rows that an input comes to for these parties. @throws Refusal "invalid" where it cannot stand */
export function computeDocument(
  kind: DocumentKind,
  { items: given, roundOff, ...fields }: NewInvoice,
  parties: Parties,
  { defaultTaxPct, defaultPlaceOfSupply }: InvoiceDefaults,
): { columns: NewRow; items: NewItem[] } {
  const usual = defaultTax(parties.supplier, defaultTaxPct);
  const items = given.map((item) => ratedItem(item, usual, kind));
  const terms = { ...fields, kind, lines: items, roundOff };
  const { columns, lines } = computeValidTotals(terms, parties, defaultPlaceOfSupply);
  return {
    columns: {
      ...{ ...fields, ...columns, kind, family: FAMILY_OF[kind] },
      pureAgentPaise: sumPureAgent(items, lines),
    },
    items: lines.map((figures, n) => {
      const { rate: ratePaise, ...item } = items[n] as (typeof items)[number];
      return { ...item, ratePaise, ...figures };
    }),
  };
}

type GivenItem = NewInvoice["items"][number];

/**
 * Returns a line with its rate, which is 0 if it is not a supply. A document that bills acts as a pure agent
 * in such a line; a credit note says so, or else the line lowers the revenue.
 */
export function ratedItem<Item extends GivenItem>(
  item: Item,
  usual: Hundredths,
  kind: DocumentKind,
) {
  const isNone = item.treatment === "NOT_A_SUPPLY";
  const taxPct = isNone ? (0 as Hundredths) : ((item.taxPct ?? usual) as Hundredths);
  const pureAgent = isNone && (kind !== "CREDIT_NOTE" || item.pureAgent === true);
  return { ...item, taxPct, pureAgent };
}

/** Returns the taxable value of the lines that were bought for the client. */
export const sumPureAgent = (
  items: { pureAgent: boolean }[],
  lines: { taxablePaise: Paise }[],
): Paise =>
  lines.reduce(
    (sum, { taxablePaise }, n) => sum + (items[n]?.pureAgent ? taxablePaise : 0),
    0,
  ) as Paise;

export async function deleteItems(tx: Write, tenant: Tenant, documentId: string): Promise<void> {
  await tx
    .delete(documentLines)
    .where(forAgency(tenant, documentLines, eq(documentLines.documentId, documentId)));
}

/** The lines of a new document, or of one whose lines were deleted. */
export async function insertItems(
  tx: Write,
  { agencyId }: Tenant,
  documentId: string,
  items: NewItem[],
): Promise<ItemRow[]> {
  const rows = items.map((item, line) => ({ ...NOT_BOUGHT, ...item, agencyId, documentId, line }));
  await tx.insert(documentLines).values(rows);
  return rows.map((row) => ({ ...row, rate: row.ratePaise }));
}

/** @throws Refusal "invalid" for one that the agency has not. */
export async function findClient(tx: Write, tenant: Tenant, id: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(forAgency(tenant, clients, eq(clients.id, id)));
  if (!client) throw invalid("clientId", "Choose one of your clients");
  return client;
}
