import { type Proposals, propose, proposeInSlices } from "../../domain/banking/propose.ts";
import { newReadings, type Readings } from "../../domain/banking/readings.ts";
import { findCheckpoint } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readMatchContext } from "./matchContext.ts";

// An account's suggestions depend on all its open lines, because lines compete for entries. They are cached
// until the agency's next log entry, so further pages of a review are quick. Parsed texts are cached longer,
// because most stay the same after a write.

interface CachedProposals {
  head: string;
  proposals: Proposals;
  readings: Readings;
}

/** Cached suggestions of a thread, by database, most recently used last. */
const cache = new WeakMap<object, Map<string, CachedProposals>>();
/** Maximum lines with cached suggestions. */
const KEPT_LINES = 20_000;
/** Milliseconds after which the thread yields to other calls. */
const STEP_MS = 10;

/** For a reader thread: returns suggestions for an account's open lines. */
export async function readProposals(tenant: Tenant, accountId: string): Promise<Proposals> {
  const { books, agencyId } = tenant;
  const all = cache.get(books.place) ?? new Map<string, CachedProposals>();
  cache.set(books.place, all);
  const key = `${agencyId} ${accountId}`;
  // The hash first: changes written after it are read again under the next hash.
  const { head } = await findCheckpoint(books.read, tenant);
  const known = all.get(key);
  all.delete(key);
  // Not shared with concurrent calls, which would take each other's readings.
  const readings = known?.readings ?? newReadings();
  const proposals =
    known?.head === head ? known.proposals : await compute(tenant, accountId, readings);
  all.set(key, { head, proposals, readings });
  let lines = [...all.values()].reduce((sum, one) => sum + one.proposals.size, 0);
  for (const [other, { proposals }] of all) {
    if (lines <= KEPT_LINES || other === key) break;
    all.delete(other);
    lines -= proposals.size;
  }
  return proposals;
}

async function compute(tenant: Tenant, accountId: string, readings: Readings): Promise<Proposals> {
  const slices = proposeInSlices(
    await readMatchContext(tenant.books.read, tenant, accountId),
    readings,
  );
  let until = performance.now() + STEP_MS;
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await new Promise(setImmediate);
    until = performance.now() + STEP_MS;
  }
}

/** Returns suggestions for all open lines of these accounts, without caching. */
export async function proposeFor(
  read: Read,
  tenant: Tenant,
  lines: { accountId: string }[],
): Promise<Proposals> {
  const all: Proposals = new Map();
  for (const accountId of new Set(lines.map((line) => line.accountId))) {
    for (const [id, some] of propose(await readMatchContext(read, tenant, accountId)))
      all.set(id, some);
  }
  return all;
}
