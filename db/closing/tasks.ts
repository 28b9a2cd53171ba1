import { count, eq, sql, sum } from "drizzle-orm";
import { buildChecklist } from "../../domain/closing/checklist.ts";
import { buildTasks, mayDo, type Task, type TaskFacts } from "../../domain/closing/tasks.ts";
import { readMonth, today } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { listOpenQuestions } from "../comments/comments.ts";
import { listInvoices } from "../documents/listInvoices.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { readChart } from "../ledger/chart.ts";
import { listBills } from "../purchases/listBills.ts";
import { approvals } from "../schema/approvals.ts";
import { accounts } from "../schema/ledger.ts";
import { countStopped } from "../series/list.ts";
import { readOpen } from "./banks.ts";
import { readFacts } from "./checklist.ts";
import { findClosing } from "./closings.ts";
import { mayClose } from "./mayClose.ts";

const FIRST = { page: 1, limit: 1 } as const;
const LAST_DAY = "9999-12-31";

/**
 * For a reader thread: lists the user's tasks for today.
 * @param month the month to close, `2026-10`
 */
export async function listTasks(tenant: Tenant, month: string): Promise<Task[]> {
  const { items, total, totals } = await listInvoices(tenant, {
    ...FIRST,
    status: "OVERDUE",
    sort: "dueDate",
  });
  const stopped = await countStopped(tenant);
  const asked = mayDo(tenant.role, "asked") ? await listOpenQuestions(tenant) : [];
  const { due } = await listBills(tenant, { ...FIRST, sort: "-date" });
  const found = await withSnapshot(tenant.books, async (read) => ({
    lines: mayDo(tenant.role, "lines") ? await readLines(read, tenant) : [],
    month: await readMonthToClose(read, tenant, month),
    waiting: await readWaiting(read, tenant),
  }));
  const [oldest] = items;
  const invoices = { count: total, balance: totals.balanceDue, oldest: oldest?.dueDate ?? "" };
  return buildTasks({ today: today(), invoices, due, stopped, asked, ...found }, tenant.role);
}

async function readWaiting(read: Read, tenant: Tenant): Promise<TaskFacts["waiting"]> {
  const { state, amountPaise } = approvals;
  const [found] = await read
    .select({ count: count(), paise: sql<Paise>`coalesce(${sum(amountPaise)}, 0)` })
    .from(approvals)
    .where(forAgency(tenant, approvals, eq(state, "waiting")));
  return { count: found?.count ?? 0, amount: toRupees(found?.paise ?? (0 as Paise)) };
}

/** Counts unmatched bank lines by statement, through the index of open lines. */
export async function readLines(read: Read, tenant: Tenant): Promise<TaskFacts["lines"]> {
  const rows = await read
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      forAgency(
        tenant,
        accounts,
        sql`EXISTS (SELECT 1 FROM bank_lines b WHERE b.agency_id = ${tenant.agencyId}
          AND b.account_id = accounts.id AND b.match_id IS NULL)`,
      ),
    );
  const lines: TaskFacts["lines"] = [];
  for (const { id } of rows) lines.push(...(await readOpen(read, tenant, id, LAST_DAY)));
  return lines;
}

async function readMonthToClose(
  read: Read,
  tenant: Tenant,
  month: string,
): Promise<TaskFacts["month"]> {
  const range = readMonth(month);
  const { booksBegin } = await readChart(tenant.agencyId, read);
  if (!range || booksBegin === "" || booksBegin > range.dateTo) return undefined;
  if (await findClosing(read, tenant, month)) return undefined;
  if (tenant.role === "accountant" && !(await mayClose(read, tenant))) return undefined;
  return { month, items: buildChecklist(await readFacts(read, tenant, month)) };
}
