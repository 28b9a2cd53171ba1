import { and, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  type Attachment,
  type AttachmentList,
  type AttachmentsQuery,
  HOLDERS,
  type Holder,
  holdersFor,
  type ListedAttachment,
} from "../../domain/attachments/attachments.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { attachments } from "../schema/attachments.ts";
import { selectAttachments, toAttachment } from "./attachments.ts";
import { assertCanSeeAttachments, assertHoldsAttachments, RECORDS } from "./records.ts";

/** Whether the query may read every attachment. A reader thread then runs it. */
export const mayTakeLong = ({ id }: AttachmentsQuery): boolean => id === undefined;

/**
 * Lists the attachments of one record or of all records: newest first, or in order of the record's date if
 * the query has a period.
 * @throws Refusal "missing" if the record does not exist, "forbidden" if the user may not see it
 */
export async function listAttachments(
  tenant: Tenant,
  query: AttachmentsQuery,
): Promise<AttachmentList> {
  const { entity, id, page, limit } = query;
  const { read } = tenant.books;
  if (entity) assertCanSeeAttachments(tenant, entity);
  if (entity && id) await assertHoldsAttachments(read, tenant, entity, id);
  const { total, ids } = await listIds(tenant, query);
  const those = sql`${attachments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await selectAttachments(read).where(forAgency(tenant, attachments, those));
  const byId = new Map(rows.map((row) => [row.paper.id, toAttachment(row)]));
  const listed = ids.flatMap((id) => byId.get(id) ?? []);
  const records = await listRecords(tenant, listed);
  const items = listed.map((attachment) => ({
    ...attachment,
    record: records.get(toKey(attachment)) ?? null,
  }));
  return { items, total, page, totalPages: Math.ceil(total / limit) };
}

interface Ids {
  total: number;
  /** Ids of the page, in order. */
  ids: string[];
}

async function listIds(tenant: Tenant, query: AttachmentsQuery): Promise<Ids> {
  const { page, limit, dateFrom, dateTo, id } = query;
  const { read } = tenant.books;
  const offset = (page - 1) * limit;
  if (dateFrom || dateTo) {
    const filed = filedIn(tenant, query);
    const [counted] = await read.all<{ total: number }>(
      sql`SELECT count(*) AS total FROM (${filed})`,
    );
    const found = await read.all<{ id: string }>(sql`SELECT id FROM (${filed})
      ORDER BY date, id LIMIT ${limit} OFFSET ${offset}`);
    return { total: counted?.total ?? 0, ids: found.map(({ id }) => id) };
  }
  const holders = listHolders(tenant, query);
  const those = forAgency(
    tenant,
    attachments,
    isNull(attachments.deletedAt),
    holders.length < HOLDERS.length ? inArray(attachments.entity, holders) : undefined,
    id ? eq(attachments.entityId, id) : undefined,
  );
  const [counted] = await read.select({ total: count() }).from(attachments).where(those);
  const found = await read
    .select({ id: attachments.id })
    .from(attachments)
    .where(those)
    .orderBy(desc(attachments.id))
    .limit(limit)
    .offset(offset);
  return { total: counted?.total ?? 0, ids: found.map(({ id }) => id) };
}

/** Returns the requested kinds of records whose attachments the user may see. */
const listHolders = ({ role }: Tenant, { entity }: AttachmentsQuery): Holder[] =>
  holdersFor(role).filter((holder) => !entity || holder === entity);

/** Selects attachments by the days of their records, because records are indexed by day. */
function filedIn(tenant: Tenant, query: AttachmentsQuery): SQL {
  const { id, dateFrom, dateTo } = query;
  return sql.join(
    listHolders(tenant, query).map(
      (holder) => sql`SELECT a.id, r.date FROM (${RECORDS[holder]}) r
        JOIN attachments a ON a.agency_id = r.agency_id AND a.entity = ${holder}
          AND a.entity_id = r.id AND a.deleted_at IS NULL
        WHERE ${and(
          sql`r.agency_id = ${tenant.agencyId}`,
          dateFrom ? sql`r.date >= ${dateFrom}` : undefined,
          dateTo ? sql`r.date <= ${dateTo}` : undefined,
          id ? sql`r.id = ${id}` : undefined,
        )}`,
    ),
    sql` UNION ALL `,
  );
}

interface RecordRow {
  id: string;
  date: string | null;
  account: string | null;
  amount_paise: Paise | null;
  label: string;
}

const toKey = ({ entity, id }: Pick<Attachment, "entity" | "id">) => `${entity} ${id}`;

/** Returns the details of the records; nothing for deleted ones. */
async function listRecords(
  { books, agencyId }: Tenant,
  listed: Attachment[],
): Promise<Map<string, NonNullable<ListedAttachment["record"]>>> {
  const records = new Map<string, NonNullable<ListedAttachment["record"]>>();
  const held = Map.groupBy(listed, ({ entity }) => entity as Holder);
  for (const [entity, those] of held) {
    const ids = JSON.stringify(those.map(({ id }) => id));
    const rows = await books.read.all<RecordRow>(sql`SELECT r.id, r.date, r.amount_paise, r.label,
        (SELECT name FROM accounts c WHERE c.agency_id = r.agency_id AND c.id = r.account_id) AS account
      FROM (${RECORDS[entity]}) r
      WHERE r.agency_id = ${agencyId} AND r.id IN (SELECT value FROM json_each(${ids}))`);
    for (const { id, date, account, amount_paise, label } of rows) {
      const amount = amount_paise === null ? null : toRupees(amount_paise);
      const record = { date: date ?? "", account: account ?? "", amount, label };
      records.set(toKey({ entity, id }), record);
    }
  }
  return records;
}
