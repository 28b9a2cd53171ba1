import { undoStates } from "../schema/undo.ts";
import { owned } from "./tenant.ts";
import type { Write } from "./transaction.ts";

/** Rows that come and go with an import are undone with it, so no image of each is kept meanwhile. */
export async function withoutImages<T>(
  tx: Write,
  { agencyId }: { agencyId: number },
  work: () => Promise<T>,
): Promise<T> {
  await tx.insert(undoStates).values({ agencyId, state: "import" });
  const result = await work();
  await tx.delete(undoStates).where(owned({ agencyId }, undoStates));
  return result;
}
