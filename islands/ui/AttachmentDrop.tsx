import { useId } from "react";
import { hiddenFrom } from "../../domain/roles.ts";
import { IconButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import type { AttachmentsState, Upload } from "./useAttachments.ts";
import { useDrop } from "./useDrop.ts";

/** A file being uploaded. If it was refused, the reason is shown below its name. */
export function Arriving({ upload, onDismiss }: { upload: Upload; onDismiss(): void }) {
  const { name, sent, failure } = upload;
  return (
    <li className="actions" aria-busy={failure === undefined}>
      <Icon name={failure === undefined ? "upload" : "circle-alert"} />
      <span className="paper-name grow min-0">
        <span>{name}</span>
        <br />
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

/** Accepts files by drag and drop, file picker, clipboard or phone camera. */
export function AttachmentDrop({ attachments: { add } }: { attachments: AttachmentsState }) {
  const id = useId();
  return (
    <div className={`paper-drop answer-drop ${hiddenFrom("enter books")}`}>
      <label {...useDrop("", (...files) => add(files))} htmlFor={id}>
        <Icon className="size-24" name="upload" />
        <span>
          <span className="strong">Drop files, paste or choose them</span>
          <br />
          <span className="help">PDF, JPEG, PNG, WebP or HEIC, up to 10 MB each</span>
        </span>
        <AttachmentInput id={id} add={add} multiple accept={ACCEPT} />
      </label>
      <label className="btn paper-camera" htmlFor={`${id}-camera`}>
        <Icon name="camera" />
        Take a photo
        <AttachmentInput id={`${id}-camera`} add={add} accept="image/*" capture="environment" />
      </label>
    </div>
  );
}

/** A button at the end of the attachments that adds another. */
export function AddAttachment({ attachments: { add } }: { attachments: AttachmentsState }) {
  const id = useId();
  return (
    <label className={`btn ${hiddenFrom("enter books")}`} htmlFor={id}>
      <Icon name="plus" />
      <span className="sr-only">Add attachment</span>
      <AttachmentInput id={id} add={add} multiple accept={ACCEPT} />
    </label>
  );
}

interface InputProps extends Pick<AttachmentsState, "add"> {
  id: string;
  accept: string;
  multiple?: boolean;
  capture?: "environment";
}

function AttachmentInput({ add, ...props }: InputProps) {
  return (
    <input
      {...props}
      className="sr-only"
      type="file"
      onChange={({ target }) => {
        add([...(target.files ?? [])]);
        // Otherwise the same file could not be chosen again.
        target.value = "";
      }}
    />
  );
}
