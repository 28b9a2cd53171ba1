import {
  type Approval,
  type ApprovalLimit,
  ApprovalQuery,
  type Waiting,
} from "../../domain/agencies/approvals.ts";
import { formatMoment } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { formatInr } from "../../domain/money.ts";
import { upperFirst } from "../../domain/names.ts";
import { sendJson } from "../api.ts";
import { failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";
import { rupeesColumn } from "../table.ts";

export const APPROVAL: Noun<Approval> = {
  filters: findFields(ApprovalQuery),
  columns: [
    { title: "Date", text: ({ date }) => date },
    { title: "What", text: ({ description }) => oneLine(description), minWidth: 10 },
    { title: "From", text: ({ from }) => oneLine(from), minWidth: 6, dropOrder: 2 },
    { title: "To", text: ({ to }) => oneLine(to), minWidth: 6, dropOrder: 3 },
    rupeesColumn("Amount", ({ amount }) => amount),
    {
      title: "Requested by",
      text: ({ asked }) => oneLine(asked.by.name),
      minWidth: 6,
      dropOrder: 1,
    },
    { title: "State", text: describeState },
    { title: "Id", text: ({ _id }) => _id },
  ],
  usual: { state: "waiting" },
  sum: (_, { state }) => (state ? ` ${state}` : ""),
};

function describeState({ state, decided, reason }: Approval): string {
  const who = decided ? ` by ${oneLine(decided.by.name)}, ${formatMoment(decided.at)}` : "";
  return `${state}${who}${reason && `: ${oneLine(reason)}`}`;
}

export const approvePayment = (id: string, options: GlobalOptions): Promise<void> =>
  decide(id, options, "approve", {});

export interface RefuseOptions extends GlobalOptions {
  reason?: string;
}

export async function refusePayment(id: string, options: RefuseOptions): Promise<void> {
  const { reason } = options;
  if (!reason)
    throw failUsage("--reason is missing", "add a reason for the person who requested it");
  await decide(id, options, "refuse", { reason });
}

export const withdrawPayment = (id: string, options: GlobalOptions): Promise<void> =>
  decide(id, options, "withdraw", {});

async function decide(id: string, options: GlobalOptions, action: string, body: object) {
  const { api, output } = open(options);
  const answer = await api.json<{ approval: Approval }>(
    `/approvals/${encodeURIComponent(id)}/${action}`,
    "approval",
    {
      ...sendJson("POST", body),
      advice: { 404: "see bahi approvals list" },
    },
  );
  const { approval } = answer;
  await output.result(answer, () => {
    const { state, description, amount } = approval;
    return `${upperFirst(state)}: ${describePayment(description, amount)}`;
  });
}

const describePayment = (description: string, amount: number) =>
  `${oneLine(description)}, ${formatInr(amount)}`;

/** Returns the message about a payment that waits for approval. */
export const describeWaiting = ({ waiting: { _id, description, amount } }: Waiting): string =>
  `Waiting for an owner's approval: ${describePayment(description, amount)}  ${_id}`;

export interface LimitOptions extends GlobalOptions {
  set?: string;
}

export async function approvalLimit(options: LimitOptions): Promise<void> {
  const { set } = options;
  const change =
    set !== undefined &&
    sendJson("PUT", { limit: set === "none" ? null : readRupees(set, "--set") });
  const { api, output } = open(options);
  const answer = await api.json<ApprovalLimit>("/approvals/limit", "limit", change || {});
  await output.result(answer, () =>
    answer.limit === null
      ? "No limit: no payment needs approval"
      : `Staff payments above ${formatInr(answer.limit)} need approval`,
  );
}
