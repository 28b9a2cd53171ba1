import * as v from "valibot";
import {
  addComment,
  answerQuestions,
  changeComment,
  getThread,
  listLineThreads,
  removeComment,
} from "../../db/comments/comments.ts";
import { ATTACHMENT_KINDS } from "../../domain/attachments/kinds.ts";
import {
  type Comment,
  CommentChange,
  type LineThread,
  LineThreadsQuery,
  NewComment,
  type Thread,
  ThreadQuery,
} from "../../domain/comments/comments.ts";
import { COMMENTED } from "../../domain/comments/threads.ts";
import { ROLES } from "../../domain/roles.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  createShape,
  dayIfAny,
  deleted,
  id,
  isTrue,
  moment,
  rupees,
  text,
} from "./shapes.ts";

const colleague = v.object({ _id: id, name: text, role: v.picklist(ROLES) });
const comment = createShape<Comment>()(
  v.object({
    _id: id,
    entity: v.picklist(COMMENTED),
    id: v.pipe(id, v.description("Id of its record")),
    text: v.pipe(text, v.description("Empty if it was deleted")),
    mentions: v.pipe(v.array(id), v.description("Ids of members, or `owners`")),
    files: v.pipe(
      v.array(v.object({ _id: id, name: text, kind: v.picklist(ATTACHMENT_KINDS), size: count })),
      v.description("Attachments of the record that came with it"),
    ),
    question: v.picklist(["answered", "none", "open"]),
    createdBy: colleague,
    createdAt: moment,
    editedAt: v.pipe(text, v.description("Empty if it was never changed")),
    isDeleted: isTrue,
  }),
);
const asked = v.pipe(
  text,
  v.description("Who was asked: an owner's name, `the owners`, or empty if no question is open"),
);
const thread = createShape<Thread>()(
  v.object({
    record: v.object({
      label: text,
      date: dayIfAny as v.GenericSchema<unknown, Thread["record"]["date"]>,
      amount: v.nullable(rupees),
      account: text,
    }),
    items: v.array(comment),
    asked,
    people: v.pipe(v.array(colleague), v.description("Members who see the record")),
  }),
);
const lineThread = createShape<LineThread>()(v.object({ _id: id, count, asked }));

const OF_TRANSACTION = `entity=transaction&id=${ID.transaction}`;

export const comments: Group = {
  title: "Comments",
  about:
    "Comments of the team on a record or a bank line. Everyone in the agency can write them, also " +
    "in closed months; clients never see them. Comments on a journal need permission to view " +
    "statements (403).",
  schemas: { Comment: comment, Thread: thread, NewComment, CommentChange },
  calls: [
    call({
      name: "getThread",
      method: "GET",
      path: "/api/comments",
      summary: "List the comments of a record, oldest first",
      about: "A deleted comment stays in the list without its text.",
      who: "members",
      query: { schemas: [ThreadQuery], example: OF_TRANSACTION },
      answer: { status: 200, schema: thread },
      also: [404],
      run: ({ tenant, query }) => getThread(tenant, query),
    }),
    call({
      name: "listLineThreads",
      method: "GET",
      path: "/api/comments/lines",
      summary: "List the lines of a statement that have comments",
      who: "members",
      query: { schemas: [LineThreadsQuery], example: `statementId=${ID.statement}` },
      answer: { status: 200, schema: v.object({ lines: v.array(lineThread) }) },
      also: [404],
      run: async ({ tenant, query }) => ({
        lines: await listLineThreads(tenant, query.statementId),
      }),
    }),
    call({
      name: "addComment",
      method: "POST",
      path: "/api/comments",
      summary: "Comment on a record",
      about:
        "`mentions` are ids of members from the thread's `people`, or `owners`; each is notified. " +
        "`files` are attachments of the record. With `ask: true` it is a question to the owners, " +
        "which is open until it is marked as answered. A record holds at most 500 comments.",
      who: "everyone",
      query: { schemas: [ThreadQuery], example: OF_TRANSACTION },
      body: {
        schema: NewComment,
        example: { text: "Is this a laptop or a repair? @owners", ask: true },
      },
      answer: { status: 201, schema: v.object({ comment }) },
      also: [404],
      run: async ({ tenant, query, input }) => ({
        comment: await addComment(tenant, query, input),
      }),
    }),
    call({
      name: "changeComment",
      method: "PUT",
      path: "/api/comments/:id",
      summary: "Change a comment",
      about: "Its author can change it for 15 minutes. New mentions are notified.",
      who: "everyone",
      id: ID.comment,
      body: {
        schema: CommentChange,
        isChange: true,
        example: { text: "Is this a laptop or a repair? Please check. @owners" },
      },
      answer: { status: 200, schema: v.object({ comment }) },
      also: [403],
      run: async ({ tenant, id, input }) => ({ comment: await changeComment(tenant, id, input) }),
    }),
    call({
      name: "answerQuestions",
      method: "POST",
      path: "/api/comments/answer",
      summary: "Mark the open questions of a record as answered",
      about: "Returns 409 if no question is open.",
      who: "everyone",
      query: { schemas: [ThreadQuery], example: OF_TRANSACTION },
      answer: { status: 200, schema: thread },
      also: [404, 409],
      run: ({ tenant, query }) => answerQuestions(tenant, query),
    }),
    call({
      name: "removeComment",
      method: "DELETE",
      path: "/api/comments/:id",
      summary: "Delete a comment",
      about: "Only its author can. The thread still shows that there was a comment.",
      who: "everyone",
      id: ID.comment,
      answer: { status: 200, schema: deleted },
      also: [403],
      run: async ({ tenant, id }) => {
        await removeComment(tenant, id);
        return { message: "Comment deleted successfully" };
      },
    }),
  ],
};
