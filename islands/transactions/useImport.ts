import { useEffect, useRef, useState } from "react";
import type { ImportReport } from "../../domain/imports.ts";
import { sentenceOf } from "../browser/api.ts";
import { upload } from "../browser/upload.ts";
import { showToast } from "../ui/toasts.ts";

/** A file on its way; once all of it is `sent` (0 to 1), the server is at work on it. */
export interface Sending {
  file: File;
  sent: number;
}

type Step =
  | { name: "choose" }
  | ({ name: "checking" } & Sending)
  | { name: "checked"; file: File; report: ImportReport }
  | { name: "refused"; file: File; failure: unknown }
  | ({ name: "importing"; report: ImportReport } & Sending);

/** The steps of an import: a file is chosen, looked at, agreed to and brought into the books. */
export function useImport(onImported: (done: ImportReport) => void) {
  const [step, setStep] = useState<Step>({ name: "choose" });
  const call = useRef(new AbortController());
  // A file that was not sent whole changes nothing.
  useEffect(() => () => call.current.abort(), []);

  async function look(file: File) {
    const checking = { name: "checking", file } as const;
    try {
      const report = await sendIt(file, true, (sent) => setStep({ ...checking, sent }));
      setStep({ name: "checked", file, report });
    } catch (failure) {
      if (!call.current.signal.aborted) setStep({ name: "refused", file, failure });
    }
  }

  async function bringIn(file: File, report: ImportReport) {
    const importing = { name: "importing", file, report } as const;
    try {
      onImported(await sendIt(file, false, (sent) => setStep({ ...importing, sent })));
    } catch (failure) {
      if (call.current.signal.aborted) return;
      setStep({ name: "refused", file, failure });
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  }

  async function sendIt(file: File, dryRun: boolean, onSent: (share: number) => void) {
    onSent(0);
    const query = new URLSearchParams({
      dryRun: String(dryRun),
      createMissing: "true",
      file: file.name.slice(0, 200),
    });
    const url = `/api/transactions/import?${query}`;
    const { signal } = call.current;
    return (await upload<{ import: ImportReport }>(url, file, signal, onSent)).import;
  }

  return { step, look, bringIn, startOver: () => setStep({ name: "choose" }) };
}
