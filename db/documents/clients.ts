import { asc, eq, type SQL, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import {
  type AvailableBalance,
  type Client,
  type ClientList,
  clientDefaults,
  type Dues,
  findGstinState,
  NewClient,
  type partyFields,
} from "../../domain/documents/clients.ts";
import { type DocumentKind, FAMILY_OF } from "../../domain/documents/kinds.ts";
import { defaultSupply } from "../../domain/gst/supply.ts";
import { toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordStore } from "../engine/records.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { assertNotInSeries } from "../ledger/seriesLinks.ts";
import { readSum, sumOfAmounts, sumOfKept } from "../ledger/sums.ts";
import { clients, documents } from "../schema/documents.ts";
import { refreshDrafts } from "./figures.ts";
import { hasDocuments } from "./parties.ts";
import { OPEN } from "./rows.ts";

/** Lists clients by display name, each with the balance of their sent invoices. */
export async function listClients(tenant: Tenant, q?: string): Promise<ClientList["clients"]> {
  const balance = sql<string>`(SELECT ${sumOfKept("open")} FROM client_dues
    WHERE agency_id = ${tenant.agencyId} AND client_id = ${clients.id})`;
  const rows = await tenant.books.read
    .select({ client: clients, balance })
    .from(clients)
    .where(forAgency(tenant, clients, q ? searchSql(q) : undefined))
    .orderBy(asc(clients.nameKey), asc(clients.id));
  return rows.map(({ client, balance }) => ({
    ...toClient(client),
    balance: toRupees(readSum(balance)),
  }));
}

/** Searches names, email, phone and GSTIN. */
export const searchSql = (q: string): SQL =>
  sql`instr(${clients.searched}, ${q.toLowerCase()}) > 0`;

/** SQL: what documents of a kind still hold for a client, neither used nor refunded. */
const heldIn = (kind: DocumentKind, { agencyId }: Tenant, clientId: string) => sql`(
  SELECT ${sumOfAmounts(sql`(grand_total_paise - used_paise - refunded_paise)`)} FROM documents
  WHERE agency_id = ${agencyId} AND client_id = ${clientId} AND family = ${FAMILY_OF[kind]}
    AND kind = ${kind} AND status NOT IN ('DRAFT', 'CANCELLED'))`;

/** Returns a client with their billed, outstanding and held amounts. */
export async function getClient(
  tenant: Tenant,
  id: string,
): Promise<{ client: Client & AvailableBalance; dues: Dues }> {
  const { agencyId, books } = tenant;
  const client = await clientStore.get(tenant, id);
  const [sums] = await books.read.all<Sums>(sql`
    SELECT coalesce(max(documents), 0) AS invoices, ${sumOfKept("billed")} AS billed,
      ${sumOfKept("open")} AS balance,
      ${heldIn("CREDIT_NOTE", tenant, id)} AS credit,
      ${heldIn("RECEIPT_VOUCHER", tenant, id)} AS advances, (
        SELECT ${sumOfAmounts(OPEN)}
        FROM documents INDEXED BY documents_open WHERE agency_id = ${agencyId} AND client_id = ${id}
          AND status IN ('SENT', 'PARTIALLY_PAID') AND due_date > '' AND due_date < ${today()}
          AND family <> 'ESTIMATES') AS overdue
    FROM client_dues WHERE agency_id = ${agencyId} AND client_id = ${id}`);
  // An aggregate always returns one row.
  const { invoices, billed, balance, overdue, credit, advances } = sums as Sums;
  const dues = {
    invoices,
    billed: toRupees(readSum(billed)),
    balance: toRupees(readSum(balance)),
    overdue: toRupees(readSum(overdue)),
  };
  const held = { credit: toRupees(readSum(credit)), advances: toRupees(readSum(advances)) };
  return { client: { ...client, ...held }, dues };
}

interface Sums {
  invoices: number;
  billed: string;
  balance: string;
  overdue: string;
  credit: string;
  advances: string;
}

export const clientStore = recordStore({
  entity: "Client",
  table: clients,
  schema: NewClient,
  toRecord: toClient,
  toColumns: toClientRow,
  toBase: followGstin,
  /** Drafts are updated too; sent documents are not. */
  async afterChange(tx, tenant, before, after) {
    const hasMoved = after.state !== before.state || after.stateCode !== before.stateCode;
    if (!hasMoved && after.kind === before.kind) return;
    const supply = { was: defaultSupply(before.kind), is: defaultSupply(after.kind) };
    await refreshDrafts(tx, tenant, { clientId: after._id, supply });
  },
  async beforeRemove(tx, tenant, { _id }) {
    if (await hasDocuments(tx, tenant, eq(documents.clientId, _id))) {
      throw new Refusal("conflict", "This client has invoices and cannot be deleted");
    }
    await assertNotInSeries(tx, tenant, "Client", _id, true);
  },
});

/** Returns fields that follow from a changed GSTIN, unless the changes set them. */
function followGstin(before: Client, changes: Partial<NewClient>): Partial<Client> {
  if (changes.gstin === undefined || changes.gstin === before.gstin) return before;
  const { kind, ...rest } = before;
  const hasKind = kind !== "REGULAR" && kind !== "UNREGISTERED";
  const client = hasKind ? before : rest;
  const isOwn = "state" in changes || "stateCode" in changes || !findGstinState(`${changes.gstin}`);
  return isOwn ? client : { ...client, state: "", stateCode: "" };
}

/** A client of another program's file lacks the fields that only bahi has. */
type GivenClient = Partial<NewClient> & Pick<NewClient, keyof typeof partyFields>;

/** Converts a client to its columns. */
export function toClientRow(client: GivenClient) {
  const { displayName, billingName, email, phone, gstin } = client;
  const searched = [displayName, billingName, email, phone, gstin].join("\n").toLowerCase();
  return { ...clientDefaults, ...client, nameKey: nameKey(displayName), searched };
}

function toClient(row: typeof clients.$inferSelect): Client {
  const { agencyId: _, id, nameKey: __, importId: ___, searched: ____, ...fields } = row;
  return { _id: id, ...fields };
}
