import { and, count, eq, isNull } from "drizzle-orm";
import {
  ATTACHMENTS_MAX,
  type Attachment,
  type Holder,
  type NewAttachment,
} from "../../domain/attachments/attachments.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { DatabaseError } from "../engine/errors.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { attachments } from "../schema/attachments.ts";
import { findBytes, renewBytes, type StoredBytes } from "./bytes.ts";
import { assertCanSeeAttachments, assertHoldsAttachments } from "./records.ts";

/** @throws Refusal "missing", also if it was deleted; "forbidden" as `assertCanSeeAttachments` */
export async function getAttachment(tenant: Tenant, id: string): Promise<Attachment> {
  const isIt = and(eq(attachments.id, id), isNull(attachments.deletedAt));
  const [row] = await selectAttachments(tenant.books.read).where(
    forAgency(tenant, attachments, isIt),
  );
  if (row) {
    assertCanSeeAttachments(tenant, row.paper.entity);
    return toAttachment(row);
  }
  const stored = HASH.test(id) ? await findBytes(tenant, id) : undefined;
  if (stored) return toUnlinked(tenant, stored, stored.sha256.slice(0, 12));
  throw new Refusal("missing", "Attachment not found");
}

const HASH = /^[0-9a-f]{64}$/;

/** An attachment without a record yet is identified by its hash. */
function toUnlinked(tenant: Tenant, { sha256, kind, size }: StoredBytes, name: string): Attachment {
  const createdBy = { _id: tenant.userId, name: "" };
  const none = { entity: null, id: null, createdAt: nowFor(tenant), createdBy };
  return { _id: sha256, name, kind, size, sha256, ...none };
}

/** Reads an attachment's bytes. @throws DatabaseError "damaged" if they are missing */
export async function getBytes(tenant: Tenant, { sha256 }: Attachment): Promise<StoredBytes> {
  const stored = await findBytes(tenant, sha256);
  if (stored) return stored;
  throw new DatabaseError("damaged", `The bytes of attachment ${sha256} are missing`);
}

/**
 * Links an attachment to stored bytes, or by hash to bytes uploaded earlier.
 * @param stored the bytes just stored; otherwise the input has their hash
 * @throws Refusal "missing", or "conflict" if the record already has this file, or 20 files
 */
export async function addAttachment(
  tenant: Tenant,
  input: NewAttachment,
  stored: StoredBytes | undefined,
): Promise<Attachment> {
  const { entity, id: entityId, name } = input;
  const bytes = stored ?? (await renewBytes(tenant, input.sha256 ?? ""));
  if (!bytes)
    throw new Refusal("missing", "The attachment is missing on the server. Upload it again");
  if (entity === undefined || entityId === undefined) return toUnlinked(tenant, bytes, name);
  const { sha256, size, kind } = bytes;
  return withIdempotency(tenant, async (tx) => {
    await assertHoldsAttachments(tx, tenant, entity, entityId);
    await assertRoom(tx, tenant, { entity, id: entityId }, sha256);
    const { agencyId, userId: createdBy } = tenant;
    const id = newId();
    const row = { agencyId, id, entity, entityId, name, kind, size, sha256, createdBy };
    await tx.insert(attachments).values({ ...row, createdAt: nowFor(tenant) });
    const after = await getAttachment(tenant, id);
    await recordChange(tx, tenant, "CREATE", "Attachment", { after });
    return after;
  });
}

async function assertRoom(
  tx: Write,
  tenant: Tenant,
  { entity, id }: AttachmentOwner,
  sha256: string,
): Promise<void> {
  const isIts = and(eq(attachments.entity, entity), eq(attachments.entityId, id));
  const those = forAgency(tenant, attachments, isIts, isNull(attachments.deletedAt));
  const [same] = await tx
    .select({ name: attachments.name })
    .from(attachments)
    .where(and(those, eq(attachments.sha256, sha256)));
  if (same) throw new Refusal("conflict", `This file is already attached, as ${same.name}`);
  const [held] = await tx.select({ count: count() }).from(attachments).where(those);
  if ((held?.count ?? 0) >= ATTACHMENTS_MAX) {
    throw new Refusal("conflict", `A record holds at most ${ATTACHMENTS_MAX} attachments`);
  }
}

/** Moves all attachments of a record to another one that has none. */
export async function moveAttachments(
  tx: Write,
  tenant: Tenant,
  from: AttachmentOwner,
  to: AttachmentOwner,
): Promise<void> {
  const isIts = and(eq(attachments.entity, from.entity), eq(attachments.entityId, from.id));
  const rows = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(forAgency(tenant, attachments, isIts, isNull(attachments.deletedAt)));
  for (const { id } of rows) {
    const before = await getAttachment(tenant, id);
    await tx
      .update(attachments)
      .set({ entity: to.entity, entityId: to.id })
      .where(forAgency(tenant, attachments, eq(attachments.id, id)));
    const after = await getAttachment(tenant, id);
    await recordChange(tx, tenant, "UPDATE", "Attachment", { before, after });
  }
}

interface AttachmentOwner {
  entity: Holder;
  id: string;
}

/** Marks an attachment as deleted. Its bytes stay. @throws Refusal "missing" */
export function deleteAttachment(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getAttachment(tenant, id);
    if (before.entity === null) throw new Refusal("missing", "Attachment not found");
    await tx
      .update(attachments)
      .set({ deletedAt: nowFor(tenant), deletedBy: tenant.userId })
      .where(forAgency(tenant, attachments, eq(attachments.id, id)));
    await recordChange(tx, tenant, "DELETE", "Attachment", { before });
  });
}

type From = Pick<Read, "select">;

export const selectAttachments = (from: From) =>
  from
    .select({ paper: attachments, name: users.name })
    .from(attachments)
    .innerJoin(
      users,
      and(eq(users.agencyId, attachments.agencyId), eq(users.id, attachments.createdBy)),
    );

type Row = Awaited<ReturnType<typeof selectAttachments>>[number];

export function toAttachment({ paper, name }: Row): Attachment {
  const { id: _id, entity, entityId: id, kind, size, sha256, createdAt } = paper;
  const createdBy = { _id: paper.createdBy, name };
  return { _id, entity, id, name: paper.name, kind, size, sha256, createdAt, createdBy };
}
