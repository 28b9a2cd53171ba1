import { useEffect, useRef, useState } from "react";
import type { BooksField, BooksTable } from "../../domain/csv/booksFields.ts";
import type { BooksReport } from "../../domain/ledger/imports.ts";
import { Refusal } from "../../domain/refusal.ts";
import { Failure } from "../browser/api.ts";
import { upload } from "../browser/upload.ts";
import type { Chosen } from "./readFiles.ts";

// The code that reads files is loaded with the first one.
const reader = () => import("./readFiles.ts");

export type Step =
  | { name: "choose" }
  | { name: "reading" }
  | { name: "unread"; message: string }
  | { name: "trying" | "moving"; chosen: Chosen }
  | { name: "tried"; chosen: Chosen; report: BooksReport }
  | { name: "refused"; chosen: Chosen; failure: unknown };

/** The steps: choose files, preview, confirm, import. */
export function useMoveIn(onMoved: (report: BooksReport) => void) {
  const [step, setStep] = useState<Step>({ name: "choose" });
  const call = useRef(new AbortController());
  useEffect(() => () => call.current.abort(), []);

  async function choose(files: File[]) {
    setStep({ name: "reading" });
    try {
      await tryOut(await (await reader()).readFiles(files));
    } catch (error) {
      const message = error instanceof Refusal ? error.message : "The file could not be read";
      setStep({ name: "unread", message });
    }
  }

  /** Changes the field of a column, and previews again. */
  async function retake(
    chosen: Chosen,
    table: BooksTable,
    at: number,
    field: BooksField | undefined,
  ) {
    await tryOut((await reader()).retake(chosen, table, at, field));
  }

  async function tryOut(chosen: Chosen) {
    setStep({ name: "trying", chosen });
    const report = await send(chosen, true);
    if (report) setStep({ name: "tried", chosen, report });
  }

  async function moveIn(chosen: Chosen) {
    setStep({ name: "moving", chosen });
    const report = await send(chosen, false);
    if (!report) return;
    setStep({ name: "choose" });
    onMoved(report);
  }

  /**
   * Returns undefined after an error, which the step shows, or if another request was sent in the meantime.
   */
  async function send(chosen: Chosen, dryRun: boolean): Promise<BooksReport | undefined> {
    call.current.abort();
    call.current = new AbortController();
    const { signal } = call.current;
    const query = new URLSearchParams({ dryRun: String(dryRun), file: chosen.name.slice(0, 200) });
    try {
      const url = `/api/import/books?${query}`;
      const answer = await upload<{ import: BooksReport }>(url, chosen.body, signal, () => {});
      return answer.import;
    } catch (failure) {
      if (!signal.aborted) setStep({ name: "refused", chosen, failure });
      return undefined;
    }
  }

  return { step, choose, retake, moveIn, startOver: () => setStep({ name: "choose" }) };
}

/** Lists the errors, each with its cell in a table or its path in the file. */
export function placeFaults({ placeOf }: Chosen, failure: unknown) {
  const errors = failure instanceof Failure ? failure.errors : [];
  return errors.map(({ path, message }) => ({ path, place: placeOf(path) ?? path, message }));
}
