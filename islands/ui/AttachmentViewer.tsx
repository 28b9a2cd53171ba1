import { useState } from "react";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { AddAttachment, Arriving, AttachmentDrop } from "./AttachmentDrop.tsx";
import { AttachmentPage } from "./AttachmentPage.tsx";
import { Modal } from "./Modal.tsx";
import type { AttachmentsState } from "./useAttachments.ts";

interface Props {
  attachments: AttachmentsState;
  /** The attachment shown first. Defaults to the newest. */
  start?: string;
  /** Whether the viewer already covers the page, so that pressing a picture does not enlarge it. */
  isOver?: boolean;
}

/** Shows attachments one at a time, next to a form or over a page. */
export function AttachmentViewer({ attachments, start = "", isOver = false }: Props) {
  const { items, uploads, isFull, remove, dismiss } = attachments;
  const [chosen, setChosen] = useState(start);
  const [isLarge, setLarge] = useState(false);
  const shown = items.find(({ _id }) => _id === chosen) ?? items.at(-1);
  return (
    <section className={isOver ? "viewer" : "viewer panel"} aria-label="Attachment">
      {shown ? (
        <AttachmentPage
          key={shown._id}
          attachment={shown}
          place={`${items.indexOf(shown) + 1} of ${items.length}`}
          onRemove={() => void remove(shown)}
          onLarge={isOver ? undefined : () => setLarge(true)}
        />
      ) : (
        <AttachmentDrop attachments={attachments} />
      )}
      {uploads.length > 0 && (
        <ul className="papers" aria-label="Uploading">
          {uploads.map((upload) => (
            <Arriving key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      {shown && (
        <div className="actions">
          {items.map(({ _id, kind, name }) => (
            <button
              type="button"
              key={_id}
              className="btn"
              aria-pressed={_id === shown._id}
              onClick={() => setChosen(_id)}
            >
              {KIND_NAMES[kind].name}
              <span className="sr-only">{name}</span>
            </button>
          ))}
          {!isFull && <AddAttachment attachments={attachments} />}
        </div>
      )}
      {isLarge && shown && (
        <Modal title="Attachments" wide onClose={() => setLarge(false)}>
          <AttachmentViewer attachments={attachments} start={shown._id} isOver />
        </Modal>
      )}
    </section>
  );
}
