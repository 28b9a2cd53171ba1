import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { today } from "../../domain/dates.ts";
import type { Role } from "../../domain/roles.ts";
import type { Books } from "./books.ts";

/** Who is asking, and whose books they may see. Every operation takes it first. */
export interface Tenant {
  books: Books;
  agencyId: number;
  userId: string;
  role: Role;
  /** Of a create that may come again: its key, and a digest of what it says. */
  idempotency?: Idempotency | undefined;
  /** Of whom an owner has approved it: what is written is that person's, and the limit holds no more. */
  approvedFor?: string | undefined;
  /** What was written for them, once it was: told with the answer. */
  wrote?: WriteResult;
  /** The session is not recent and no proof came with the request: sensitive changes are refused. */
  mustProve?: boolean | undefined;
  /** When it happens, where that is not now: the demo's year. */
  at?: string | undefined;
}

/** Of an answer: by what name it can be undone, and whether it is one that was had before. */
export interface WriteResult {
  operation?: string;
  /** Set if the caller cannot undo the operation, whatever happens to its records. */
  hasNoUndo?: boolean;
  /** How far the log's chain had come when something left the books: goes along with it. */
  seen?: Checkpoint;
  isReplayed?: boolean;
}

export interface Idempotency {
  key: string;
  digest: string;
  /** Set once it is known that the key has had its answer before. */
  isReplayed?: boolean;
}

/** What is written as the moment of a deed. */
export const nowFor = ({ at }: Pick<Tenant, "at">) => at ?? new Date().toISOString();

/** The calendar date of that moment. */
export const todayFor = (tenant: Pick<Tenant, "at">) => today(new Date(nowFor(tenant)));

/** Where-clause of every query: this agency's rows and no others. */
export function forAgency(
  tenant: { agencyId: number },
  table: { agencyId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
): SQL | undefined {
  return and(eq(table.agencyId, tenant.agencyId), ...conditions);
}
