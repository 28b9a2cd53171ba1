import { sql } from "drizzle-orm";
import { computeHead, type Link } from "../../domain/agencies/chain.ts";
import { findCheckpoint, recordChange } from "./audit.ts";
import type { Books } from "./books.ts";
import { findFounder } from "./founder.ts";
import { type Write, writeTransaction } from "./transaction.ts";

const AT_ONCE = 5_000;

/**
 * Computes hashes for log entries from before the hash chain, and logs where those entries end. It can be
 * stopped: the next start continues after the last hashed entry.
 */
export async function chainEarlierLog(books: Books): Promise<void> {
  const [isOpen] = await books.write.all(FIRST_OPEN);
  for (let isLeft = isOpen !== undefined; isLeft; )
    isLeft = await writeTransaction({ books }, chainSome);
}

const FIRST_OPEN = sql<{ agencyId: number; seq: number }>`SELECT agency_id AS "agencyId", seq
  FROM audit_log INDEXED BY audit_log_unchained WHERE head = '' ORDER BY agency_id, seq LIMIT 1`;

/** Returns whether more entries may follow. */
async function chainSome(tx: Write): Promise<boolean> {
  const [open] = await tx.all<{ agencyId: number; seq: number }>(FIRST_OPEN);
  if (!open) return false;
  const { agencyId, seq } = open;
  const links = await tx.all<Link>(sql`
    SELECT seq, id AS _id, at, user_id AS "userId", action, entity, payload FROM audit_log
    WHERE agency_id = ${agencyId} AND seq >= ${seq} ORDER BY seq LIMIT ${AT_ONCE}`);
  let { head } = await findCheckpoint(tx, open, seq - 1);
  const heads = links.map((link) => {
    head = computeHead(head, link);
    return [link._id, head];
  });
  await tx.run(sql`UPDATE audit_log SET head = value ->> 1 FROM json_each(${JSON.stringify(heads)})
    WHERE agency_id = ${agencyId} AND audit_log.id = value ->> 0`);
  const last = seq - 1 + links.length;
  if ((await findCheckpoint(tx, open)).seq === last) await recordBegin(tx, agencyId, last);
  return true;
}

async function recordBegin(tx: Write, agencyId: number, count: number): Promise<void> {
  const userId = await findFounder(tx, agencyId);
  await recordChange(tx, { agencyId, userId, role: "bahi" }, "UPDATE", "Metadata", {
    chain: `The chain begins here; ${count} entries before it were chained afterwards`,
  });
}
