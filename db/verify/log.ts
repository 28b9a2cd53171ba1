import { sql } from "drizzle-orm";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import {
  differenceWords,
  type LogCheck,
  type RecordsCheck,
  recordWords,
} from "../../domain/agencies/recordsCheck.ts";
import { type ChainCheck, type LogEntry, verifyChain } from "../../domain/agencies/verifyChain.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import type { Read } from "../engine/books.ts";
import { streamSnapshot, withSnapshot } from "../engine/snapshot.ts";
import type { Tenant } from "../engine/tenant.ts";
import { proveRecords } from "./records.ts";
import { verifyRows } from "./rows.ts";

const AT_ONCE = 1_000;

/** Streams the whole log as hashed, oldest first, from one snapshot. */
export function exportLog({ books, agencyId }: Tenant): AsyncGenerator<LogEntry[]> {
  return streamSnapshot(books, (read) => readLog(read, agencyId));
}

/**
 * For a reader thread: recomputes the hash chain, compares it with the hashes given out, and compares records
 * with their last log entries.
 */
export function verifyLog({ books, agencyId }: Tenant, given: Checkpoint[]): Promise<LogCheck> {
  return withSnapshot(books, async (read) => {
    const check = await proveLog(read, agencyId, given);
    // If the chain is broken, the rest cannot be trusted, or even read.
    const records = check.broken
      ? { compared: 0, differences: [] }
      : await verifyRecords(read, agencyId, true);
    const ok = check.ok && records.differences.length === 0;
    return { ...check, ok, records, given: await headsGiven(read, agencyId, check) };
  });
}

const GIVEN_SHOWN = 20;

/** Returns the hashes that left the books, and whether they match the recomputed chain. */
async function headsGiven(read: Read, agencyId: number, { end }: ChainCheck) {
  const given = await read.all<Omit<LogCheck["given"][number], "agrees">>(sql`
    SELECT seq, head, at, u.name AS "userName",
      coalesce(payload ->> '$.report', 'audit-log.jsonl') AS "on"
    FROM audit_log a INDEXED BY audit_log_chain
    JOIN users u ON u.agency_id = a.agency_id AND u.id = a.user_id
    WHERE a.agency_id = ${agencyId} AND action = 'VIEW'
      AND (payload ->> '$.report' NOT LIKE '%.csv' OR payload ->> '$.export' = 'audit-log.jsonl')
    ORDER BY seq DESC LIMIT ${GIVEN_SHOWN}`);
  return given.map((one) => ({ ...one, agrees: one.seq <= end.seq }));
}

/** Returns where the log breaks its chain, and where records differ from the log. */
export async function verifyAgencyLog(read: Read, agencyId: number): Promise<Difference[]> {
  const { broken, entries, end } = await proveLog(read, agencyId);
  const nowhere = { account: "", category: "" };
  if (broken) {
    const where = `audit log, entry ${broken.seq}: ${broken.why}`;
    return [{ where, ...nowhere, figure: "entries", stored: entries, derived: end.seq }];
  }
  const { differences } = await verifyRecords(read, agencyId, false);
  return differences.map((one) => ({
    where: `${recordWords(one)}: ${differenceWords(one)}`,
    ...nowhere,
    figure: one.field || "record",
    stored: one.now,
    derived: one.logged,
  }));
}

const SHOWN = 100;

/** Compares records with the log's entries and rows with the journal. Each record is reported once. */
export async function verifyRecords(
  read: Read,
  agencyId: number,
  isStrict: boolean,
): Promise<RecordsCheck> {
  const { compared, differences } = await proveRecords(read, agencyId, isStrict);
  const named = new Set(differences.map(({ _id }) => _id));
  const rows = (await verifyRows(read, agencyId)).filter(({ _id }) => !named.has(_id));
  return { compared, differences: [...differences, ...rows].slice(0, SHOWN) };
}

async function proveLog(read: Read, agencyId: number, given?: Checkpoint[]): Promise<ChainCheck> {
  const [agency] = await read.all<{ slug: string }>(
    sql`SELECT slug FROM agencies WHERE id = ${agencyId}`,
  );
  return verifyChain(readLog(read, agencyId), agency?.slug ?? "", given);
}

async function* readLog(read: Read, agencyId: number): AsyncGenerator<LogEntry[]> {
  for (let seq = 0; ; ) {
    const entries =
      await read.all<LogEntry>(sql`SELECT seq, id AS _id, at, user_id AS "userId", action,
      entity, payload, head FROM audit_log INDEXED BY audit_log_chain
      WHERE agency_id = ${agencyId} AND seq > ${seq} ORDER BY seq LIMIT ${AT_ONCE}`);
    if (entries.length > 0) yield entries;
    if (entries.length < AT_ONCE) return;
    seq = entries.at(-1)?.seq ?? seq;
    await Bun.sleep(0); // Other calls of this thread get a turn.
  }
}
