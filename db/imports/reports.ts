import { and, count, desc, eq, gt, ne, notInArray, or } from "drizzle-orm";
import type { ImportBatch, ImportReport, ImportsQuery } from "../../domain/ledger/imports.ts";
import { toRupees } from "../../domain/money.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { toPaiseSum } from "../ledger/sums.ts";
import { users } from "../schema/agencies.ts";
import { imports } from "../schema/imports.ts";

/** Lists the imports that added something, newest first. */
export async function listImports(tenant: Tenant, { page, limit }: ImportsQuery) {
  const mine = forAgency(
    tenant,
    imports,
    notInArray(imports.state, ["staging", "dropping"]),
    or(gt(imports.added, 0), ne(imports.state, "done")),
  );
  const [rows, counts] = await tenant.books.read.batch([
    tenant.books.read
      .select()
      .from(imports)
      .innerJoin(users, and(eq(users.agencyId, imports.agencyId), eq(users.id, imports.userId)))
      .where(mine)
      .orderBy(desc(imports.id))
      .limit(limit)
      .offset((page - 1) * limit),
    tenant.books.read.select({ count: count() }).from(imports).where(mine),
  ]);
  const total = counts[0]?.count ?? 0;
  const items = rows.map(({ imports: row, users: { id, name, email } }): ImportBatch => {
    const { state, at } = row;
    return {
      ...toReport(row),
      _id: row.id,
      at,
      userId: { _id: id, name, email },
      state: state as "done",
      books: row.books?.counts ?? null,
    };
  });
  return { items, total, page, totalPages: Math.ceil(total / limit) };
}

export function toReport(row: typeof imports.$inferSelect): ImportReport {
  const { id, file, rows, added, transfers, dateFrom, dateTo, created } = row;
  return {
    _id: added > 0 ? id : null,
    file,
    dryRun: false,
    rows,
    added,
    skipped: rows - added,
    totals: {
      income: toRupees(toPaiseSum(row.incomeCrores, row.incomePaise)),
      expense: toRupees(toPaiseSum(row.expenseCrores, row.expensePaise)),
      transfers: toRupees(toPaiseSum(row.transferCrores, row.transferPaise)),
    },
    transfers,
    dateFrom,
    dateTo,
    created: {
      accounts: created.accounts.map(({ name }) => name),
      categories: created.categories.map(({ name }) => name),
    },
  };
}
