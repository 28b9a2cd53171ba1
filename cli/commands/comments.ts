import type { Comment, Thread } from "../../domain/comments/comments.ts";
import { findMentions } from "../../domain/comments/threads.ts";
import { formatMoment } from "../../domain/dates.ts";
import { sendJson } from "../api.ts";
import { adviseList } from "../lists.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";
import { table } from "../table.ts";
import { readRecord } from "./attachments.ts";

/** Lists the comments of a record, oldest first. */
export async function listComments(record: string, options: GlobalOptions): Promise<void> {
  const find = readRecord("The record", record);
  const { api, output } = open(options);
  const query = { ...(await find(api)) };
  const thread = await api.json<Thread>("/comments", "items", { query });
  await output.result(thread, () =>
    table(
      thread.items,
      [
        { title: "Id", text: ({ _id }) => _id },
        { title: "At", text: ({ createdAt }) => formatMoment(createdAt) },
        { title: "By", text: ({ createdBy }) => createdBy.name },
        { title: "Question", text: ({ question }) => (question === "none" ? "" : question) },
        {
          title: "Comment",
          text: ({ text, isDeleted }) => (isDeleted ? "deleted" : oneLine(text)),
          minWidth: 8,
        },
      ],
      output,
    ),
  );
}

interface AddOptions extends GlobalOptions {
  /** Whether it is a question to the owners. */
  ask?: boolean;
}

/** Comments on a record. Names after @ are notified, as on the screen. */
export async function addComment(
  record: string,
  text: string,
  { ask = false, ...options }: AddOptions,
): Promise<void> {
  const find = readRecord("The record", record);
  const { api, output } = open(options);
  const query = { ...(await find(api)) };
  const { people } = await api.json<Thread>("/comments", "people", { query });
  const body = { text, mentions: findMentions(text, people), ask };
  const answer = await api.json<{ comment: Comment }>("/comments", "comment", {
    ...sendJson("POST", body, crypto.randomUUID()),
    query,
  });
  await output.result(answer, () => answer.comment._id);
}

export async function removeComment(id: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<{ message: string }>(
    `/comments/${encodeURIComponent(id)}`,
    "message",
    { method: "DELETE", advice: { 404: adviseList("comments") } },
  );
  await output.result(answer, () => answer.message);
}
