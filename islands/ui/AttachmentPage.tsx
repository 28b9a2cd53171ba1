import { useEffect, useState } from "react";
import { type Attachment, hasPreview, TURNS } from "../../domain/attachments/attachments.ts";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { failureText, fetchFile } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, IconButton } from "./Button.tsx";
import { ADDRESS, saveAttachment } from "./useAttachments.ts";

interface PageProps {
  attachment: Attachment;
  /** Its position, such as `1 of 2`. */
  place: string;
  onRemove(): void;
  onLarge?: (() => void) | undefined;
}

/** One attachment. The server redraws pictures. Files that cannot be drawn are offered for download. */
export function AttachmentPage({ attachment, place, onRemove, onLarge }: PageProps) {
  const [isLarge, setLarge] = useState(false);
  const [turn, setTurn] = useState(0);
  const isDrawn = hasPreview(attachment);
  const save = () => void saveAttachment(attachment);
  return (
    <>
      <div className="actions">
        <h2 className="paper-name truncate grow min-0">{attachment.name}</h2>
        <span className="num help">{place}</span>
        {isDrawn && (
          <>
            <IconButton
              icon="zoom-out"
              label="Smaller"
              disabled={!isLarge}
              onClick={() => setLarge(false)}
            />
            <IconButton
              icon="zoom-in"
              label="Larger"
              disabled={isLarge}
              onClick={() => setLarge(true)}
            />
            <IconButton
              icon="rotate-cw"
              label="Turn"
              onClick={() => setTurn((turn + 1) % TURNS.length)}
            />
          </>
        )}
        <IconButton needs="enter books" icon="trash-2" label="Delete" onClick={onRemove} />
        <IconButton icon="external-link" label="Open" onClick={save} />
      </div>
      {isDrawn ? (
        <Picture
          attachment={attachment}
          isLarge={isLarge}
          turn={TURNS[turn] ?? "0"}
          onLarge={onLarge}
        />
      ) : (
        <div className="viewer-page help">
          <p>{`No preview of this ${KIND_NAMES[attachment.kind].name}. Download it to view it.`}</p>
          <Button icon="external-link" label="Open" onClick={save} />
        </div>
      )}
    </>
  );
}

interface PictureProps {
  attachment: Attachment;
  isLarge: boolean;
  turn: string;
  onLarge: (() => void) | undefined;
}

function Picture({ attachment, isLarge, turn, onLarge }: PictureProps) {
  const { data, failure } = useFetch(
    `${ADDRESS}/${attachment._id}/preview?turn=${turn}`,
    undefined,
    readPicture,
  );
  const address = useObjectUrl(data);
  if (failure) {
    const text = failureText(failure, "Could not reach the server. Try again.");
    return <div className="viewer-page help">{text}</div>;
  }
  const picture = address && (
    <img src={address} alt={attachment.name} className={isLarge ? "is-large" : ""} />
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className="viewer-page" aria-label={attachment.name} aria-busy={!address} tabIndex={0}>
      {picture && onLarge ? (
        <button type="button" aria-label={`Show ${attachment.name} larger`} onClick={onLarge}>
          {picture}
        </button>
      ) : (
        picture
      )}
    </section>
  );
}

const readPicture = (url: string) => fetchFile(url, "image/jpeg");

function useObjectUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}
