import { status } from "elysia";
import * as v from "valibot";
import {
  APPROVAL_KINDS,
  APPROVAL_STATES,
  type Approval,
  isWaiting,
} from "../../domain/agencies/approvals.ts";
import { createShape, day, id, moment, rupees, text } from "./shapes.ts";

const event = v.object({ at: moment, by: v.object({ _id: id, name: text }) });

export const approval = createShape<Approval>()(
  v.object({
    _id: id,
    kind: v.picklist(APPROVAL_KINDS),
    state: v.picklist(APPROVAL_STATES),
    date: day,
    amount: rupees,
    description: text,
    from: v.pipe(text, v.description("The account that pays")),
    to: v.pipe(text, v.description("The category, or the account of a transfer")),
    billId: v.nullable(id),
    asked: event,
    decided: v.nullable(event),
    reason: v.pipe(text, v.description('Why it was refused, or ""')),
    transactionId: v.pipe(v.nullable(id), v.description("The recorded entry; null until approved")),
  }),
);

/** The 202 response of a call that `waits`. */
export const waiting = v.object({ waiting: approval });

/** Responds with the entry, or with 202 if it waits for approval. */
export const respondBooked = <T extends object>(
  made: T,
  answer: (made: T) => object = (same) => same,
) => (isWaiting(made) ? status(202, made) : answer(made));
