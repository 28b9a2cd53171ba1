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
import { pageOf, rupees, shapeOf } from "./shapes.ts";

const limit = shapeOf<ApprovalLimit>()(
  v.object({
    limit: v.pipe(v.nullable(rupees), v.description("Rupees; null where nothing waits")),
  }),
);

const answer = { status: 200, schema: v.object({ approval }) } as const;

export const approvals: Group = {
  title: "Approvals",
  about:
    "An owner may set a limit above which an expense, a transfer, the payment of a bill or a deposit of " +
    "TDS by staff waits: the call that would have booked it answers 202 with `waiting`, and it is in no " +
    "figure until an owner approves it. By any other way, as a change, an import or a line of the bank, " +
    "staff may book nothing above the limit (403).",
  schemas: { Approval: approval, ApprovalLimit: limit, NewApprovalLimit },
  calls: [
    call({
      name: "listApprovals",
      method: "GET",
      path: "/api/approvals",
      summary: "List what waits for an approval, or has waited",
      about: "Newest first. Names are those of the day that it was asked for.",
      who: "members",
      query: { schemas: [ApprovalQuery], example: "state=waiting&limit=20" },
      answer: { status: 200, schema: pageOf(approval, {}) },
      run: ({ tenant, query }) => listApprovals(tenant, query),
    }),
    call({
      name: "approve",
      method: "POST",
      path: "/api/approvals/:id/approve",
      summary: "Approve what waits",
      about:
        "It is booked on its own day, as entered by whoever asked for it. Nobody approves their own. 409 " +
        "where it cannot be booked any more, its day being closed say; it then waits on.",
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
      summary: "Refuse what waits",
      about: "It stays in the list, with the reason.",
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
      summary: "Withdraw what one has asked for",
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
      summary: "Read the limit above which payments by staff wait",
      who: "members",
      answer: { status: 200, schema: limit },
      run: ({ tenant }) => getApprovalLimit(tenant),
    }),
    call({
      name: "changeApprovalLimit",
      method: "PUT",
      path: "/api/approvals/limit",
      summary: "Set that limit, or take it away",
      about: "What waits already waits on.",
      who: "approve payments",
      body: { schema: NewApprovalLimit, example: { limit: 50000 } },
      answer: { status: 200, schema: limit },
      run: ({ tenant, input }) => changeApprovalLimit(tenant, input),
    }),
  ],
};
