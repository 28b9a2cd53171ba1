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

/** What papers are attached to. */
export interface AttachmentOwner {
  entity: Holder;
  id: string;
}

/** A file on its way; with a failure once it was refused. */
export interface Upload {
  key: string;
  name: string;
  /** 0 to 1. */
  sent: number;
  failure?: string;
}

/** The papers of one record, or of one that is still to be made. */
export type AttachmentsState = ReturnType<typeof useAttachments>;

/**
 * What is attached to a record. Of none yet, papers are uploaded and wait: `attachTo` attaches them once
 * it is there. What is pasted anywhere on the page is taken as well.
 */
export function useAttachments(record: AttachmentOwner | undefined) {
  const list = useFetch<AttachmentList>(
    record ? `${ADDRESS}?${new URLSearchParams({ ...record })}` : null,
  );
  const [loose, setLoose] = useState<Attachment[]>([]);
  /** Shown until the page is left, for a toast cannot be pressed beneath a dialog. */
  const [removed, setRemoved] = useState<Attachment[]>([]);
  const { uploads, start, dismiss } = useUploads();
  // What is still on its way when the record is saved is waited for.
  const arriving = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef<Attachment[]>([]);
  const items: Attachment[] = record ? (list.data?.items.toReversed() ?? []) : loose;

  const hold = (papers: Attachment[]) => {
    waiting.current = papers;
    setLoose(papers);
  };
  const onKept = (paper: Attachment) => {
    if (record) list.reload();
    else hold([...waiting.current.filter(({ _id }) => _id !== paper._id), paper]);
  };
  const add = (files: File[]) => {
    const sent = files.map((file) => start(file, record, onKept));
    arriving.current = Promise.all([arriving.current, ...sent]);
  };
  usePaste(add);

  async function remove(paper: Attachment) {
    if (!record) return hold(loose.filter(({ _id }) => _id !== paper._id));
    try {
      await send("DELETE", `${ADDRESS}/${paper._id}`);
      setRemoved((before) => [...before, paper]);
    } catch (failure) {
      toastError("Failed to delete the attachment")(failure);
    }
    list.reload();
  }

  /** Under a new id, for its bytes are still there. */
  async function restore(paper: Attachment) {
    if (record) await attach(paper, record).catch(toastError(NOT_ATTACHED));
    setRemoved((before) => before.filter(({ _id }) => _id !== paper._id));
    list.reload();
  }

  /** The papers that wait; one that cannot be attached is said. */
  async function attachTo(made: AttachmentOwner) {
    await arriving.current;
    for (const paper of waiting.current) {
      await attach(paper, made).catch(toastError(NOT_ATTACHED));
    }
    hold([]);
  }

  return {
    items,
    removed,
    uploads,
    failure: list.failure,
    /** Some would be lost if the form were thrown away. */
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

/** By its hash: its bytes are there. */
function attach({ name, sha256 }: Attachment, { entity, id }: AttachmentOwner): Promise<unknown> {
  return send("POST", `${ADDRESS}?${new URLSearchParams({ entity, id, name, sha256 })}`);
}

/** Saved under its own name: a stranger's file is never shown inside the page. */
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
