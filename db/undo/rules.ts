import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "../../domain/refusal.ts";
import { assertOpen, getBankAccount } from "../banking/atBank.ts";
import { assertWithinLimit, findLimit, type Outgoing } from "../engine/approvals.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { assertNotCleared } from "../ledger/cleared.ts";
import { isInUse } from "../ledger/names.ts";
import { type Image, toImageKey, type Value } from "./images.ts";

// Rules that the same change by hand would have to follow, other than locks, keys and sums, which the
// database enforces. Checked once all rows are restored, in the same transaction.

/** The rows that an operation changed. */
class Touched {
  readonly images: Image[];

  constructor(images: Image[]) {
    this.images = images;
  }

  /** Returns the ids of the tables' records, as JSON. */
  ids(...tables: string[]): string {
    const of = this.images.filter(({ table }) => tables.includes(table));
    return JSON.stringify([...new Set(of.map(({ record }) => record))]);
  }

  /** Returns the restored values of these columns, as JSON. */
  values(tables: string[], columns: string[]): string {
    const found = new Set<Value>();
    for (const { table, row, changes = [] } of this.images) {
      if (!tables.includes(table)) continue;
      for (const column of columns) found.add(row?.[column] ?? null);
      for (const [column, was] of changes) if (columns.includes(column)) found.add(was);
    }
    found.delete(null);
    return JSON.stringify([...found]);
  }

  /** Documents that were changed, or used in a settlement or otherwise. */
  get documents(): string {
    const own = JSON.parse(this.ids("documents", "document_lines"));
    const settled = JSON.parse(this.values(["settlements"], ["document_id", "source_id"]));
    return JSON.stringify([...new Set([...own, ...settled])]);
  }
}

interface Rule {
  /** Selects `why` for each violation. */
  sql: (agencyId: number, touched: Touched) => SQL;
}

const among = (ids: string) => sql`(SELECT value FROM json_each(${ids}))`;

const BOOKED = ["transactions", "settlements", "receipts", "tds_deposits", "vendor_advances"];

const RULES: Rule[] = [
  {
    sql: (
      agency,
      touched,
    ) => sql`SELECT 'The account ' || name || ' is inactive' AS why FROM accounts
      WHERE agency_id = ${agency} AND NOT is_active
        AND id IN ${among(touched.values(BOOKED, ["account_id", "to_account_id"]))}`,
  },
  {
    sql: (
      agency,
      touched,
    ) => sql`SELECT 'The category ' || name || ' is inactive' AS why FROM categories
      WHERE agency_id = ${agency} AND NOT is_active
        AND id IN ${among(
          touched.values(["transactions", "document_lines", "journal_lines"], ["category_id"]),
        )}`,
  },
  {
    sql: (
      agency,
      touched,
    ) => sql`SELECT c.name || ' is a category of type ' || c.type || ' now' AS why
      FROM transactions t JOIN categories c ON c.agency_id = t.agency_id AND c.id = t.category_id
      WHERE t.agency_id = ${agency} AND c.type <> t.type AND t.id IN ${among(touched.ids("transactions"))}`,
  },
  {
    sql: (agency, touched) => sql`SELECT number || iif(status = 'CANCELLED', ' is cancelled',
        ' was settled since; take that back first') AS why FROM documents d
      WHERE agency_id = ${agency} AND id IN ${among(touched.documents)}
        AND ((status = 'CANCELLED' AND EXISTS (SELECT 1 FROM settlements s
              WHERE s.agency_id = d.agency_id AND d.id IN (s.document_id, s.source_id)
                AND (d.kind NOT IN ('BILL', 'VENDOR_DEBIT', 'SELF_INVOICE')
                  OR s.document_id = d.id AND s.kind IN ('ADVANCE', 'CREDIT'))))
          OR (status <> 'CANCELLED' AND kind IN ('BILL', 'VENDOR_DEBIT', 'SELF_INVOICE')
            AND used_paise + refunded_paise > 0)
          OR (issued IS NULL AND sent_at IS NULL AND EXISTS (SELECT 1 FROM settlements s
              WHERE s.agency_id = d.agency_id AND s.document_id = d.id)))`,
  },
  {
    sql: (
      agency,
      touched,
    ) => sql`SELECT 'A note of ' || d.number || ' was sent; cancel the note first' AS why
      FROM documents d JOIN documents n ON n.agency_id = d.agency_id AND n.original_id = d.id
      WHERE d.agency_id = ${agency} AND n.family = 'NOTES' AND n.status NOT IN ('DRAFT', 'CANCELLED')
        AND (d.status IN ('DRAFT', 'CANCELLED') OR d.client_id IS NOT n.client_id)
        AND (d.id IN ${among(touched.documents)} OR n.id IN ${among(touched.documents)})`,
  },
  {
    sql: (agency, touched) => sql`SELECT 'Its client has changed since' AS why
      FROM documents d JOIN settlements s ON s.agency_id = d.agency_id AND s.document_id = d.id
      JOIN documents o ON o.agency_id = d.agency_id AND o.id = s.source_id
      WHERE d.agency_id = ${agency} AND d.client_id IS NOT o.client_id
        AND (d.id IN ${among(touched.documents)} OR o.id IN ${among(touched.documents)})`,
  },
  {
    sql: (
      agency,
      touched,
    ) => sql`SELECT 'Invoice ' || max(d.number) || ' was made of this estimate' AS why
      FROM documents o JOIN documents d ON d.agency_id = o.agency_id AND d.original_id = o.id
      WHERE o.agency_id = ${agency} AND o.kind = 'ESTIMATE' AND d.family = 'INVOICES'
        AND o.id IN (SELECT original_id FROM documents
          WHERE agency_id = ${agency} AND id IN ${among(touched.documents)})
      GROUP BY o.id HAVING count(*) > 1`,
  },
  {
    sql: (agency, touched) => sql`SELECT d.number || ' is in a filed return' AS why
      FROM documents d JOIN filed_documents f ON f.agency_id = d.agency_id AND f.document_id = d.id
      WHERE d.agency_id = ${agency} AND d.status = 'DRAFT' AND d.id IN ${among(touched.documents)}`,
  },
  {
    sql: (
      agency,
      touched,
    ) => sql`SELECT d.number || ' is registered as an e-invoice; cancel its IRN first' AS why
      FROM documents d JOIN einvoices e ON e.agency_id = d.agency_id AND e.id = d.id AND e.status = 'ACT'
      WHERE d.agency_id = ${agency} AND d.id IN ${among(touched.ids("documents", "document_lines"))}`,
  },
  {
    sql: (agency, touched) => sql`SELECT 'A match no longer adds up to its bank line' AS why
      FROM matches m WHERE agency_id = ${agency} AND id IN ${among(touched.ids("matches", "match_entries"))}
        AND (SELECT coalesce(sum(amount_paise), 0) FROM bank_lines l
          WHERE l.agency_id = m.agency_id AND l.match_id = m.id) <>
        (SELECT coalesce(sum(iif(t.to_account_id = m.account_id OR
            (t.type = 'Income' AND t.account_id = m.account_id), 1, -1) * t.amount_paise), 0)
          FROM match_entries e JOIN transactions t ON t.agency_id = e.agency_id AND t.id = e.transaction_id
          WHERE e.agency_id = m.agency_id AND e.match_id = m.id)`,
  },
];

/** @throws Refusal "conflict" that names the rule that would be broken */
export async function assertRules(tx: Write, tenant: Tenant, images: Image[]): Promise<void> {
  const touched = new Touched(images);
  const { agencyId } = tenant;
  const each = RULES.map((rule) => sql`SELECT * FROM (${rule.sql(agencyId, touched)} LIMIT 1)`);
  const [broken] = await tx.all<{ why: string }>(sql`${sql.join(each, sql` UNION ALL `)} LIMIT 1`);
  if (broken) throw new Refusal("conflict", broken.why);
  await assertNotCleared(tx, tenant, moneyChanged(images));
  await assertPermittedMoney(tx, tenant, images);
  await assertOpenAtBank(tx, tenant, touched.ids("bank_lines"));
  await assertSameTypes(tx, tenant, images);
}

const MONEY = ["type", "account_id", "to_account_id", "amount_paise"];

/** Returns transactions whose type, amount or account changes. */
function moneyChanged(images: Image[]): string[] {
  return images
    .filter(
      ({ table, changes }) =>
        table === "transactions" && changes?.some(([column]) => MONEY.includes(column)),
    )
    .map(({ record }) => record);
}

/** Checks the approval limit for restored or increased payments. @throws AboveLimit */
async function assertPermittedMoney(tx: Write, tenant: Tenant, images: Image[]): Promise<void> {
  if ((await findLimit(tx, tenant)) === undefined) return;
  const back = images.filter(({ table, action }) => table === "transactions" && action === "D");
  const ids = JSON.stringify([...moneyChanged(images), ...back.map(({ record }) => record)]);
  const money = await tx.all<Pick<Outgoing, "amountPaise" | "type">>(sql`
    SELECT type, iif(split_id IS NULL, amount_paise, (SELECT sum(amount_paise) FROM transactions p
        WHERE p.agency_id = t.agency_id AND p.split_id = t.split_id)) AS "amountPaise"
    FROM transactions t WHERE agency_id = ${tenant.agencyId} AND id IN ${among(ids)}`);
  await assertWithinLimit(
    tx,
    tenant,
    money.map((one) => ({ ...one, path: "" })),
  );
}

async function assertOpenAtBank(tx: Write, tenant: Tenant, lines: string): Promise<void> {
  const found = await tx.all<{ account: string; date: string }>(sql`
    SELECT account_id AS account, min(date) AS date FROM bank_lines
    WHERE agency_id = ${tenant.agencyId} AND id IN ${among(lines)} GROUP BY 1`);
  for (const { account, date } of found)
    assertOpen(await getBankAccount(tx, tenant, account), [date]);
}

/** The type of a category in use cannot change. */
async function assertSameTypes(tx: Write, tenant: Tenant, images: Image[]): Promise<void> {
  for (const { table, record, changes } of images) {
    if (table !== "categories" || !changes?.some(([column]) => column === "type")) continue;
    if (await isInUse(tx, tenant, "Category", record)) {
      throw new Refusal("conflict", "Category is in use; its type cannot change");
    }
  }
}

/** Checks rules against deleting a row that no constraint enforces. @throws Refusal "conflict" */
export async function mayGo(tx: Write, tenant: Tenant, image: Image): Promise<void> {
  if (image.table !== "documents") return;
  await assertCancellable(tx, tenant, image);
  const [shared] = await tx.all<{ number: string }>(sql`SELECT number FROM documents d
    WHERE agency_id = ${tenant.agencyId} AND id = ${image.record}
      AND EXISTS (SELECT 1 FROM share_links l WHERE l.agency_id = d.agency_id AND l.document_id = d.id)`);
  if (shared) refuse(shared.number, "was shared by a link; cancel it instead");
}

const refuse = (number: string, why: string): never => {
  throw new Refusal("conflict", `${number} ${why}`);
};

/** Checks that an undo may cancel a document: others may rely on it. @throws Refusal "conflict" */
export async function assertCancellable(tx: Write, tenant: Tenant, image: Image): Promise<void> {
  if (image.table !== "documents") return;
  const { agencyId } = tenant;
  const [held] = await tx.all<{ number: string; why: string }>(sql`
    SELECT number, iif(EXISTS (SELECT 1 FROM einvoices e WHERE e.agency_id = d.agency_id AND e.id = d.id),
        'is registered as an e-invoice', iif(EXISTS (SELECT 1 FROM filed_documents f
          WHERE f.agency_id = d.agency_id AND f.document_id = d.id), 'is in a filed return',
        iif(EXISTS (SELECT 1 FROM gstr2b_rows r WHERE r.agency_id = d.agency_id AND r.bill_id = d.id),
          'is matched with GSTR-2B', ''))) AS why
    FROM documents d WHERE agency_id = ${agencyId} AND id = ${image.record}`);
  if (held?.why) refuse(held.number, held.why);
}

/**
 * Checks that a document was not mailed: it then cannot become a draft or be deleted. Mails still in the
 * outbox are withdrawn instead. @throws Refusal "conflict"
 */
export async function assertNotMailed(
  tx: Write,
  { agencyId }: Tenant,
  { table, record, action, changes }: Image,
): Promise<void> {
  const isUnsent = action === "I" || changes?.some(([column]) => column === "sent_at");
  if (table !== "documents" || !isUnsent) return;
  const [mailed] = await tx.all<{ label: string }>(sql`SELECT label FROM mails
    WHERE agency_id = ${agencyId} AND entity_id = ${record}
      AND entity IN ('invoice', 'note', 'receipt', 'estimate', 'voucher')
      AND (state IN ('handed_over', 'unknown') OR state = 'sending' AND is_out) LIMIT 1`);
  if (!mailed) return;
  throw new Refusal("conflict", `${mailed.label} was sent by e-mail; cancel it instead`);
}

/**
 * Whether an account or category that the operation created is used elsewhere and so stays.
 * @throws Refusal "conflict" if the operation created nothing else
 */
export async function staysInUse(
  tx: Write,
  tenant: Tenant,
  image: Image,
  images: Image[],
): Promise<boolean> {
  const { table, record, action } = image;
  if (action !== "I" || (table !== "accounts" && table !== "categories")) return false;
  const entity = table === "accounts" ? "Account" : "Category";
  if (!(await isInUse(tx, tenant, entity, record))) return false;
  if (images.some((one) => one.table !== table && toImageKey(one) !== toImageKey(image)))
    return true;
  throw new Refusal("conflict", `${entity} is in use; make it inactive instead`);
}
