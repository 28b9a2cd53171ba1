import { pluralize } from "../../domain/counts.ts";
import type { StoredEinvoices } from "../../domain/gst/returns/einvoices.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { send } from "../browser/api.ts";
import { FileDrop } from "../ui/FileDrop.tsx";

/** A place to drop the portal's response, with the result. */
export function AnswerDrop({ onStored }: { onStored(): void }) {
  const take = async (file: File) => {
    const answer = await readAnswer(file).catch(() => undefined);
    if (answer === undefined) return { text: NOT_READ, isWrong: true };
    const stored = await send<StoredEinvoices>("POST", "/api/gst/einvoices", answer as object);
    if (stored.stored > 0) onStored();
    return { text: storedWords(stored), isWrong: stored.refused.length > 0 };
  };
  return (
    <div className={hiddenFrom("enter books")}>
      <FileDrop
        label="Drop the portal’s response, or choose a file (JSON or CSV)"
        accept=".json,.csv,application/json,text/csv"
        onFile={take}
        otherwise="The response could not be saved."
      />
    </div>
  );
}

const NOT_READ =
  "This file is neither JSON nor CSV: upload the response as downloaded from the portal.";

/** The CSV parser is loaded on demand. */
async function readAnswer(file: File): Promise<unknown> {
  const { answerIn } = await import("../../domain/gst/returns/irpFile.ts");
  return answerIn(await file.text());
}

function storedWords({ stored, unknown, refused }: StoredEinvoices): string {
  const count = pluralize(stored, "document is registered.", "documents are registered.");
  const others =
    unknown > 0 ? ` ${pluralize(unknown, "entry is", "entries are")} not in your books.` : "";
  const reasons = refused.map(({ reason }) => ` ${reason}`).join("");
  return `${count}${others}${reasons}`;
}
