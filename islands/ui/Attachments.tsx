import { useId, useState } from "react";
import { ATTACHMENTS_MAX, type Attachment } from "../../domain/attachments/attachments.ts";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { sizeText } from "../../domain/counts.ts";
import { failureText } from "../browser/api.ts";
import { Arriving, AttachmentDrop } from "./AttachmentDrop.tsx";
import { AttachmentViewer } from "./AttachmentViewer.tsx";
import { Button, IconButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Modal } from "./Modal.tsx";
import {
  type AttachmentOwner,
  type AttachmentsState,
  saveAttachment,
  useAttachments,
} from "./useAttachments.ts";

export function Attachments({ record }: { record: AttachmentOwner }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="strong" id={id}>
        Attachments
      </h2>
      <AttachmentList attachments={useAttachments(record)} />
    </section>
  );
}

/** Lists attachments and uploads, with a place to add more. */
export function AttachmentList({ attachments }: { attachments: AttachmentsState }) {
  const { items, removed, uploads, failure, isFull, remove, restore, dismiss } = attachments;
  const [shown, setShown] = useState<string>();
  return (
    <div className="papers">
      {failure !== undefined && (
        <p className="error">{failureText(failure, "Failed to load attachments")}</p>
      )}
      {items.length + removed.length + uploads.length > 0 && (
        <ul aria-label="Attachments">
          {items.map((attachment) => (
            <Row
              key={attachment._id}
              attachment={attachment}
              onShow={() => setShown(attachment._id)}
              onRemove={() => void remove(attachment)}
            />
          ))}
          {removed.map((attachment) => (
            <li key={attachment._id} className="actions" role="status">
              <Icon name="trash-2" />
              <span className="paper-name grow min-0">
                <span className="muted">{`${attachment.name} was deleted`}</span>
              </span>
              <Button
                needs="enter books"
                look="link"
                label="Undo"
                onClick={() => void restore(attachment)}
              />
            </li>
          ))}
          {uploads.map((upload) => (
            <Arriving key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="help">{`A record holds at most ${ATTACHMENTS_MAX} attachments.`}</p>
      ) : (
        <AttachmentDrop attachments={attachments} />
      )}
      {shown && (
        <Modal title="Attachments" wide onClose={() => setShown(undefined)}>
          <AttachmentViewer attachments={attachments} start={shown} isOver />
        </Modal>
      )}
    </div>
  );
}

interface RowProps {
  attachment: Attachment;
  onShow(): void;
  onRemove(): void;
}

function Row({ attachment, onShow, onRemove }: RowProps) {
  const { name, kind, size } = attachment;
  return (
    <li className="actions">
      <Icon name="paperclip" />
      <span className="paper-name grow min-0">
        <Button look="link" label={<span className="truncate">{name}</span>} onClick={onShow} />
        <br />
        <span className="help num">{`${KIND_NAMES[kind].name}, ${sizeText(size)}`}</span>
      </span>
      <IconButton
        icon="download"
        label={`Download ${name}`}
        onClick={() => void saveAttachment(attachment)}
      />
      <IconButton needs="enter books" icon="trash-2" label={`Delete ${name}`} onClick={onRemove} />
    </li>
  );
}
