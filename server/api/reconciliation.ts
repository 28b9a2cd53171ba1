import * as v from "valibot";
import { getMetadata } from "../../db/agencies/agency.ts";
import { closeAccount } from "../../db/banking/reconciliation.ts";
import { recordView } from "../../db/engine/views.ts";
import { checkpointWords } from "../../domain/agencies/checkpoints.ts";
import {
  type BankedAccount,
  BankingQuery,
  Closing,
  MONTH_STATES,
  type Reconciliation,
  type ReconciliationItem,
  ReconciliationQuery,
} from "../../domain/banking/reconciliation.ts";
import { PROOFS } from "../../domain/banking/statement.ts";
import { reconciliationCsv } from "../../domain/csv/reconciliation.ts";
import { formatMoment, today, toFinancialYear } from "../../domain/dates.ts";
import { fileAnswer, pdfAnswer } from "../http/download.ts";
import { readInWorker } from "../http/workerReads.ts";
import { renderReconciliation } from "../pdf/pdfQueue.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, day, dayIfAny, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

const item = createShape<ReconciliationItem>()(
  v.object({
    _id: id,
    date: day,
    party: text,
    ref: v.nullable(text),
    amount: rupees,
    days: v.pipe(count, v.description("Days it has been open")),
    clearedOn: v.pipe(v.nullable(day), v.description("Day it was matched later")),
  }),
);
const items = v.array(item);
const reconciliation = createShape<Reconciliation>()(
  v.object({
    account: v.object({ _id: id, name: text, number: text, closedTo: dayIfAny }),
    at: day,
    book: rupeeSum,
    bank: v.pipe(v.nullable(rupeeSum), v.description("Null if no statement covers that day")),
    issued: items,
    deposited: items,
    bankCredits: items,
    bankDebits: items,
    openingDifference: rupeeSum,
    difference: v.pipe(rupeeSum, v.description("Unexplained amount")),
    proof: v.nullable(v.picklist(PROOFS)),
    remarks: v.array(text),
  }),
);

const banked = createShape<BankedAccount>()(
  v.object({
    account: v.object({ _id: id, name: text, type: text, number: text, closedTo: dayIfAny }),
    lastDay: v.pipe(v.nullable(day), v.description("Date of the last statement")),
    book: v.nullable(rupeeSum),
    bank: v.nullable(rupeeSum),
    difference: v.nullable(rupeeSum),
    isExplained: v.pipe(
      isTrue,
      v.description("Whether lines to review and entries on no statement explain the difference"),
    ),
    open: v.pipe(count, v.description("Unmatched lines")),
    statements: count,
    months: v.array(v.object({ month: text, state: v.picklist(MONTH_STATES) })),
  }),
);

const toFileName = ({ account, at }: Reconciliation, type: string) =>
  `reconciliation-${account.name}-${at}.${type}`.replace(/[\\/:*?"<>|\s]+/g, "-");

export const reconciliations: Group = {
  title: "Reconciliation",
  about:
    "Bank balance = book balance + `issued` − `deposited` + `bankCredits` − `bankDebits` + " +
    "`openingDifference` + `difference`.",
  schemas: {
    BankedAccount: banked,
    Reconciliation: reconciliation,
    ReconciliationItem: item,
    Closing,
  },
  calls: [
    call({
      name: "getReconciliation",
      method: "GET",
      path: "/api/accounts/:id/reconciliation",
      summary: "Get the bank reconciliation of an account for a day",
      about:
        "Today if you omit `at`. Items are entries that were missing on the other side on that " +
        "day.",
      who: "members",
      id: ID.bank,
      query: { schemas: [ReconciliationQuery], example: "at=2026-04-30" },
      answer: { status: 200, schema: reconciliation },
      run: ({ context, caller, id: accountId, query: { at = today() } }) =>
        readInWorker(context, caller, "reconcile", { accountId, at }),
    }),
    call({
      name: "getReconciliationPdf",
      method: "GET",
      path: "/api/accounts/:id/reconciliation.pdf",
      summary: "Download the reconciliation statement as PDF",
      who: "members",
      id: ID.bank,
      query: { schemas: [ReconciliationQuery], example: "at=2026-04-30" },
      answer: { status: 200, file: "application/pdf" },
      run: async ({ context, tenant, caller, user, id, query: { at = today() } }) => {
        const report = await readInWorker(context, caller, "reconcile", { accountId: id, at });
        const name = toFileName(report, "pdf");
        const head = await recordView(tenant, "BankAccount", { report: name, _id: id });
        const { agencyName } = await getMetadata(tenant);
        const moment = formatMoment(new Date().toISOString());
        const foot = `Prepared by ${user.name}, ${moment}, ${checkpointWords(head)}`;
        return context.pdfLimit.admit(caller, async (turn) =>
          pdfAnswer({
            name,
            bytes: await renderReconciliation({ agencyName, report, foot }, turn),
          }),
        );
      },
    }),
    call({
      name: "exportReconciliation",
      method: "GET",
      path: "/api/accounts/:id/reconciliation.csv",
      summary: "Download the reconciliation statement as CSV",
      who: "members",
      id: ID.bank,
      query: { schemas: [ReconciliationQuery], example: "at=2026-04-30" },
      answer: { status: 200, file: "text/csv; charset=utf-8" },
      run: async ({ context, tenant, caller, id, query: { at = today() } }) => {
        const report = await readInWorker(context, caller, "reconcile", { accountId: id, at });
        const name = toFileName(report, "csv");
        await recordView(tenant, "BankAccount", { report: name, _id: id });
        return fileAnswer(
          { name, bytes: Buffer.from(reconciliationCsv(report)) },
          "text/csv; charset=utf-8",
        );
      },
    }),
    call({
      name: "getBanking",
      method: "GET",
      path: "/api/banking",
      summary: "List book and bank balances",
      about:
        "For each account on the date of its last statement, with the months of a financial year: " +
        "`year=2026` is April 2026 to March 2027.",
      who: "members",
      query: { schemas: [BankingQuery], example: "year=2026" },
      answer: { status: 200, schema: v.object({ accounts: v.array(banked) }) },
      run: async ({ context, caller, query: { year = toFinancialYear(today()) } }) => ({
        accounts: await readInWorker(context, caller, "getBanking", year),
      }),
    }),
    call({
      name: "closeAccount",
      method: "PUT",
      path: "/api/accounts/:id/reconciliation",
      summary: "Close an account up to a day, or reopen it",
      about:
        "Bank lines dated up to that day can then no longer be matched, undone, imported or " +
        "removed. Returns 409 if one of its lines is open. Moving the date back needs a `reason`.",
      who: "close accounts",
      id: ID.bank,
      body: { schema: Closing, isChange: true, example: { closedTo: "2026-03-31" } },
      answer: { status: 200, schema: v.object({ closedTo: dayIfAny }) },
      also: [409],
      run: ({ tenant, id, input }) => closeAccount(tenant, id, input),
    }),
  ],
};
