import { sql } from "drizzle-orm";
import type { Entity } from "../../domain/agencies/audit.ts";
import { listFieldChanges } from "../../domain/agencies/auditFields.ts";
import { closedSentence } from "../../domain/agencies/locks.ts";
import {
  deletesReceipt,
  describeRecord,
  explainNotTheirs,
  explainNoUndo,
  type HistoryItem,
  isNothing,
  RESTORE_RECEIPT,
  summarizeOperation,
} from "../../domain/agencies/undo.ts";
import type { Holder } from "../../domain/attachments/attachments.ts";
import { Refusal } from "../../domain/refusal.ts";
import { assertCanSeeAttachments } from "../attachments/records.ts";
import { findLockDate } from "../engine/locks.ts";
import type { Tenant } from "../engine/tenant.ts";
import {
  chooseUndoneOperation,
  findBlockingImage,
  type Image,
  listImages,
  type RowOf,
} from "./images.ts";
import {
  entriesAt,
  type From,
  findOperation,
  type Logged,
  listGlimpses,
  listSpans,
  type Operation,
  type UndoStatus,
  undoStatus,
} from "./operations.ts";
import { nameLastChange } from "./refusals.ts";

// The history of a record or a user, newest first, with whether each change can be undone now.

const AT_ONCE = 50;

/**
 * Returns a record's history.
 * @throws Refusal "missing" if the log has no such record; "forbidden" for attachments that the user may not
 * see
 */
export async function getHistory(
  tenant: Tenant,
  { entity, id, before }: { entity: Entity; id: string; before?: number | undefined },
): Promise<{ items: HistoryItem[]; next: number | null }> {
  const from = tenant.books.read;
  const { agencyId } = tenant;
  const upTo = before ?? Number.MAX_SAFE_INTEGER;
  const found = await from.all<{ seq: number }>(sql`SELECT DISTINCT seq
    FROM row_images INDEXED BY row_images_of_record
    WHERE agency_id = ${agencyId} AND record = ${id} AND seq < ${upTo}
    ORDER BY seq DESC LIMIT ${AT_ONCE}`);
  const seqs = found.map(({ seq }) => seq);
  const at = await entriesAt(from, tenant, seqs);
  const items: HistoryItem[] = [];
  const seen = new Set<string>();
  for (const entry of at
    .values()
    .toArray()
    .toSorted((one, other) => other.seq - one.seq)) {
    const operation = entry.operation
      ? await findOperation(from, tenant, entry.operation)
      : undefined;
    const entries = operation?.entries ?? [entry];
    for (const one of entries.toReversed()) {
      if (one.entity !== entity || toRecordId(one) !== id || seen.has(one._id)) continue;
      if (entity === "Attachment" || entity === "Comment")
        for (const held of listHolders(one)) assertCanSeeAttachments(tenant, held);
      seen.add(one._id);
      items.push(await toItem(tenant, one, operation));
    }
  }
  if (items.length === 0 && before === undefined) throw new Refusal("missing", "No history");
  return { items, next: seqs.length === AT_ONCE ? (seqs.at(-1) ?? null) : null };
}

/** Returns the user's actions in the last 24 hours. Only some records of a large operation are read. */
export async function getOwnHistory(tenant: Tenant): Promise<{ items: HistoryItem[]; next: null }> {
  const from = tenant.books.read;
  const items: HistoryItem[] = [];
  const spans = await listSpans(from, tenant, AT_ONCE);
  for (const { counts, ...operation } of await listGlimpses(from, tenant, spans)) {
    const { entries } = operation;
    const [first] = entries;
    if (!first) continue;
    const summary = summarizeOperation(entries, counts);
    items.push({ ...(await toItem(tenant, first, operation)), summary });
  }
  return { items, next: null };
}

export const toRecordId = ({ payload }: Pick<Logged, "payload">): string => {
  const { after, before } = payload as Record<"after" | "before", { _id?: string } | undefined>;
  return after?._id ?? before?._id ?? "";
};

/** Lists the records that an attachment belonged to and belongs to now. */
const listHolders = ({ payload }: Pick<Logged, "payload">): (Holder | null)[] =>
  [payload.before, payload.after].map((one) => (one as { entity?: Holder })?.entity ?? null);

async function toItem(
  tenant: Tenant,
  entry: Logged,
  operation: Operation | undefined,
): Promise<HistoryItem> {
  const from = tenant.books.read;
  const { at, action, entity, userId } = entry;
  const status = operation && (await undoStatus(from, tenant, operation.id));
  const reason = await explainNoUndoNow(tenant, operation, status);
  return {
    operation: operation?.id ?? null,
    at,
    action,
    entity,
    id: toRecordId(entry),
    userId: { _id: userId._id, name: userId.name },
    summary: describeRecord(entry),
    fields: listFieldChanges(entry),
    undoes: status?.undoes ?? null,
    isUndone: status?.isUndone ?? false,
    canUndo: reason === "",
    reason,
  };
}

/** Returns why an operation cannot be undone now, as far as a quick check shows; "" if it can. */
export async function explainNoUndoNow(
  tenant: Tenant,
  operation: Operation | undefined,
  status: UndoStatus | undefined,
  { ofTrash = false } = {},
): Promise<string> {
  if (!operation || !status) return "The change was made before bahi recorded undo data.";
  if (status.isUndone) return "This has already been undone.";
  const from = tenant.books.read;
  const last = await chooseUndoneOperation(from, tenant, operation, status);
  const { entries } = last;
  const [first] = entries;
  const never = explainNoUndo(entries);
  if (never) return never;
  if (!ofTrash && deletesReceipt(entries)) return RESTORE_RECEIPT;
  const theirs = first && explainNotTheirs(tenant, first.userId, entries);
  if (theirs) return theirs;
  if (entries.some(({ entity }) => entity === "Import")) return "";
  const images = await listImages(from, tenant, last);
  if (images.length === 0 && !isNothing(entries)) return "This cannot be undone.";
  const misfit = await findBlockingImage(from, tenant, images, entries.at(-1)?.seq ?? 0);
  if (misfit) return `${await nameLastChange(from, tenant, misfit)}.`;
  return (await explainClosedPeriod(tenant, images)) || (await explainTaken(from, tenant, images));
}

async function explainClosedPeriod(tenant: Tenant, images: Image[]): Promise<string> {
  const dates = images.flatMap(({ row, changes = [] }) => [
    ...(row?.date ? [row.date] : []),
    ...changes.flatMap(([column, was, is]) => (column === "date" ? [was, is] : [])),
  ]);
  if (dates.length === 0) return "";
  const shut = await findLockDate(tenant.books.read, tenant);
  return dates.some((date) => String(date) <= shut.to) ? `${closedSentence(shut)}.` : "";
}

/** Another document may have taken a returned number since. */
async function explainTakenNumber(
  from: From,
  agencyId: number,
  table: string,
  { number, kind }: RowOf,
): Promise<string> {
  if (table !== "documents" && table !== "receipts") return "";
  const ofKind = table === "documents" ? sql`AND kind = ${kind}` : sql``;
  const [other] = await from.all(sql`SELECT 1 FROM ${sql.identifier(table)}
    WHERE agency_id = ${agencyId} ${ofKind} AND number = ${number}`);
  return other ? `Another document has the number ${number}.` : "";
}

async function explainTaken(from: From, { agencyId }: Tenant, images: Image[]): Promise<string> {
  for (const { table, row } of images) {
    if (!row) continue;
    if (table === "accounts" || table === "categories") {
      const noun = table === "accounts" ? "account" : "category";
      const [taken] = await from.all(sql`SELECT 1 FROM ${sql.identifier(table)}
        WHERE agency_id = ${agencyId} AND name_key = ${row.name_key}`);
      if (taken) return `Another ${noun} has this name.`;
    }
    const taken = await explainTakenNumber(from, agencyId, table, row);
    if (taken) return taken;
    if (table === "settlements") {
      const [short] = await from.all(sql`SELECT 1 FROM documents WHERE agency_id = ${agencyId}
        AND id = ${row.document_id} AND grand_total_paise < received_paise + tds_paise + advances_paise
          + credit_paise + written_off_paise + ${row.amount_paise} + ${row.tds_paise}
        AND ${row.kind} <> 'REFUND'`);
      if (short) return "The invoice has since been paid another way.";
    }
  }
  return "";
}
