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

/** Views that a full disk kept out of the log, by agency. They are logged before its next view. */
const owed = new WeakMap<object, Map<number, Owed[]>>();
/** Of one agency. Beyond, a view is refused as any other write on a full disk. */
const OWED_MAX = 1_000;

/** Logs that data leaves the books: a PDF or an export, and of what. Returns the hash that may go with it. */
export const recordView = (
  tenant: Tenant,
  entity: Entity,
  payload: Record<string, unknown>,
): Promise<Checkpoint> => recordViews(tenant, entity, [payload]);

/** Logs that many things leave the books together. */
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
    // Whoever has the books must be able to read them, and to take them away, from a disk that is full.
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
