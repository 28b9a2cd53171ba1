import type { Action, Entity } from "./audit.ts";

// Checks in the audit log whether the records that a request created still exist.

/** A change of a record in the log. */
export interface LoggedChange {
  action: Action;
  entity: Entity;
  id: string;
  /** Its status or state after the change, or null. */
  state: string | null;
}

/** States without effect. All other entities use CANCELLED. */
const ENDED: Partial<Record<Entity, string[]>> = {
  Approval: ["refused", "withdrawn"],
  Mail: ["cancelled"],
};

/** Records that a request creates incidentally, and that remain when its result is deleted. */
const INCIDENTAL: Entity[] = ["Account", "Category"];

/** Returns the records that an operation created, without incidental ones. */
export function listCreated<T extends LoggedChange>(changes: T[]): T[] {
  const created = changes.filter(({ action }) => action === "CREATE");
  const main = created.filter(({ entity }) => !INCIDENTAL.includes(entity));
  return main.length > 0 ? main : created;
}

/**
 * Whether all of these records were deleted or cancelled. If one still exists, the stored result is
 * kept, because repeating the request would create that one twice.
 * @param later log entries since the records were created, oldest first
 */
export function areAllGone(created: LoggedChange[], later: LoggedChange[]): boolean {
  const toKey = ({ entity, id }: LoggedChange) => `${entity} ${id}`;
  const isGone = new Map(created.map((one) => [toKey(one), false]));
  for (const change of later) {
    const key = toKey(change);
    if (!isGone.has(key)) continue;
    if (change.action === "DELETE") isGone.set(key, true);
    else if (change.action === "CREATE") isGone.set(key, false);
    else if (change.state !== null) isGone.set(key, isEnded(change));
  }
  return isGone.size > 0 && isGone.values().every((gone) => gone);
}

const isEnded = ({ entity, state }: LoggedChange) =>
  (ENDED[entity] ?? ["CANCELLED"]).includes(state ?? "");
