import { type ComponentProps, type Ref, useEffect, useId, useRef, useState } from "react";
import type { Comment } from "../../domain/comments/comments.ts";
import {
  type Colleague,
  type CommentedRecord,
  findMentions,
  OWNERS,
} from "../../domain/comments/threads.ts";
import { failureText, send } from "../browser/api.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { useAttachments } from "../ui/useAttachments.ts";
import { useBusy } from "../ui/useBusy.ts";
import { MentionList, useMention } from "./mention.tsx";

interface Props {
  record: CommentedRecord;
  people: Colleague[];
  /** The comment to change; none to write a new one. */
  comment?: Comment;
  /** Whether it starts as a question to the owners. */
  isQuestion?: boolean;
  /** Receives whether there is text that is not sent. */
  onDirty?(isDirty: boolean): void;
  onSent(): void;
  onCancel?(): void;
}

/** The field of a comment. A text that could not be sent stays. */
export function Composer(props: Props) {
  const { record, people, comment, isQuestion = false, onDirty, onSent, onCancel } = props;
  const id = useId();
  const start = comment?.text ?? (isQuestion ? `@${OWNERS} ` : "");
  const [text, setText] = useState(start);
  const [asks, setAsks] = useState(isQuestion);
  const [failure, setFailure] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  const files = useFiles(record, comment);
  const change = (next: string) => {
    setText(next);
    onDirty?.(next.trim() !== "" && next !== start);
  };
  const mention = useMention({ field, text, people, change });
  const [isBusy, submit] = useBusy(async () => {
    if (!text.trim()) return field.current?.focus();
    setFailure("");
    const body = { text, mentions: findMentions(text, people) };
    try {
      if (comment) await send("PUT", `/api/comments/${comment._id}`, body);
      else await addComment(record, { ...body, files: files.take(), ask: asks });
    } catch (cause) {
      return setFailure(failureText(cause, "Not sent. Try again."));
    }
    files.clear();
    change("");
    setAsks(false);
    onSent();
  });
  // A text area may not have the role of a combobox.
  const {
    id: fieldId = id,
    ref,
    role: _,
    "aria-expanded": __,
    ...combo
  } = mention.combo.getInputProps({
    ref: field as Ref<unknown> as Ref<HTMLInputElement>,
    onChange: ({ currentTarget }) => change(currentTarget.value),
    onSelect: mention.follow,
    onKeyDown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        submit();
      }
      if (event.key === "Escape" && mention.isOpen) event.preventDefault(); // Keeps the dialog open.
      if (!mention.isOpen) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    },
  });
  return (
    <div className="grid gap-8 py-8 mb-8">
      <div className="relative">
        <textarea
          {...(combo as unknown as ComponentProps<"textarea">)}
          // Downshift only focuses the element.
          ref={ref as Ref<unknown> as Ref<HTMLTextAreaElement>}
          id={fieldId}
          className="input"
          rows={3}
          aria-label={comment ? "Change the comment" : "Comment"}
          aria-labelledby={undefined}
          aria-describedby={failure ? `${fieldId}-note` : undefined}
          placeholder="Write a comment, @ to mention"
        />
        <MentionList mention={mention} />
      </div>
      {failure && (
        <p className="error" role="alert" id={`${fieldId}-note`}>
          <Icon name="circle-alert" />
          {failure}
        </p>
      )}
      {files.names.map((name) => (
        <p key={name} className="row gap-6 small soft">
          <Icon name="paperclip" />
          {`${name}, attached to the record as well`}
        </p>
      ))}
      <div className="row gap-8">
        <IconButton icon="at-sign" label="Mention a colleague" onClick={mention.begin} />
        {!comment && files.button}
        {!comment && <Checkbox name="ask" label="Ask an owner" isOn={asks} onChange={setAsks} />}
        <span className="spring row gap-8">
          {onCancel && <Button look="quiet" label="Cancel" onClick={onCancel} />}
          <Button label={comment ? "Save" : "Comment"} isBusy={isBusy} onClick={submit}>
            <Key name="Ctrl ↵" />
          </Button>
        </span>
      </div>
    </div>
  );
}

const addComment = ({ entity, id }: CommentedRecord, body: object) =>
  send("POST", `/api/comments?${new URLSearchParams({ entity, id })}`, body, crypto.randomUUID());

/** The files that come with a new comment. They are attached to its record when they are chosen. */
function useFiles({ entity, id }: CommentedRecord, comment: Comment | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const [before, setBefore] = useState<Set<string>>();
  const attachments = useAttachments(comment ? undefined : { entity, id });
  const { items, uploads, add } = attachments;
  const added = before ? items.filter(({ _id }) => !before.has(_id)) : [];
  return {
    names: [
      ...added.map(({ name }) => name),
      ...uploads.map(({ name, failure }) => failure ?? `${name} is uploading`),
    ],
    take: () => added.map(({ _id }) => _id),
    clear: () => setBefore(undefined),
    button: (
      <>
        <IconButton
          needs="enter books"
          icon="paperclip"
          label="Attach a file"
          onClick={() => input.current?.click()}
        />
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label="File"
          onChange={({ currentTarget }) => {
            if (!before) setBefore(new Set(items.map(({ _id }) => _id)));
            add([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </>
    ),
  };
}
