import * as v from "valibot";
import { type Accepted, acceptLine } from "../../db/banking/accept.ts";
import { declineProposal, undoMatch } from "../../db/banking/undo.ts";
import {
  CANDIDATE_KINDS,
  type Candidates,
  CandidatesQuery,
  type MatchCandidate,
} from "../../domain/banking/matchCandidates.ts";
import {
  Acceptance,
  Declining,
  LineIds,
  MATCH_KINDS,
  PART_KINDS,
} from "../../domain/banking/matching.ts";
import { MODES } from "../../domain/banking/narrations.ts";
import {
  type BankLine,
  type BankLines,
  LinesQuery,
  type Match,
  type Part,
  type Proposal,
  UndoQuery,
} from "../../domain/banking/statements.ts";
import { GST_MODES } from "../../domain/gst/figures.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  deleted,
  id,
  isTrue,
  moment,
  rupees,
  text,
} from "./shapes.ts";
import { line } from "./statements.ts";

const part = createShape<Part>()(
  v.object({
    kind: v.picklist(PART_KINDS),
    _id: id,
    name: text,
    date: day,
    amount: rupees,
    tdsAmount: rupees,
    category: v.exactOptional(id),
  }),
);
const kind = v.picklist(MATCH_KINDS);
const proposal = createShape<Proposal>()(
  v.object({
    _id: v.pipe(text, v.description("Describes everything that accepting it does")),
    kind,
    points: v.pipe(v.number(), v.description("Orders the proposals; not a probability")),
    likely: isTrue,
    why: text,
    parts: v.array(part),
  }),
);
const match = createShape<Match>()(
  v.object({
    _id: id,
    kind,
    why: text,
    at: moment,
    by: v.object({ _id: id, name: text }),
    parts: v.array(part),
  }),
);
const bankLine = createShape<BankLine>()(
  v.object({
    _id: id,
    accountId: id,
    ...line,
    mode: v.picklist(MODES),
    party: v.nullable(text),
    match: v.exactOptional(match),
    proposals: v.array(proposal),
  }),
);
const bankLines = createShape<BankLines>()(
  createPageShape(bankLine, {
    likely: v.pipe(count, v.description("Open lines whose first proposal is likely")),
  }),
);
const candidate = createShape<MatchCandidate>()(
  v.object({
    kind: v.picklist(CANDIDATE_KINDS),
    id,
    date: day,
    dueDate: day,
    number: text,
    party: text,
    amount: rupees,
    open: v.pipe(
      rupees,
      v.description("Balance of an invoice or bill, amount of an entry or line"),
    ),
    taxable: v.pipe(rupees, v.description("Base of TDS. 0 for an entry or line.")),
    tdsLimit: v.pipe(
      rupees,
      v.description("Maximum TDS of the next payment. 0 for an entry or line."),
    ),
    gstMode: v.pipe(
      v.picklist([...GST_MODES, ""]),
      v.description('Tax heads of its GST-TDS; "" if it is not an invoice'),
    ),
    score: v.pipe(v.number(), v.description("Nearness of `open` to the line's amount, 0 to 100")),
    proposal: v.pipe(text, v.description("Send it to accept the line. Empty for other kinds.")),
  }),
);
const candidates = createShape<Candidates>()(
  createPageShape(candidate, {
    counts: v.object({ transaction: count, invoice: count, bill: count, line: count }),
  }),
);
const accepted = createShape<Accepted>()(
  v.object({
    accepted: count,
    skipped: v.pipe(
      v.array(id),
      v.description("Lines without a likely proposal, or already matched"),
    ),
    matches: v.array(id),
    in: rupees,
    out: rupees,
  }),
);

export const lines: Group = {
  title: "Bank lines",
  about:
    "The lines of bank statements and the entries they match. bahi matches nothing on its own, " +
    "and a match must be equal to the paisa. Undoing a match deletes the entries it created.",
  schemas: {
    BankLine: bankLine,
    BankLines: bankLines,
    MatchCandidate: candidate,
    Proposal: proposal,
    Match: match,
    Part: part,
  },
  calls: [
    call({
      name: "listBankLines",
      method: "GET",
      path: "/api/bank-lines",
      summary: "List an account's bank lines, oldest first",
      about:
        "For one account, one statement or all. `state` is `open` or `matched`. An open line has " +
        "proposals, best first, each with its reasons.",
      who: "members",
      query: { schemas: [LinesQuery], example: `accountId=${ID.bank}&state=open&limit=2` },
      answer: { status: 200, schema: bankLines },
      run: ({ context, caller, query }) => readInWorker(context, caller, "listBankLines", query),
    }),
    call({
      name: "listCandidates",
      method: "GET",
      path: "/api/bank-lines/:id/candidates",
      summary: "List candidates for a bank line",
      about:
        "Lists unmatched entries of its account, and open invoices (money in) or bills (money " +
        "out) dated up to the line's date, nearest amount first. Open lines of the opposite " +
        "amount within 31 days are the other side of a transfer or a returned payment: send their " +
        "`proposal`. `q` searches number, party, description, notes and amount.",
      who: "members",
      id: ID.line,
      query: { schemas: [CandidatesQuery], example: "limit=2" },
      answer: { status: 200, schema: candidates },
      run: ({ context, caller, id, query }) =>
        readInWorker(context, caller, "listCandidates", { id, query }),
    }),
    call({
      name: "acceptBankLine",
      method: "POST",
      path: "/api/bank-lines/:id/accept",
      summary: "Match a bank line",
      about:
        "Send a `proposal`, or existing `entries`, `documents` (invoices or bills, each with the " +
        "`amount` settled and its `tdsAmount`) and entries to `create`: income or an expense in " +
        "`categoryId`, a transfer with `accountId`, or a payment of `invoiceId` with `tdsAmount`. " +
        "A payment of a document dated after the line is an advance and needs `advance: true`. " +
        "Created entries take the line's date and account. The total must equal the line's amount " +
        "to the paisa, otherwise the API returns 400. It returns 409 if another user was first, " +
        "and names them.",
      who: "members",
      id: ID.line,
      body: {
        schema: Acceptance,
        example: {
          create: [
            {
              type: "Expense",
              categoryId: ID.cost,
              amount: 250,
              description: "Tea for the studio",
            },
          ],
        },
      },
      answer: { status: 201, schema: v.object({ line: bankLine }) },
      run: async ({ tenant, id, input }) => ({ line: await acceptLine(tenant, id, input) }),
    }),
    call({
      name: "acceptBankLines",
      method: "POST",
      path: "/api/bank-lines/accept",
      summary: "Accept the first proposal of several bank lines",
      about:
        "Accepts only likely proposals, each in its own transaction. The other lines are in " +
        "`skipped`.",
      who: "members",
      body: { schema: LineIds, example: { lines: [ID.line] } },
      answer: { status: 201, schema: accepted },
      also: [404],
      run: ({ context, tenant, input }) => context.writers.call("acceptLines", tenant, input.lines),
    }),
    call({
      name: "declineProposal",
      method: "POST",
      path: "/api/bank-lines/:id/decline",
      summary: "Reject a proposal",
      about: "It is not proposed again for this line.",
      who: "members",
      id: ID.line,
      body: { schema: Declining, example: { proposal: `t:${ID.transaction}` } },
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id, input }) => {
        await declineProposal(tenant, id, input.proposal);
        return { message: "The proposal will not be made again" };
      },
    }),
    call({
      name: "undoMatch",
      method: "DELETE",
      path: "/api/matches/:id",
      summary: "Undo a match",
      about:
        "Also deletes the entries that accepting it created. Only the person who created them, or " +
        "an owner, can undo it. With `batch=1`, undoes everything accepted in the same step. " +
        "Returns 409 if a created entry has been changed since.",
      who: "members",
      id: ID.match,
      query: { schemas: [UndoQuery], example: "batch=0" },
      answer: { status: 200, schema: v.object({ message: text, undone: count }) },
      also: [403, 409],
      run: async ({ context, tenant, id, query }) => {
        const undone = query.batch
          ? await context.writers.call("undoBatch", tenant, id)
          : await undoMatch(tenant, id);
        return { message: "Match undone successfully", undone };
      },
    }),
  ],
};
