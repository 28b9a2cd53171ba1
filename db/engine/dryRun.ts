import type { Tenant } from "./tenant.ts";
import { writeTransaction } from "./transaction.ts";

/** Carries the result out of a transaction that is rolled back. */
class Rehearsed<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("None of this is saved");
    this.result = result;
  }
}

/**
 * Does the work, rolls everything back and returns the result. So a dry run refuses what a real run refuses.
 * @throws Refusal as the work itself
 */
export async function dryRun<T>(
  { idempotency: _, ...tenant }: Tenant,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  try {
    return await writeTransaction(tenant, async () => {
      throw new Rehearsed(await work(tenant));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result;
    throw error;
  }
}
