import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type Author, type Change, findCheckpoint, recordChanges } from "./audit.ts";
import { classifyFault } from "./errors.ts";
import { nowFor, type Tenant } from "./tenant.ts";
import { writeTransaction } from "./transaction.ts";

type Entity = Change["entity"];

interface Owed {
  who: Author;
  changes: Change[];
}

/** Views that a full disk prevented from being logged, by agency. They are logged before its next view. */
const owed = new WeakMap<object, Map<number, Owed[]>>();
/** Per agency. Beyond it, a view is refused like any write on a full disk. */
const OWED_MAX = 1_000;

/** Logs that data leaves the books as a PDF or export. Returns the log's hash to send along. */
export const recordView = (
  tenant: Tenant,
  entity: Entity,
  payload: Record<string, unknown>,
): Promise<Checkpoint> => recordViews(tenant, entity, [payload]);

/** Logs several views in one transaction. */
export async function recordViews(
  tenant: Tenant,
  entity: Entity,
  payloads: Record<string, unknown>[],
): Promise<Checkpoint> {
  const changes = payloads.map((payload) => ({ action: "VIEW", entity, payload }) as const);
  const mine = owedTo(tenant);
  const before = mine.splice(0);
  try {
    return await writeTransaction(tenant, async (tx) => {
      for (const { who, changes } of before) await recordChanges(tx, who, changes);
      return recordChanges(tx, tenant, changes);
    });
  } catch (error) {
    mine.unshift(...before);
    // On a full disk, users must still be able to read and export their books.
    if (classifyFault(error) !== "full" || mine.length >= OWED_MAX) throw error;
    const { agencyId, userId, role } = tenant;
    mine.push({ who: { agencyId, userId, role, at: nowFor(tenant) }, changes });
    return findCheckpoint(tenant.books.read, tenant);
  }
}

function owedTo({ books: { place }, agencyId }: Tenant) {
  const ofBooks = owed.get(place) ?? new Map();
  owed.set(place, ofBooks);
  const mine = ofBooks.get(agencyId) ?? [];
  ofBooks.set(agencyId, mine);
  return mine as Owed[];
}
