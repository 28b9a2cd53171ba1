import * as v from "valibot";
import {
  addLockException,
  changeLocks,
  countOpen,
  endLockException,
  getLocks,
} from "../../db/agencies/locks.ts";
import {
  LockChange,
  type LockException,
  LockedChangesQuery,
  type Locks,
  NewLockException,
  OpenQuery,
  type ProfitEffect,
} from "../../domain/agencies/locks.ts";
import { today } from "../../domain/dates.ts";
import { addressOf, originOf } from "../http/address.ts";
import { findSite } from "../http/site.ts";
import { readInWorker } from "../http/workerReads.ts";
import { auditEntry } from "./audit.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, dayIfAny, deleted, id, moment, pageOf, rupeeSum, shapeOf, text } from "./shapes.ts";

const person = v.object({ _id: id, name: text });
const deed = v.nullable(v.object({ at: moment, by: person }));

const exception = shapeOf<LockException>()(
  v.object({
    _id: id,
    user: person,
    until: moment,
    reason: text,
    createdAt: moment,
    createdBy: person,
  }),
);

const answer = shapeOf<Locks>()(
  v.object({
    lockedTo: dayIfAny,
    finalTo: dayIfAny,
    filedTo: v.pipe(
      text,
      v.description('The last day that GSTR-1 was filed for, or ""; it locks nothing'),
    ),
    set: v.pipe(
      v.object({ lockedTo: deed, finalTo: deed, filedTo: deed }),
      v.description("Who has set each day, and when"),
    ),
    exceptions: v.pipe(v.array(exception), v.description("Those that count now")),
  }),
);

const lockedChange = v.object({
  ...auditEntry.entries,
  exception: v.nullable(v.object({ _id: id, createdBy: person })),
});

const effectOnProfit = v.pipe(
  v.nullable(
    shapeOf<ProfitEffect>()(
      v.object({
        amount: rupeeSum,
        dateFrom: v.pipe(
          dayIfAny,
          v.description('The first day it counts; "" for all of the books'),
        ),
      }),
    ),
  ),
  v.description("Null where nothing was closed since it is kept"),
);

/** No other moment is a good one for long. */
const IN_AN_HOUR = new Date(Date.now() + 60 * 60_000).toISOString();

export const locks: Group = {
  title: "Locks",
  about:
    "Up to `lockedTo` the books are closed: whatever would change them there, by whatever call or import, " +
    "is 409 and says to when. `finalTo` is the same for good. Drafts may be made and changed in closed " +
    "books, and what is paid later may settle what is in them.",
  schemas: { Locks: answer, LockException: exception, NewLockException },
  calls: [
    call({
      name: "getLocks",
      method: "GET",
      path: "/api/locks",
      summary: "Read how far the books are closed",
      who: "members",
      answer: { status: 200, schema: answer },
      run: ({ tenant }) => getLocks(tenant),
    }),
    call({
      name: "changeLocks",
      method: "PUT",
      path: "/api/locks",
      summary: "Close the books, or make them final",
      about:
        'A day that is left out stays, and "" opens what was closed; no day can be after today. ' +
        "`lockedTo` goes back with a `reason`, " +
        "which accountants are told by e-mail where the server can send any. " +
        "`finalTo` takes your `password` or a `passkey`, moves `lockedTo` along, " +
        "and never goes back; drafts up to it: 409.",
      who: "close books",
      body: {
        schema: LockChange,
        example: { lockedTo: "2025-03-31", reason: "The year is audited" },
      },
      answer: { status: 200, schema: answer },
      also: [409],
      run: async ({ context, tenant, user, input, request, server }) => {
        const { settings, sender } = context;
        const address = addressOf(request, server, settings);
        const visitor = { email: user.email, address, signal: request.signal };
        const link = `${originOf(request, settings)}/settings/locks`;
        const mail = { link, server: settings.mail };
        const site = findSite(request, context);
        const locks = await changeLocks(tenant, input, visitor, mail, site);
        sender.wake();
        return locks;
      },
    }),
    call({
      name: "countOpenTasks",
      method: "GET",
      path: "/api/locks/open",
      summary: "Count what is still open up to a day",
      about:
        "Drafts, lines of the bank without an entry, and the documents of the day's month that the GST " +
        "portal would refuse, until its GSTR-1 is filed.",
      who: "close books",
      query: { schemas: [OpenQuery], example: "to=2025-03-31" },
      answer: {
        status: 200,
        schema: v.object({ drafts: count, bankLines: count, gstErrors: count }),
      },
      run: async ({ context, tenant, query: { to = today() } }) => {
        const gstErrors = await context.readers.call("countGstErrors", tenant, to.slice(0, 7));
        return { ...(await countOpen(tenant, to)), gstErrors };
      },
    }),
    call({
      name: "listLockedChanges",
      method: "GET",
      path: "/api/locks/changes",
      summary: "List what was changed in closed books",
      about:
        "Under an exception, or while the lock was moved back. Newest first. `effectOnProfit` is of all of " +
        "them: the profit of what was closed as it is now, less what it was when it was closed.",
      who: "view audit log",
      query: { schemas: [LockedChangesQuery], example: "limit=20" },
      answer: { status: 200, schema: pageOf(lockedChange, { effectOnProfit }) },
      run: ({ context, asker, query }) => readInWorker(context, asker, "listLockedChanges", query),
    }),
    call({
      name: "addLockException",
      method: "POST",
      path: "/api/locks/exceptions",
      summary: "Let somebody change closed books for a while",
      about: "For one person, for 24 hours at most. What is final stays closed to them too.",
      who: "give exceptions",
      body: {
        schema: NewLockException,
        example: {
          userId: ID.member,
          until: IN_AN_HOUR,
          reason: "The bank charge of 28 March was entered twice",
        },
      },
      answer: { status: 201, schema: v.object({ exception }) },
      run: async ({ tenant, input }) => ({ exception: await addLockException(tenant, input) }),
    }),
    call({
      name: "endLockException",
      method: "DELETE",
      path: "/api/locks/exceptions/:id",
      summary: "End an exception",
      who: "give exceptions",
      id: ID.exception,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await endLockException(tenant, id);
        return { message: "The exception has ended" };
      },
    }),
  ],
};
