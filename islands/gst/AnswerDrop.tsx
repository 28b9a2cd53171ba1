import { useState } from "react";
import type { StoredEinvoices } from "../../domain/gst/returns/einvoices.ts";
import { failureText, send } from "../browser/api.ts";
import { Icon } from "../ui/Icon.tsx";
import { useDrop } from "../ui/useDrop.ts";

interface Props {
  onStored(): void;
}

/** Where the portal's answer is dropped, and what became of it. */
export function AnswerDrop({ onStored }: Props) {
  const [said, setSaid] = useState<{ text: string; isWrong: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File) => {
    if (isBusy) return;
    setBusy(true);
    setSaid(undefined);
    try {
      const stored = await send<StoredEinvoices>(
        "POST",
        "/api/gst/einvoices",
        await readAnswer(file),
      );
      setSaid({ text: storedWords(stored), isWrong: stored.refused.length > 0 });
      if (stored.stored > 0) onStored();
    } catch (failure) {
      const otherwise = failure instanceof SyntaxError ? NOT_READ : "The response was not taken.";
      setSaid({ text: failureText(failure, otherwise), isWrong: true });
    }
    setBusy(false);
  };
  const { className, ...drop } = useDrop("is-small", (file) => void take(file));
  return (
    <div className="answer-drop">
      <label
        className={`${className} ${said?.isWrong ? "is-bad" : ""}`}
        aria-busy={isBusy}
        {...drop}
      >
        <Icon name="upload" />
        <span>Drop the portal’s response, or choose a file (JSON or CSV)</span>
        <input
          type="file"
          className="sr-only"
          accept=".json,.csv,application/json,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file);
            target.value = ""; // The same file may be chosen again.
          }}
        />
      </label>
      {said && (
        <p
          className={said.isWrong ? "error-text" : "small"}
          role={said.isWrong ? "alert" : "status"}
        >
          {said.text}
        </p>
      )}
    </div>
  );
}

const NOT_READ = "This file is neither JSON nor CSV: take the response as the portal gives it.";

/** What reads CSV comes when it is wanted. */
async function readAnswer(file: File): Promise<unknown> {
  const { answerIn } = await import("../../domain/gst/returns/irpFile.ts");
  return answerIn(await file.text());
}

function storedWords({ stored, unknown, refused }: StoredEinvoices): string {
  const count = stored === 1 ? "1 document is registered." : `${stored} documents are registered.`;
  const others = unknown > 0 ? ` ${unknown} of the response are not in these books.` : "";
  const reasons = refused.map(({ reason }) => ` ${reason}`).join("");
  return `${count}${others}${reasons}`;
}
