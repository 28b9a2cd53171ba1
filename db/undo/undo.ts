import { eq } from "drizzle-orm";
import {
  deletesReceipt,
  describeRecord,
  explainNotTheirs,
  explainNoUndo,
  isNothing,
  RESTORE_RECEIPT,
  summarizeOperation,
  toReversedEntry,
  type Undone,
} from "../../domain/agencies/undo.ts";
import type { Made } from "../../domain/banking/matching.ts";
import { Refusal } from "../../domain/refusal.ts";
import { learn } from "../banking/memory.ts";
import { refreshDrafts } from "../documents/figures.ts";
import { assertLastReceipt, retakeNumber } from "../documents/returnedNumbers.ts";
import { findLoggedOperation, recordChanges } from "../engine/audit.ts";
import { withOutcome } from "../engine/outcome.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { undoImport } from "../imports/undo.ts";
import { undoStates, undos } from "../schema/undo.ts";
import { toRecordId } from "./history.ts";
import {
  chooseUndoneOperation,
  currentRow,
  findBlockingImage,
  type Image,
  listImages,
  undoRow,
} from "./images.ts";
import { cancelKept, findKeptDocuments, type KeptDocument, numberedKind } from "./keptDocuments.ts";
import { findOperation, type Logged, listSpans, type Operation, undoStatus } from "./operations.ts";
import { conflict, explainRefusal, nameLastChange } from "./refusals.ts";
import { assertCancellable, assertNotMailed, assertRules, mayGo, staysInUse } from "./rules.ts";

// An undo is an operation that restores every row as it was, in one transaction.

/**
 * Undoes an operation, or the redo that made it effective again.
 * @throws Refusal "missing"; "conflict" that says what prevents it and who did that
 */
export const undoOperation = (tenant: Tenant, id: string): Promise<Undone> =>
  take(tenant, () => Promise.resolve(id));

/**
 * Undoes the operation that deleted a record, which may be a receipt.
 * @throws as undoOperation; Refusal "forbidden"
 */
export const undoDeletion = (tenant: Tenant, id: string): Promise<Undone> =>
  take(tenant, () => Promise.resolve(id), { ofTrash: true });

/** Undoes the user's last operation of the last 24 hours. @throws Refusal "conflict" */
export const undoLast = (tenant: Tenant): Promise<Undone> =>
  take(tenant, (tx) => findLast(tx, tenant, "undo"));

/** Redoes what the user last undid, unless they have written since. @throws Refusal "conflict" */
export const redoLast = (tenant: Tenant): Promise<Undone> =>
  take(tenant, (tx) => findLast(tx, tenant, "redo"));

async function findLast(tx: Write, tenant: Tenant, what: "redo" | "undo"): Promise<string> {
  const deleted = new Set<string>();
  for (const { id } of await listSpans(tx, tenant)) {
    const { depth, isUndone } = await undoStatus(tx, tenant, id);
    if (what === "redo" && depth === 0) break;
    if (isUndone || (depth % 2 === 1) !== (what === "redo")) continue;
    const operation = await findOperation(tx, tenant, id);
    if (!operation || (await hasDoneNothing(tx, tenant, operation))) continue;
    const receipts = operation.entries.filter(({ entity }) => entity === "Receipt").map(toRecordId);
    // Only the trash restores deleted receipts, so undo skips their deletion and their creation.
    if (deletesReceipt(operation.entries)) for (const one of receipts) deleted.add(one);
    else if (receipts.length === 0 || !receipts.every((one) => deleted.has(one))) return id;
  }
  throw conflict(what === "redo" ? "Nothing to redo." : "Nothing to undo in the last 24 hours.");
}

const hasDoneNothing = async (tx: Write, tenant: Tenant, operation: Operation) =>
  isNothing(operation.entries) && (await listImages(tx, tenant, operation)).length === 0;

/** An import is undone in its own transactions, not in this one. */
class OfBatch extends Error {
  readonly operation: Operation;

  constructor(operation: Operation) {
    super("An import is undone as a whole");
    this.operation = operation;
  }
}

async function take(
  tenant: Tenant,
  choose: (tx: Write) => Promise<string>,
  { ofTrash = false } = {},
): Promise<Undone> {
  try {
    return await withIdempotency(tenant, async (tx) => {
      const id = await choose(tx);
      const found = await findOperation(tx, tenant, id);
      if (!found) throw new Refusal("missing", "Operation not found");
      assertUndoable(found);
      if (ofTrash) await assertRestores(tx, tenant, found);
      else if (deletesReceipt(found.entries)) throw conflict(RESTORE_RECEIPT);
      assertMayUndo(tenant, found);
      const status = await undoStatus(tx, tenant, id);
      if (status.isUndone) throw conflict("This has already been undone");
      if (findUndoneImport(found)) throw new OfBatch(found);
      const { end } = status;
      const again = end === id ? undefined : await findOperation(tx, tenant, end);
      if (again) assertMayUndo(tenant, again);
      return undoAndLog(tx, tenant, await chooseUndoneOperation(tx, tenant, found, status), end);
    });
  } catch (error) {
    if (error instanceof OfBatch) return undoBatch(tenant, error.operation);
    throw error;
  }
}

/** @throws Refusal "conflict" if a deleted receipt has a later one in its series */
async function assertRestores(tx: Write, tenant: Tenant, { entries }: Operation): Promise<void> {
  for (const { action, entity, payload } of entries) {
    const { receiptNumber } = (payload.before ?? {}) as { receiptNumber?: string };
    if (action === "DELETE" && entity === "Receipt" && receiptNumber) {
      await assertLastReceipt(tx, tenant, receiptNumber);
    }
  }
}

const importIn = ({ entries }: Operation) =>
  entries.find(({ entity, action }) => entity === "Import" && action === "CREATE");

/** Returns the import that an operation created, which has its own undo. */
export const findUndoneImport = (operation: Operation): string | undefined =>
  (importIn(operation)?.payload.after as { _id?: string } | undefined)?._id;

async function undoBatch(tenant: Tenant, operation: Operation): Promise<Undone> {
  const { id } = operation;
  const batch = findUndoneImport(operation) ?? "";
  const entry = importIn(operation);
  const { outcome } = await withOutcome(() => undoImport(tenant, batch)).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind !== "missing") throw error;
    throw conflict("This has already been undone");
  });
  const undoneBy = outcome.operation ?? "";
  await writeTransaction(tenant, (tx) => link(tx, tenant, id, undoneBy));
  return {
    operation: undoneBy,
    undoes: id,
    summary: `Undone: import of ${entry ? describeRecord(entry) : ""}`,
  };
}

const link = (tx: Write, { agencyId }: Tenant, operation: string, undoneBy: string) =>
  tx.insert(undos).values({ agencyId, operation, undoneBy }).onConflictDoNothing();

/** @throws Refusal "conflict" if no one can undo operations of this kind */
function assertUndoable({ entries }: Operation): void {
  const never = explainNoUndo(entries);
  if (never) throw conflict(never);
}

/** @throws Refusal "forbidden" */
function assertMayUndo(tenant: Tenant, { entries }: Operation): void {
  const [first] = entries;
  const why = first && explainNotTheirs(tenant, first.userId, entries);
  if (why) throw new Refusal("forbidden", why);
}

/** Undoes within a transaction. `undoes` is the operation or its redo. */
async function undoAndLog(
  tx: Write,
  tenant: Tenant,
  operation: Operation,
  undoes: string,
): Promise<Undone> {
  const { changes, summary } = await reverse(tx, tenant, operation, undoes);
  await recordChanges(tx, tenant, changes);
  const undoneBy = (await findLoggedOperation(tx, tenant)) ?? "";
  await link(tx, tenant, undoes, undoneBy);
  return { operation: undoneBy, undoes, summary };
}

/**
 * Restores each row as it was before an operation. Returns the changes to log and to show.
 * @throws Refusal "conflict", "forbidden"
 */
export async function reverse(
  tx: Write,
  tenant: Tenant,
  operation: Operation,
  undoes = operation.id,
) {
  const { entries } = operation;
  assertUndoable(operation);
  assertMayUndo(tenant, operation);
  const images = await listImages(tx, tenant, operation);
  if (images.length === 0 && !isNothing(entries)) {
    throw conflict("This cannot be undone.");
  }
  const misfit = await findBlockingImage(tx, tenant, images, entries.at(-1)?.seq ?? 0);
  if (misfit) throw conflict(await nameLastChange(tx, tenant, misfit));

  const { agencyId } = tenant;
  await tx.insert(undoStates).values({ agencyId, state: "undo" });
  const kept = await findKeptDocuments(tx, tenant, images);
  const left = new Set<string>();
  for (const image of images.toReversed()) {
    if (await staysInUse(tx, tenant, image, images)) left.add(image.record);
    else if (kept.has(image.record) && ofDocument(image))
      await assertCancellable(tx, tenant, image);
    else await undoOne(tx, tenant, image);
  }
  const cancelled = await cancelAll(tx, tenant, kept);
  await followUp(tx, tenant, images);
  await assertRules(tx, tenant, images);
  const logged = entries.flatMap((entry): Logged[] => {
    const id = toRecordId(entry);
    const change = cancelled.get(id);
    if (left.has(id) || (change && entry.action !== "CREATE")) return [];
    if (!change) return [{ ...entry, ...toReversedEntry(entry, undoes) }];
    return [{ ...entry, action: "UPDATE", payload: { ...change, undoes } }];
  });
  await tx
    .delete(undoStates)
    .where(forAgency(tenant, undoStates, eq(undoStates.agencyId, agencyId)));
  return { changes: logged.toReversed(), summary: summarizeOperation(logged) };
}

async function undoOne(tx: Write, tenant: Tenant, image: Image): Promise<void> {
  const { table, action } = image;
  if (table === "attachments" && action === "I") return markAttachment(tx, tenant, image);
  if (action === "I") await mayGo(tx, tenant, image);
  await assertNotMailed(tx, tenant, image);
  if (table === "matches") await relearnMatch(tx, tenant, image);
  try {
    if (!(await undoRow(tx, tenant, image))) throw conflict("It has been changed since");
  } catch (error) {
    const why = await explainRefusal(tx, tenant, image, error);
    throw why ? conflict(why) : error;
  }
  const { row } = image;
  const kind = row && numberedKind(table, row.kind);
  const numbered = { id: image.record, number: String(row?.number), date: String(row?.date) };
  if (kind) await retakeNumber(tx, tenant, { ...numbered, kind });
}

const ofDocument = ({ table }: Image) => table === "documents" || table === "document_lines";

/** Documents that are cancelled instead of deleted, before and after, by id. */
type Cancelled = Map<string, { before: unknown; after: unknown }>;

async function cancelAll(
  tx: Write,
  tenant: Tenant,
  kept: Map<string, KeptDocument>,
): Promise<Cancelled> {
  const cancelled: Cancelled = new Map();
  for (const [id, document] of kept) {
    cancelled.set(id, { before: document.before, after: await cancelKept(tx, tenant, document) });
  }
  return cancelled;
}

/** Attachments are only marked: the bytes stay, so that they can be attached again. */
async function markAttachment(tx: Write, tenant: Tenant, image: Image): Promise<void> {
  const changes: Image["changes"] = [
    ["deleted_by", tenant.userId, null],
    ["deleted_at", nowFor(tenant), null],
  ];
  if (!(await undoRow(tx, tenant, { ...image, action: "U", changes }))) {
    throw conflict("The attachment has since been deleted");
  }
}

/** Updates what the bank rules learned from a deleted or restored match. */
async function relearnMatch(tx: Write, tenant: Tenant, image: Image): Promise<void> {
  const row = image.row ?? (await currentRow(tx, tenant, image));
  const { learned }: Partial<Made> = JSON.parse(String(row?.made ?? "{}"));
  if (learned) await learn(tx, tenant, learned, image.action === "I" ? -1 : 1);
}

/** Updates drafts to the current agency and clients. */
async function followUp(tx: Write, tenant: Tenant, images: Image[]): Promise<void> {
  const of = (table: string) =>
    new Set(images.filter((one) => one.table === table).map((one) => one.record));
  if (of("agencies").size + of("invoice_settings").size > 0) return refreshDrafts(tx, tenant);
  for (const clientId of of("clients")) await refreshDrafts(tx, tenant, { clientId });
  for (const id of of("documents")) await refreshDrafts(tx, tenant, { id });
}
