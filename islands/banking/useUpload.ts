import { useEffect, useRef, useState } from "react";
import type { Continuity } from "../../domain/banking/continuity.ts";
import type { PostedLines, Statement } from "../../domain/banking/statements.ts";
import { Failure } from "../browser/api.ts";
import { upload } from "../browser/upload.ts";

/** The user's answers about a file. */
export interface UploadAnswers {
  accountId?: string;
  password?: string;
  columns?: string;
  acceptGaps?: boolean;
}

export type UploadStep =
  | { name: "choose" }
  | { name: "reading"; file: File; sent: number }
  | { name: "undecided"; file: File; failure: Failure; needs: string }
  | { name: "refused"; file: File; failure: unknown }
  | ({ name: "read" | "keeping" | "kept"; file: File } & Answer);

/** The server's response for a file. */
interface Answer {
  statement: Statement;
  continuity: Continuity | null;
  /** Null if nothing was accepted at upload. */
  posted: PostedLines | null;
}

/** Previews a bank's file, with the user's answers about it, and saves it on confirmation. */
export function useUpload(accountId: string | undefined, onKept: (statement: Statement) => void) {
  const [step, setStep] = useState<UploadStep>({ name: "choose" });
  const answers = useRef<UploadAnswers>(accountId ? { accountId } : {});
  const call = useRef(new AbortController());
  useEffect(() => () => call.current.abort(), []);

  async function send(file: File, dryRun: boolean, onSent: (share: number) => void) {
    const { accountId: id, password, columns, acceptGaps } = answers.current;
    const query = new URLSearchParams({
      dryRun: String(dryRun),
      file: file.name.slice(0, 200),
      ...(id && { accountId: id }),
      ...(columns && { columns }),
      ...(acceptGaps && { acceptGaps: "1" }),
    });
    const headers = {
      "content-type": "application/octet-stream",
      ...(password && { "x-file-password": encodeURIComponent(password) }),
    };
    const { signal } = call.current;
    const url = `/api/statements?${query}`;
    return await upload<Answer>(url, file, signal, onSent, headers);
  }

  function fail(file: File, failure: unknown) {
    if (call.current.signal.aborted) return;
    const needs = failure instanceof Failure ? failure.about.needs : undefined;
    if (failure instanceof Failure && typeof needs === "string") {
      setStep({ name: "undecided", file, failure, needs });
    } else {
      setStep({ name: "refused", file, failure });
    }
  }

  async function read(file: File, more: UploadAnswers = {}) {
    answers.current = { ...answers.current, ...more };
    try {
      setStep({ name: "reading", file, sent: 0 });
      const answer = await send(file, true, (sent) => setStep({ name: "reading", file, sent }));
      setStep({ name: "read", file, ...answer });
    } catch (failure) {
      fail(file, failure);
    }
  }

  async function keep(file: File, read: Answer) {
    try {
      setStep({ ...read, name: "keeping", file });
      const answer = await send(file, false, () => {});
      setStep({ name: "kept", file, ...answer });
      // Accepted lines are shown first, with their undo.
      if (!answer.posted) onKept(answer.statement);
    } catch (failure) {
      fail(file, failure);
    }
  }

  const startOver = () => {
    answers.current = accountId ? { accountId } : {};
    setStep({ name: "choose" });
  };
  return { step, read, keep, startOver };
}
