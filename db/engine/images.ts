import { undoStates } from "../schema/undo.ts";
import { forAgency } from "./tenant.ts";
import type { Write } from "./transaction.ts";

/** Rows that come and go with an import are undone with it, so no image of each is kept meanwhile. */
export const pauseSnapshots = <T>(tx: Write, who: { agencyId: number }, work: () => Promise<T>) =>
  inState(tx, who, "import", work);

/** Lets a document be deleted, which triggers refuse otherwise: it has returned its number. */
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
