import * as v from "valibot";
import { getMetadata } from "../../db/agencies/agency.ts";
import { findClosing } from "../../db/closing/closings.ts";
import { assertMayClose } from "../../db/closing/mayClose.ts";
import { markShared, recordOpening } from "../../db/closing/share.ts";
import { findCheckpoint } from "../../db/engine/audit.ts";
import { emailMonth, type MonthMail } from "../../db/mail/send.ts";
import { assertReady } from "../../domain/closing/checklist.ts";
import {
  type Checklist,
  type CloseFigures,
  type CloseItem,
  checklistPage,
  type MonthClosing,
  type MonthShare,
  SHARE_WAYS,
} from "../../domain/closing/closing.ts";
import { TASK_KEYS, type Task } from "../../domain/closing/tasks.ts";
import { statementOfAccountCsv } from "../../domain/csv/statements.ts";
import {
  type DateRange,
  formatRange,
  toPresetRange as periodOf,
  readMonth,
} from "../../domain/dates.ts";
import { listFileNames } from "../../domain/folder/fileNames.ts";
import { folderName } from "../../domain/folder/folderIndex.ts";
import { listMonthFiles } from "../../domain/folder/month.ts";
import { readJson } from "../../domain/json.ts";
import { type StatementOfAccount, StatementOfAccountQuery } from "../../domain/ledger/reports.ts";
import { NewMonthEmail } from "../../domain/mail/mailInput.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { resolveOrigin } from "../http/address.ts";
import type { AppContext } from "../http/context.ts";
import { download } from "../http/download.ts";
import { folderEntries } from "../http/folder.ts";
import { callOwnApi } from "../http/ownApi.ts";
import { readInWorker } from "../http/workerReads.ts";
import { toZip } from "../http/zip.ts";
import { call, type Group } from "./call.ts";
import { gstPayment } from "./gstShapes.ts";
import { sent } from "./mailShapes.ts";
import {
  count,
  createShape,
  day,
  dayIfAny,
  id,
  isTrue,
  moment,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";

const MONTH = "2026-04";
/** Before the first entries of the examples. */
const EARLIER = "2025-01";

const line = v.object({ title: text, note: text, count, link: text });
const item = createShape<CloseItem>()(
  v.object({
    key: v.pipe(
      text,
      v.description(
        "For some, a kind such as `bank:` and the id of an account, own item or journal",
      ),
    ),
    title: text,
    state: v.picklist(["blocked", "done", "open"]),
    count: v.pipe(count, v.description("Number of open items, at least 1")),
    link: v.pipe(text, v.description("Page that shows the counted items")),
    step: v.pipe(count, v.description("Step, from 1")),
    note: v.pipe(text, v.description("Status. If the step is blocked, what it is waiting for.")),
    lines: v.array(line),
    due: dayIfAny,
    from: v.pipe(text, v.description('First day it can be done, or ""')),
    amount: v.nullable(rupeeSum),
    by: v.nullable(v.object({ at: moment, name: text })),
  }),
);

const figures = v.pipe(
  v.nullable(
    createShape<CloseFigures>()(
      v.object({
        billed: rupeeSum,
        spent: rupeeSum,
        profit: rupeeSum,
        gst: v.nullable(rupees),
        receivables: rupeeSum,
      }),
    ),
  ),
  v.description("Null if the user cannot view statements"),
);

const monthClosing = createShape<MonthClosing>()(
  v.object({
    _id: id,
    month: text,
    head: v.object({ seq: count, head: text }),
    figures,
    papers: v.pipe(v.array(text), v.description("Files in the month's folder")),
    to: v.pipe(v.array(text), v.description("Accountants on that day")),
    createdAt: moment,
    createdBy: v.object({ _id: id, name: text }),
  }),
);

const doneBy = { at: moment, name: text };
const monthShare = createShape<MonthShare | null>()(
  v.pipe(
    v.nullable(
      v.object({
        shared: v.nullable(v.object({ ...doneBy, way: v.picklist(SHARE_WAYS) })),
        opened: v.nullable(v.object(doneBy)),
        isOnItsWay: v.pipe(isTrue, v.description("Whether an e-mail is in the outbox")),
        changes: v.pipe(count, v.description("Changes in the month since it was last shared")),
      }),
    ),
    v.description("How the documents of a closed month were shared"),
  ),
);

const checklist = createShape<Checklist>()(
  v.object({
    month: text,
    name: text,
    items: v.array(item),
    closing: v.nullable(monthClosing),
    figures,
    dates: v.array(v.object({ date: day, title: text, done: text })),
    accountants: v.array(text),
    firstMonth: v.pipe(
      text,
      v.description('First month of the books; "" if nothing is entered yet'),
    ),
    share: monthShare,
    mayClose: v.pipe(isTrue, v.description("Whether the user may close the month")),
    closer: v.pipe(text, v.description("The owner who can close it")),
    year: v.array(
      v.object({
        month: text,
        closedOn: dayIfAny,
        isLocked: isTrue,
        changes: v.pipe(count, v.description("Changes since its documents were shared")),
      }),
    ),
  }),
);

const task = createShape<Task>()(
  v.object({
    key: v.picklist(TASK_KEYS),
    title: text,
    note: text,
    count: v.pipe(count, v.description("Open tasks, for a month")),
    link: v.pipe(text, v.description("Page that shows the counted items")),
  }),
);

function toMonthRange(month: string): DateRange {
  const range = readMonth(month);
  if (!range) throw new Refusal("missing", "Month must be written YYYY-MM");
  return range;
}

const toMonthMail = ({ settings }: AppContext, request: Request, month: string): MonthMail => ({
  month,
  server: settings.mail,
  link: `${resolveOrigin(request, settings)}${checklistPage(month)}`,
});

export const closing: Group = {
  title: "Closing a month",
  about:
    "The tasks to complete before you lock a month and share its documents. You tick off only your " +
    "own items: every other one is done when the books show it. Documents are ready once the month is " +
    "closed, and shared once they were e-mailed, opened or marked as shared.",
  schemas: {
    Checklist: checklist,
    CloseItem: item,
    MonthClosing: monthClosing,
    Task: task,
    NewMonthEmail,
  },
  calls: [
    call({
      name: "listTasks",
      method: "GET",
      path: "/api/tasks",
      summary: "List today's tasks",
      about:
        "Overdue invoices and bills, bills due this week, bank lines to review, GSTR-1 issues to " +
        "fix, and last month until it is closed. Shows only tasks the user is allowed to do.",
      who: "members",
      answer: { status: 200, schema: v.object({ tasks: v.array(task) }) },
      run: async ({ context, caller }) => {
        const month = periodOf("lastMonth").dateFrom.slice(0, 7);
        return { tasks: await readInWorker(context, caller, "listTasks", month) };
      },
    }),
    call({
      name: "getChecklist",
      method: "GET",
      path: "/api/close/:id",
      summary: "Get the closing checklist for a month",
      about:
        "`count` is the number of items on the page at `link`. Without a GSTIN there is no " +
        "`preflight` and nothing to file. Quarterly filers file with the last month of the " +
        "quarter.",
      who: "members",
      id: MONTH,
      answer: { status: 200, schema: checklist },
      run: ({ context, caller, id }) => readInWorker(context, caller, "getChecklist", id),
    }),
    call({
      name: "getGstPayment",
      method: "GET",
      path: "/api/close/:id/gst",
      summary: "Get the set-off and the challan of a month's GSTR-3B",
      about:
        "Table 6.1, the journal that filing posted, and the bank line that equals what is unpaid. " +
        "To match it, accept its `proposal` with `POST /api/bank-lines/{id}/accept`. Null if no " +
        "return ends with the month.",
      who: "members",
      id: MONTH,
      answer: { status: 200, schema: v.object({ payment: gstPayment }) },
      run: async ({ context, caller, id }) => {
        toMonthRange(id);
        return { payment: await readInWorker(context, caller, "getGstPayment", id) };
      },
    }),
    call({
      name: "closeMonth",
      method: "POST",
      path: "/api/close/:id",
      summary: "Close a month: lock its books and prepare its documents",
      about:
        "Returns 409 with the open tasks unless everything else is done. Moving the lock back " +
        "reopens the month. Accountants can close months if the agency's `accountantMayClose` is " +
        "set.",
      who: "close months",
      id: EARLIER,
      isCreate: true,
      answer: { status: 201, schema: v.object({ ...checklist.entries, closing: monthClosing }) },
      run: async ({ context, tenant, caller, id, user, request }) => {
        const range = toMonthRange(id);
        await assertMayClose(tenant.books.read, tenant);
        const { items } = await readInWorker(context, caller, "getChecklist", id);
        if (!tenant.idempotency) assertReady({ month: id }, items);
        const { papers } = await listMonthFiles(
          callOwnApi(context, request).asks,
          user.role,
          range,
        );
        // Read from the database directly, because an export would be logged as data given to someone.
        const names = await listFileNames(papers, {
          ledgersOf: () => readInWorker(context, caller, "listBookedLedgers", range),
          accountOf: async (query) => {
            const input = parse(StatementOfAccountQuery, query);
            const report = await readInWorker(context, caller, "getStatementOfAccount", input);
            return statementOfAccountCsv(readJson(report) as StatementOfAccount);
          },
        });
        const closing = await context.writers.call("closeMonth", tenant, {
          ...toMonthMail(context, request, id),
          papers: names,
        });
        context.sender.wake();
        const after = await readInWorker(context, caller, "getChecklist", id);
        return { ...after, closing };
      },
    }),
    call({
      name: "emailMonth",
      method: "POST",
      path: "/api/close/:id/email",
      summary: "E-mail the accountants that a month's documents are ready",
      about:
        "The e-mail contains a link to the month, where accountants sign in and download the " +
        "folder, which is too large for e-mail. Without `to`, it goes to every accountant. " +
        "Closing a month sends the same e-mail.",
      who: "members",
      id: MONTH,
      body: { schema: NewMonthEmail, example: { to: "vinod@deshpande.example" }, mayBeNone: true },
      answer: { status: 201, schema: sent },
      run: async ({ context, tenant, id, input, request }) => {
        toMonthRange(id);
        const made = await emailMonth(tenant, toMonthMail(context, request, id), input);
        context.sender.wake();
        return made;
      },
    }),
    call({
      name: "markMonthShared",
      method: "POST",
      path: "/api/close/:id/shared",
      summary: "Mark a closed month's documents as shared",
      about:
        "For documents that your accountant got in another way. After an e-mail, or if an " +
        "accountant opens them, they are marked automatically.",
      who: "members",
      id: EARLIER,
      answer: { status: 200, schema: checklist },
      also: [409],
      run: async ({ context, tenant, caller, id }) => {
        toMonthRange(id);
        await markShared(tenant, id);
        return readInWorker(context, caller, "getChecklist", id);
      },
    }),
    call({
      name: "openMonth",
      method: "POST",
      path: "/api/close/:id/opened",
      summary: "Log that you opened a closed month's documents",
      about: "Shown to the agency if you are its accountant. Downloading the folder does the same.",
      who: "members",
      id: EARLIER,
      isRead: true,
      answer: { status: 200, schema: checklist },
      also: [409],
      run: async ({ context, tenant, caller, id }) => {
        toMonthRange(id);
        await recordOpening(tenant, id);
        return readInWorker(context, caller, "getChecklist", id);
      },
    }),
    call({
      name: "getMonthPapers",
      method: "GET",
      path: "/api/close/:id/papers.zip",
      summary: "Download a month's documents in one folder",
      about:
        "The same files as `bahi reports month`: reports, registers, returns, documents and " +
        "attachments, and the statements if the user can view them, with an index of hashes and " +
        "the latest hash of the log.",
      who: "members",
      id: MONTH,
      answer: { status: 200, file: "application/zip" },
      run: ({ context, tenant, caller, id, user, request }) => {
        const range = toMonthRange(id);
        return context.zipLimit.admit(caller, async (turn) => {
          const { ask, asks } = callOwnApi(context, request);
          const { papers } = await listMonthFiles(asks, user.role, range);
          const folder = folderName(user, range);
          const { agencyName } = await getMetadata(tenant);
          const title = `${agencyName}, ${formatRange(range)}`;
          const head = () => findCheckpoint(tenant.books.read, tenant);
          if (await findClosing(tenant.books.read, tenant, id)) await recordOpening(tenant, id);
          const entries = folderEntries({ papers, folder, title, head }, ask);
          const file = { name: `${folder}.zip`, type: "application/zip" };
          return download(context, turn, file, toZip(entries));
        });
      },
    }),
  ],
};
