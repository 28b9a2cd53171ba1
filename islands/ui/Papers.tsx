import { useId, useState } from "react";
import {
  ATTACHMENTS_MAX,
  type Attachment,
  sizeText,
} from "../../domain/attachments/attachments.ts";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { failureText } from "../browser/api.ts";
import { Button, IconButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Modal } from "./Modal.tsx";
import { PaperPage } from "./PaperPage.tsx";
import { useDrop } from "./useDrop.ts";
import {
  type Held,
  type Papers as PapersOf,
  savePaper,
  type Upload,
  usePapers,
} from "./usePapers.ts";

/** The papers of a record, under a title of their own. */
export function Papers({ record }: { record: Held }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="papers-head" id={id}>
        Papers
      </h2>
      <PaperList papers={usePapers(record)} />
    </section>
  );
}

/** What is attached, what is on its way, and a place for more. */
export function PaperList({ papers }: { papers: PapersOf }) {
  const { items, removed, uploads, failure, isFull, remove, restore, dismiss } = papers;
  const [shown, setShown] = useState<Attachment>();
  return (
    <div className="papers">
      {failure !== undefined && (
        <p className="error">{failureText(failure, "Failed to load papers")}</p>
      )}
      {items.length + removed.length + uploads.length > 0 && (
        <ul className="paper-rows" aria-label="Papers">
          {items.map((paper) => (
            <Row
              key={paper._id}
              paper={paper}
              onShow={() => setShown(paper)}
              onRemove={() => void remove(paper)}
            />
          ))}
          {removed.map((paper) => (
            <li key={paper._id} role="status">
              <Icon name="trash-2" />
              <span className="paper-name">
                <span className="muted truncate">{`${paper.name} was deleted`}</span>
              </span>
              <Button look="link" label="Undo" onClick={() => void restore(paper)} />
            </li>
          ))}
          {uploads.map((upload) => (
            <Arriving key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="help">{`A record holds at most ${ATTACHMENTS_MAX} papers.`}</p>
      ) : (
        <PaperDrop papers={papers} />
      )}
      {shown && (
        <Modal title={shown.name} wide onClose={() => setShown(undefined)}>
          <div className="viewer in-modal">
            <PaperPage key={shown._id} paper={shown} />
          </div>
        </Modal>
      )}
    </div>
  );
}

interface RowProps {
  paper: Attachment;
  onShow(): void;
  onRemove(): void;
}

function Row({ paper, onShow, onRemove }: RowProps) {
  const { name, kind, size } = paper;
  return (
    <li>
      <Icon name="paperclip" />
      <span className="paper-name">
        <Button look="link" label={<span className="truncate">{name}</span>} onClick={onShow} />
        <span className="help num">{`${KIND_NAMES[kind].name}, ${sizeText(size)}`}</span>
      </span>
      <IconButton
        icon="download"
        label={`Download ${name}`}
        onClick={() => void savePaper(paper)}
      />
      <IconButton icon="trash-2" label={`Delete ${name}`} onClick={onRemove} />
    </li>
  );
}

/** Of one that was refused the sentence stands below its name. */
function Arriving({ upload, onDismiss }: { upload: Upload; onDismiss(): void }) {
  const { name, sent, failure } = upload;
  return (
    <li aria-busy={failure === undefined}>
      <Icon name={failure === undefined ? "upload" : "circle-alert"} />
      <span className="paper-name">
        <span className="truncate">{name}</span>
        {failure === undefined ? (
          <progress aria-label={`Uploading ${name}`} max={1} value={sent} />
        ) : (
          <span className="error" role="alert">
            {failure}
          </span>
        )}
      </span>
      {failure !== undefined && (
        <IconButton icon="x" label={`Dismiss ${name}`} onClick={onDismiss} />
      )}
    </li>
  );
}

const ACCEPT = ".pdf,.jpg,.jpeg,.png,.webp,.heic,.heif,application/pdf,image/*";

/** Files by mouse, by keys, from the clipboard, or from a phone's camera. */
export function PaperDrop({ papers: { add } }: { papers: PapersOf }) {
  const id = useId();
  const take = (files: FileList | null) => add([...(files ?? [])]);
  return (
    <div className="paper-drop">
      <label {...useDrop("", (...files) => add(files))} htmlFor={id}>
        <Icon name="upload" />
        <span>
          <span className="strong">Drop papers, paste or choose them</span>
          <br />
          <span className="help">PDF, JPEG, PNG, WebP or HEIC, up to 10 MB each</span>
        </span>
        <input
          className="sr-only"
          id={id}
          type="file"
          multiple
          accept={ACCEPT}
          onChange={({ target }) => {
            take(target.files);
            target.value = "";
          }}
        />
      </label>
      <label className="btn paper-camera" htmlFor={`${id}-camera`}>
        <Icon name="camera" />
        Take a photo
        <input
          className="sr-only"
          id={`${id}-camera`}
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => {
            take(target.files);
            target.value = "";
          }}
        />
      </label>
    </div>
  );
}
