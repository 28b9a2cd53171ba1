import { undoStates } from "../schema/undo.ts";
import { forAgency } from "./tenant.ts";
import type { Write } from "./transaction.ts";

/** Runs `work` without row snapshots. An import's rows are undone with the import, so they need none. */
export const pauseSnapshots = <T>(tx: Write, who: { agencyId: number }, work: () => Promise<T>) =>
  inState(tx, who, "import", work);

/**
 * Runs `work` with document deletion allowed, which triggers otherwise refuse. The caller has freed the
 * number.
 */
export const withDeletions = <T>(tx: Write, who: { agencyId: number }, work: () => Promise<T>) =>
  inState(tx, who, "undo", work);

async function inState<T>(
  tx: Write,
  { agencyId }: { agencyId: number },
  state: "import" | "undo",
  work: () => Promise<T>,
): Promise<T> {
  await tx.insert(undoStates).values({ agencyId, state });
  const result = await work();
  await tx.delete(undoStates).where(forAgency({ agencyId }, undoStates));
  return result;
}
