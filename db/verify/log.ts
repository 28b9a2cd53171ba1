import { sql } from "drizzle-orm";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type ChainCheck, type LogEntry, verifyChain } from "../../domain/agencies/verifyChain.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";
import { atOneMoment, inSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";

const AT_ONCE = 1_000;

/** The whole log as its chain takes it, oldest first, of one moment. */
export function exportLog({ books, agencyId }: Tenant): AsyncGenerator<LogEntry[]> {
  return inSnapshot(books, (read) => logOf(read, agencyId));
}

/** For a reader thread: computes the chain anew, and holds the heads that were given away against it. */
export function verifyLog({ books, agencyId }: Tenant, given: Checkpoint[]): Promise<ChainCheck> {
  return atOneMoment(books, (read) => proveLog(read, agencyId, given));
}

/** Where the log is not what its chain says. */
export async function verifyLogOf(read: Read, agencyId: number): Promise<Difference[]> {
  const { broken, entries, end } = await proveLog(read, agencyId);
  if (!broken) return [];
  const where = `audit log, entry ${broken.seq}: ${broken.why}`;
  return [
    { where, account: "", category: "", figure: "entries", stored: entries, derived: end.seq },
  ];
}

async function proveLog(read: Read, agencyId: number, given?: Checkpoint[]): Promise<ChainCheck> {
  const [agency] = await read.all<{ slug: string }>(
    sql`SELECT slug FROM agencies WHERE id = ${agencyId}`,
  );
  return verifyChain(logOf(read, agencyId), agency?.slug ?? "", given);
}

async function* logOf(read: Read, agencyId: number): AsyncGenerator<LogEntry[]> {
  for (let seq = 0; ; ) {
    const entries =
      await read.all<LogEntry>(sql`SELECT seq, id AS _id, at, user_id AS "userId", action,
      entity, payload, head FROM audit_log INDEXED BY audit_log_chain
      WHERE agency_id = ${agencyId} AND seq > ${seq} ORDER BY seq LIMIT ${AT_ONCE}`);
    if (entries.length > 0) yield entries;
    if (entries.length < AT_ONCE) return;
    seq = entries.at(-1)?.seq ?? seq;
    await Bun.sleep(0); // Others that ask the same thread have a turn.
  }
}
