import { type Proposals, propose, proposeInSlices } from "../../domain/banking/propose.ts";
import { newReadings, type Readings } from "../../domain/banking/readings.ts";
import { findCheckpoint } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readMatchContext } from "./matchContext.ts";

// Proposals of an account depend on all of its open lines, because lines compete for entries. They are kept
// until the agency's log has another entry, so that the next pages of a review only look them up. What the
// texts say is kept longer: after a write most of them are the same.

interface CachedProposals {
  head: string;
  proposals: Proposals;
  readings: Readings;
}

/** Proposals of one thread, the last used last, by database. */
const kept = new WeakMap<object, Map<string, CachedProposals>>();
/** Lines with proposals that a thread keeps. */
const KEPT_LINES = 20_000;
/** Milliseconds after which a thread looks at its other calls. */
const STEP_MS = 10;

/** For a reader thread: returns what the open lines of an account may be. */
export async function readProposals(tenant: Tenant, accountId: string): Promise<Proposals> {
  const { books, agencyId } = tenant;
  const all = kept.get(books.place) ?? new Map<string, CachedProposals>();
  kept.set(books.place, all);
  const key = `${agencyId} ${accountId}`;
  // The head first: what is written after it and read with the field is found again with the next head.
  const { head } = await findCheckpoint(books.read, tenant);
  const known = all.get(key);
  all.delete(key);
  // Not of calls that compute at the same time, which would take each other's away.
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

/** Returns the proposals for all open lines of these accounts, without keeping them. */
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
