import { useState } from "react";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { type Comment, isEditable, type Thread } from "../../domain/comments/comments.ts";
import {
  type Colleague,
  type CommentedRecord,
  firstName,
  splitMentions,
} from "../../domain/comments/threads.ts";
import { sizeText } from "../../domain/counts.ts";
import { formatDate, formatMoment } from "../../domain/dates.ts";
import { toInitials } from "../../domain/names.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { send, toastError } from "../browser/api.ts";
import { COMMENTED } from "../browser/pageEvents.ts";
import { readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { moneyText } from "../ui/Money.tsx";
import { openOver } from "../ui/openOver.ts";
import { NotLoaded } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { Composer } from "./Composer.tsx";

/** Opens the comments of a record over the page. */
export function showThread(record: CommentedRecord, isQuestion: boolean): void {
  openOver((close) => <ThreadDialog record={record} isQuestion={isQuestion} onClose={close} />);
}

interface Props {
  record: CommentedRecord;
  /** Whether to start a question to the owners. */
  isQuestion: boolean;
  onClose(): void;
}

/** The comments of a record, oldest first, with a field for the next one. */
function ThreadDialog({ record, isQuestion, onClose }: Props) {
  const { entity, id } = record;
  const query = String(new URLSearchParams({ entity, id }));
  const { data, failure, reload } = useFetch<Thread>(`/api/comments?${query}`);
  const [isDirty, setDirty] = useState(false);
  const onChanged = () => {
    reload();
    COMMENTED.send();
  };
  return (
    <Modal
      title={data?.record.label ?? "Comments"}
      size="notes"
      isDirty={isDirty}
      onClose={onClose}
    >
      <div className="modal-body scroll-y" aria-busy={!data && !failure}>
        {failure !== undefined && !data && (
          <NotLoaded text="Comments could not be loaded" onRetry={reload} />
        )}
        {data && <About {...data} query={query} onChanged={onChanged} />}
        {data?.items.length === 0 && (
          <div className="py-8 text-13">
            <p className="strong">No comments</p>
            <p className="soft">Ask about this record; @ mentions a colleague.</p>
          </div>
        )}
        <ul className="grid">
          {data?.items.map((comment) => (
            <Row key={comment._id} comment={comment} people={data.people} onChanged={onChanged} />
          ))}
        </ul>
        {data && (
          <Composer
            record={record}
            people={data.people}
            isQuestion={isQuestion}
            onDirty={setDirty}
            onSent={onChanged}
          />
        )}
      </div>
    </Modal>
  );
}

interface AboutProps extends Thread {
  query: string;
  onChanged(): void;
}

/** The facts of the record, and who was asked. */
function About({ record, asked, query, onChanged }: AboutProps) {
  const [isBusy, answer] = useBusy(() =>
    send("POST", `/api/comments/answer?${query}`).then(() => {
      showToast("success", "Marked as answered");
      onChanged();
    }, toastError("Failed to save")),
  );
  const facts = [
    record.date && formatDate(record.date),
    record.amount !== null && moneyText(record.amount),
    record.account,
    "only your team sees them",
  ];
  return (
    <>
      <p className="small muted">{facts.filter(Boolean).join(" · ")}</p>
      {asked && (
        <p className="row gap-8">
          <span className="pill pill-warn dot">{`Asked ${asked}`}</span>
          <Button look="link" label="Mark as answered" isBusy={isBusy} onClick={answer} />
        </p>
      )}
    </>
  );
}

interface RowProps {
  comment: Comment;
  people: Colleague[];
  onChanged(): void;
}

function Row({ comment, people, onChanged }: RowProps) {
  const { _id, text, files, createdBy, createdAt, editedAt, isDeleted } = comment;
  const [isEditing, setEditing] = useState(false);
  const name = firstName(createdBy.name);
  const isOwn = createdBy._id === readSession()?.user._id;
  const [isBusy, remove] = useBusy(() =>
    send("DELETE", `/api/comments/${_id}`).then(() => {
      showToast("success", "Comment deleted");
      onChanged();
    }, toastError("Failed to delete the comment")),
  );
  return (
    <li className="flex items-start gap-12 py-8 line-above text-13">
      <span className="avatar grid mid rigid round-full small semi" aria-hidden="true">
        {toInitials(createdBy.name)}
      </span>
      <div className="grow min-0 breaks">
        <p className="row gap-8">
          <span className="strong">{name}</span>
          <span className="small muted">{ROLE_NAMES[createdBy.role].toLowerCase()}</span>
          <span className="spring small muted nowrap">{formatMoment(createdAt)}</span>
        </p>
        {isDeleted ? (
          <p className="muted">{`Comment deleted by ${name}`}</p>
        ) : isEditing ? (
          <Composer
            record={comment}
            people={people}
            comment={comment}
            onSent={() => {
              setEditing(false);
              onChanged();
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="wraps">
            <Text comment={comment} people={people} />
            {editedAt && <span className="small muted"> (edited)</span>}
          </p>
        )}
        {files.map((file) => (
          <p key={file._id} className="row gap-6 small soft">
            <Icon name="paperclip" />
            {`${file.name}, ${KIND_NAMES[file.kind].name}, ${sizeText(file.size)}`}
          </p>
        ))}
        {isOwn && !isDeleted && !isEditing && text && (
          <p className="row gap-12 small">
            {isEditable(comment, Date.now()) && (
              <Button look="link" label="Edit" onClick={() => setEditing(true)} />
            )}
            <Button look="link" label="Delete" isBusy={isBusy} onClick={remove} />
          </p>
        )}
      </div>
    </li>
  );
}

/** Marks the mentions of a comment. */
function Text({ comment, people }: Pick<RowProps, "comment" | "people">) {
  let at = 0;
  return splitMentions(comment.text, people).map(({ text, mentions }) => {
    const key = at;
    at += text.length;
    return comment.mentions.includes(mentions) ? (
      <span key={key} className="info strong">
        {text}
      </span>
    ) : (
      text
    );
  });
}
