import { eq, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
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

// Writes shared by all document kinds.

/**
 * Inserts a document with its number and lines, using the agency's current details.
 * @throws Refusal "invalid" if the client is not the agency's, or a total is not allowed
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
  const { invoice, lines } = await insertRow(tx, tenant, { ...columns, ...more, number }, items);
  return { record: { invoice, client, author: issuer.author.fullName }, lines, parties };
}

/** Inserts the rows of a document and its lines. */
export async function insertRow(
  tx: Write,
  tenant: Tenant,
  columns: Omit<
    SQLiteInsertValue<typeof documents>,
    "agencyId" | "createdAt" | "createdBy" | "id"
  > & {
    createdBy?: string;
  },
  items: NewItem[],
) {
  const [invoice] = await tx
    .insert(documents)
    .values({
      createdBy: tenant.userId,
      ...columns,
      agencyId: tenant.agencyId,
      id: newId(),
      createdAt: nowFor(tenant),
    })
    .returning();
  if (!invoice) throw new Error("The new document was not returned");
  return { invoice, lines: await insertItems(tx, tenant, invoice.id, items) };
}

/** Returns the updated document. */
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
  if (!invoice) throw new Error("The invoice no longer exists");
  return invoice;
}

type NewRow = Omit<
  typeof documents.$inferInsert,
  "agencyId" | "createdAt" | "createdBy" | "id" | "number"
>;
type Line = Omit<typeof documentLines.$inferSelect, "agencyId" | "documentId" | "line">;
/** Line columns that have a default. */
type Bought = "blockedBy" | "categoryId" | "cessPaise" | "isCommon" | "itc" | "pureAgent";
export type NewItem = Omit<Line, Bought> & Partial<Pick<Line, Bought>>;

const NOT_BOUGHT: Pick<Line, Bought> = {
  cessPaise: 0 as Paise,
  categoryId: null,
  itc: "",
  blockedBy: "",
  pureAgent: false,
  isCommon: false,
};

/** Computes the rows of a document for these parties. @throws Refusal "invalid" if a total is not allowed */
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
      ...fields,
      ...columns,
      kind,
      family: FAMILY_OF[kind],
      pureAgentPaise: sumPureAgent(items, lines),
    },
    items: toItems(items, lines),
  };
}

/** Joins lines as entered with their amounts. */
export const toItems = <Item extends { rate: Paise }, Figures>(items: Item[], figures: Figures[]) =>
  items.map(({ rate: ratePaise, ...item }, n) => ({
    ...item,
    ratePaise,
    ...(figures[n] as Figures),
  }));

type GivenItem = NewInvoice["items"][number];

/**
 * Returns a line with its rate, which is 0 if the line is not a supply. In such a line, a billing document
 * acts as a pure agent. A credit note does so only if it says so; otherwise the line reduces revenue.
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

/** Returns the taxable value of the lines bought for the client. */
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

/** Inserts the lines of a document that has none yet, or none any longer. */
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

/** @throws Refusal "invalid" if the agency has no such client */
export async function findClient(tx: Write, tenant: Tenant, id: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(forAgency(tenant, clients, eq(clients.id, id)));
  if (!client) throw invalid("clientId", "Choose one of your clients");
  return client;
}
