import * as v from "valibot";
import {
  approve,
  changeApprovalLimit,
  getApprovalLimit,
  refuse,
  withdraw,
} from "../../db/approvals/decide.ts";
import { listApprovals } from "../../db/approvals/read.ts";
import {
  type ApprovalLimit,
  ApprovalQuery,
  NewApprovalLimit,
  Refusing,
} from "../../domain/agencies/approvals.ts";
import { approval } from "./approvalShapes.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { createPageShape, createShape, rupees } from "./shapes.ts";

const limit = createShape<ApprovalLimit>()(
  v.object({
    limit: v.pipe(v.nullable(rupees), v.description("Rupees. Null if there is no limit")),
  }),
);

const answer = { status: 200, schema: v.object({ approval }) } as const;

export const approvals: Group = {
  title: "Approvals",
  about:
    "An owner can set a limit for payments by staff. An expense, transfer, bill payment or TDS " +
    "deposit above it returns 202 with `waiting`, and is left out of all totals until an owner approves " +
    "it. Staff cannot record more than the limit in any other way, such as an update, an import " +
    "or a bank transaction (403).",
  schemas: { Approval: approval, ApprovalLimit: limit, NewApprovalLimit },
  calls: [
    call({
      name: "listApprovals",
      method: "GET",
      path: "/api/approvals",
      summary: "List approvals",
      about: "Newest first. Names are as of the day of the request.",
      who: "members",
      query: { schemas: [ApprovalQuery], example: "state=waiting&limit=20" },
      answer: { status: 200, schema: createPageShape(approval, {}) },
      run: ({ tenant, query }) => listApprovals(tenant, query),
    }),
    call({
      name: "approve",
      method: "POST",
      path: "/api/approvals/:id/approve",
      summary: "Approve a payment",
      about:
        "Records the payment on its own date, as requested. No one can approve their own request. " +
        "Returns 409 if the payment can no longer be recorded, for example because its date is " +
        "closed; the request then stays open.",
      who: "approve payments",
      id: ID.approval,
      answer,
      also: [409],
      run: async ({ tenant, id }) => ({ approval: await approve(tenant, id) }),
    }),
    call({
      name: "refuseApproval",
      method: "POST",
      path: "/api/approvals/:id/refuse",
      summary: "Refuse a payment",
      about: "The request stays in the list with the reason.",
      who: "approve payments",
      id: ID.refusedApproval,
      body: { schema: Refusing, example: { reason: "Paid from the other account on 2 April" } },
      answer,
      also: [409],
      run: async ({ tenant, id, input }) => ({
        approval: await refuse(tenant, id, input.reason),
      }),
    }),
    call({
      name: "withdrawApproval",
      method: "POST",
      path: "/api/approvals/:id/withdraw",
      summary: "Withdraw your own request",
      who: "everyone",
      id: ID.withdrawnApproval,
      answer,
      also: [409],
      run: async ({ tenant, id }) => ({ approval: await withdraw(tenant, id) }),
    }),
    call({
      name: "getApprovalLimit",
      method: "GET",
      path: "/api/approvals/limit",
      summary: "Get the approval limit for staff payments",
      who: "members",
      answer: { status: 200, schema: limit },
      run: ({ tenant }) => getApprovalLimit(tenant),
    }),
    call({
      name: "changeApprovalLimit",
      method: "PUT",
      path: "/api/approvals/limit",
      summary: "Set or remove the approval limit",
      about: "Open requests are not affected.",
      who: "approve payments",
      body: { schema: NewApprovalLimit, example: { limit: 50000 } },
      answer: { status: 200, schema: limit },
      run: ({ tenant, input }) => changeApprovalLimit(tenant, input),
    }),
  ],
};
