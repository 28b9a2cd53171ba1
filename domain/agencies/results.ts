import type { Action, Entity } from "./audit.ts";

// Whether the records that a request created still exist, as the audit log tells it.

/** One change of a record, as the log has it. */
export interface LoggedChange {
  action: Action;
  entity: Entity;
  id: string;
  /** Its status or state after the change; null if it has none. */
  state: string | null;
}

/** The states in which a record has no effect any more. Every other entity is CANCELLED. */
const ENDED: Partial<Record<Entity, string[]>> = {
  Approval: ["refused", "withdrawn"],
  Mail: ["cancelled"],
};

/** Names that a request creates along the way, and that stay when its result is deleted. */
const INCIDENTAL: Entity[] = ["Account", "Category"];

/** Returns the records that an operation created, without names that it only created along the way. */
export function listCreated<T extends LoggedChange>(changes: T[]): T[] {
  const created = changes.filter(({ action }) => action === "CREATE");
  const main = created.filter(({ entity }) => !INCIDENTAL.includes(entity));
  return main.length > 0 ? main : created;
}

/**
 * Checks whether all of these records were deleted or cancelled. One that still exists is enough to keep
 * the result: the same request would create that one twice.
 * @param later what the log says of them after they were created, oldest first
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
