import type { Tenant } from "../engine/tenant.ts";
import type { MonthMail } from "../mail/send.ts";
import { getChecklist } from "./checklist.ts";
import { closeMonth } from "./close.ts";
import { countGstErrors } from "./gst.ts";
import { listTasks } from "./tasks.ts";

/** What a database worker does of closing a month. */
export const CLOSING = {
  getChecklist: (tenant: Tenant, month: string) => getChecklist(tenant, month),
  countGstErrors: (tenant: Tenant, month: string) => countGstErrors(tenant, month),
  listTasks: (tenant: Tenant, month: string) => listTasks(tenant, month),
  closeMonth: (tenant: Tenant, input: MonthMail & { papers: string[] }) =>
    closeMonth(tenant, input),
};
