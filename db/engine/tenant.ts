import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { today } from "../../domain/dates.ts";
import type { Role } from "../../domain/roles.ts";
import type { Books } from "./books.ts";

/** The user and agency of a request. Every operation takes it first and sees only that agency's books. */
export interface Tenant {
  books: Books;
  agencyId: number;
  userId: string;
  role: Role;
  /** Key of a create request that may be retried, and a hash of its input. */
  idempotency?: Idempotency | undefined;
  /** The user whose payment an owner approved. The records are theirs, and the limit does not apply. */
  approvedFor?: string | undefined;
  /** The session is not recent and the request has no proof, so sensitive changes are refused. */
  mustProve?: boolean | undefined;
  /** ISO time to record, if it is not now. Used by the demo's year. */
  at?: string | undefined;
}

export interface Idempotency {
  key: string;
  digest: string;
}

/** Returns the ISO time to record for an action. */
export const nowFor = ({ at }: Pick<Tenant, "at">) => at ?? new Date().toISOString();

/** Returns the date on which the action is recorded, in India. */
export const todayFor = (tenant: Pick<Tenant, "at">) => today(new Date(nowFor(tenant)));

/** Returns the WHERE clause that every query needs: this agency's rows only. */
export function forAgency(
  tenant: { agencyId: number },
  table: { agencyId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
): SQL | undefined {
  return and(eq(table.agencyId, tenant.agencyId), ...conditions);
}
