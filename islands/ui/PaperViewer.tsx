import { useState } from "react";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { IconButton } from "./Button.tsx";
import { Modal } from "./Modal.tsx";
import { PaperPage } from "./PaperPage.tsx";
import { PaperDrop, PaperList } from "./Papers.tsx";
import type { Papers } from "./usePapers.ts";

/** Papers in sight, beside the fields that say what is on them. A press on a picture fills the screen with it. */
export function PaperViewer({ papers }: { papers: Papers }) {
  const { items, uploads } = papers;
  const [chosen, setChosen] = useState("");
  const [isLarge, setLarge] = useState(false);
  const [isListed, setListed] = useState(false);
  const shown = items.find(({ _id }) => _id === chosen) ?? items.at(-1);
  if (!shown) {
    return (
      <section className="panel viewer" aria-label="Paper">
        <div className="viewer-none">
          {uploads.length > 0 ? <PaperList papers={papers} /> : <PaperDrop papers={papers} />}
        </div>
      </section>
    );
  }
  const place = `${items.indexOf(shown) + 1} of ${items.length}`;
  return (
    <section className="panel viewer" aria-label="Paper">
      <PaperPage
        key={shown._id}
        paper={shown}
        head={
          <>
            <h2 className="truncate">{shown.name}</h2>
            <span className="num">{place}</span>
          </>
        }
        onLarge={() => setLarge(true)}
      />
      <div className="viewer-strip">
        {items.map(({ _id, kind, name }) => (
          <button
            type="button"
            key={_id}
            className="thumb"
            aria-label={name}
            aria-current={_id === shown._id}
            onClick={() => setChosen(_id)}
          >
            {KIND_NAMES[kind].name}
          </button>
        ))}
        <IconButton
          icon="plus"
          label="Add or delete papers"
          className="thumb is-add"
          onClick={() => setListed(true)}
        />
      </div>
      {isLarge && (
        <Modal title={shown.name} wide onClose={() => setLarge(false)}>
          <div className="viewer in-modal">
            <PaperPage paper={shown} />
          </div>
        </Modal>
      )}
      {isListed && (
        <Modal title="Papers" onClose={() => setListed(false)}>
          <div className="modal-body">
            <PaperList papers={papers} />
          </div>
        </Modal>
      )}
    </section>
  );
}
