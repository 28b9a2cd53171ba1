import { useEffect } from "react";
import type { Thread } from "../../domain/comments/comments.ts";
import type { CommentedRecord } from "../../domain/comments/threads.ts";
import { COMMENTED } from "../browser/pageEvents.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { openThread } from "./openThread.ts";

/** Opens the comments of a record, and shows how many there are and who was asked. */
export function CommentsButton({ record }: { record: CommentedRecord }) {
  const { entity, id } = record;
  const { data, reload } = useFetch<Thread>(`/api/comments?${new URLSearchParams({ entity, id })}`);
  useEffect(() => COMMENTED.listen(reload), [reload]);
  const count = data?.items.filter(({ isDeleted }) => !isDeleted).length ?? 0;
  return (
    <Button
      look="quiet"
      icon="message-square"
      label={count > 0 && <span className="num">{count}</span>}
      aria-label={count > 0 ? `Comments, ${count}` : "Comments"}
      aria-keyshortcuts="c"
      title="Comments (C)"
      onClick={() => openThread(record)}
    >
      {data?.asked && <span className="pill pill-warn dot">{`Asked ${data.asked}`}</span>}
    </Button>
  );
}
