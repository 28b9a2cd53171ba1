import { useEffect, useRef, useState } from "react";
import {
  ATTACHMENTS_MAX,
  type Attachment,
  type AttachmentList,
  type Holder,
} from "../../domain/attachments/attachments.ts";
import { failureText, fetchFile, send, toastError } from "../browser/api.ts";
import { upload } from "../browser/upload.ts";
import { useFetch } from "../browser/useFetch.ts";
import { download } from "./downloads.ts";

/** The record that attachments belong to. */
export interface AttachmentOwner {
  entity: Holder;
  id: string;
}

/** An upload in progress, or refused if it has a failure. */
export interface Upload {
  key: string;
  name: string;
  /** From 0 to 1. */
  sent: number;
  failure?: string;
}

/** The attachments of one record, or of one that is not saved yet. */
export type AttachmentsState = ReturnType<typeof useAttachments>;

/**
 * Manages the attachments of a record. Before the record exists, files are uploaded, and `attachTo`
 * attaches them once it does. Also takes files pasted anywhere on the page.
 */
export function useAttachments(record: AttachmentOwner | undefined) {
  const list = useFetch<AttachmentList>(
    record ? `${ADDRESS}?${new URLSearchParams({ ...record })}` : null,
  );
  const [loose, setLoose] = useState<Attachment[]>([]);
  /** Shown until the user leaves the page, because a toast below a dialog cannot be pressed. */
  const [removed, setRemoved] = useState<Attachment[]>([]);
  const { uploads, start, dismiss } = useUploads();
  // Saving the record waits for uploads in progress.
  const arriving = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef<Attachment[]>([]);
  const items: Attachment[] = record ? (list.data?.items.toReversed() ?? []) : loose;

  const hold = (attachments: Attachment[]) => {
    waiting.current = attachments;
    setLoose(attachments);
  };
  const onKept = (item: Attachment) => {
    if (record) list.reload();
    else hold([...waiting.current.filter(({ _id }) => _id !== item._id), item]);
  };
  const add = (files: File[]) => {
    const sent = files.map((file) => start(file, record, onKept));
    arriving.current = Promise.all([arriving.current, ...sent]);
  };
  usePaste(add);

  async function remove(item: Attachment) {
    if (!record) return hold(loose.filter(({ _id }) => _id !== item._id));
    try {
      await send("DELETE", `${ADDRESS}/${item._id}`);
      setRemoved((before) => [...before, item]);
    } catch (failure) {
      toastError("Failed to delete the attachment")(failure);
    }
    list.reload();
  }

  /** Attaches it again under a new id; the server still has its bytes. */
  async function restore(item: Attachment) {
    if (record) await attach(item, record).catch(toastError(NOT_ATTACHED));
    setRemoved((before) => before.filter(({ _id }) => _id !== item._id));
    list.reload();
  }

  /** Attaches the uploaded files, and reports those that fail. */
  async function attachTo(made: AttachmentOwner) {
    await arriving.current;
    for (const item of waiting.current) {
      await attach(item, made).catch(toastError(NOT_ATTACHED));
    }
    hold([]);
  }

  return {
    items,
    removed,
    uploads,
    failure: list.failure,
    /** Whether discarding the form would lose files. */
    isWaiting: !record && loose.length + uploads.length > 0,
    isFull: items.length + uploads.length >= ATTACHMENTS_MAX,
    add,
    remove,
    restore,
    dismiss,
    attachTo,
  };
}

export const ADDRESS = "/api/attachments";
const NOT_ATTACHED = "The file could not be attached";

/** Attaches by hash, because the server already has the bytes. */
function attach({ name, sha256 }: Attachment, { entity, id }: AttachmentOwner): Promise<unknown> {
  return send("POST", `${ADDRESS}?${new URLSearchParams({ entity, id, name, sha256 })}`);
}

/** Downloads an attachment. A file from outside is never shown inside the page. */
export const saveAttachment = ({ _id, name, kind }: Attachment): Promise<void> =>
  fetchFile(`${ADDRESS}/${_id}/content`, kind === "pdf" ? "application/pdf" : "image/").then(
    (file) => download(name, file),
    toastError("Failed to download the attachment"),
  );

function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const change = (key: string, with_: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...with_ } : one)));
  const dismiss = (key: string) => setUploads((before) => before.filter((one) => one.key !== key));

  async function start(
    file: File,
    record: AttachmentOwner | undefined,
    onKept: (attachment: Attachment) => void,
  ) {
    const { signal } = leaving.current;
    const [key, name] = [crypto.randomUUID(), file.name.slice(-200)];
    setUploads((before) => [...before, { key, name, sent: 0 }]);
    try {
      const { attachment } = await upload<{ attachment: Attachment }>(
        `${ADDRESS}?${new URLSearchParams({ ...record, name })}`,
        file,
        signal,
        (sent) => change(key, { sent }),
        { "content-type": "application/octet-stream", "idempotency-key": key },
      );
      dismiss(key);
      onKept(attachment);
    } catch (failure) {
      if (signal.aborted) return;
      change(key, { failure: failureText(failure, "Could not reach the server. Try again.") });
    }
  }
  return { uploads, start, dismiss };
}

function usePaste(add: (files: File[]) => unknown) {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void latest.current(files);
    };
    addEventListener("paste", take);
    return () => removeEventListener("paste", take);
  }, []);
}
