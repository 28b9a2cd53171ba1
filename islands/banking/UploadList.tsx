import { useEffect, useEffectEvent, useState } from "react";
import type { PostedLines, Statement } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatRange } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { NeedsInput } from "./NeedsInput.tsx";
import { Posted, UndoPosting } from "./Posted.tsx";
import { Refused } from "./Refused.tsx";
import { describeReading } from "./reading.ts";
import { type UploadStep, useUpload } from "./useUpload.ts";

interface Props {
  files: File[];
  onKept(): void;
  onClose(): void;
}

/** A parsed file, and the function that saves it. */
interface Entry {
  step: UploadStep["name"] | "undone";
  /** The number of new lines. */
  fresh: number;
  keep(): Promise<void>;
}

/** Several files, each with its own result. */
export function UploadList({ files, onKept, onClose }: Props) {
  const [entries, setEntries] = useState<Record<number, Entry>>({});
  const [isBusy, setBusy] = useState(false);
  const ready = Object.values(entries).filter(({ step }) => step === "read");
  async function keepAll() {
    setBusy(true);
    // In order, so that each file is compared with the lines of the files before it.
    for (const { keep } of ready) await keep();
    setBusy(false);
    onKept();
  }
  const all = Object.values(entries);
  const isSaved = !isBusy && all.some(({ step }) => step === "kept" || step === "undone");
  const close = () => {
    if (isBusy) return;
    if (isSaved) onKept();
    onClose();
  };
  const statements = (count: number) => pluralize(count, "statement");
  return (
    <Modal title={`Upload ${statements(files.length)}`} wide onClose={close}>
      <ul className="modal-body upload-list grid gap-16" aria-live="polite">
        {files.map((file, n) => (
          <UploadItem
            // Names may repeat, and the list never changes.
            key={n}
            file={file}
            onStep={(entry) => setEntries((before) => ({ ...before, [n]: entry }))}
          />
        ))}
      </ul>
      <div className="modal-foot">
        {isSaved && (
          <p className="spring small" role="status">
            {resultInWords(all)}
          </p>
        )}
        <Button label={isBusy || ready.length > 0 ? "Cancel" : "Close"} onClick={close} />
        {(ready.length > 0 || isBusy) && (
          <Button
            look="primary"
            className="spring"
            label={`Upload ${statements(ready.length)}`}
            isBusy={isBusy}
            onClick={() => isBusy || void keepAll()}
          />
        )}
      </div>
    </Modal>
  );
}

interface ItemProps {
  file: File;
  onStep(entry: Entry): void;
}

function UploadItem({ file, onStep }: ItemProps) {
  const { step, read, keep } = useUpload(undefined, () => {});
  const [isUndone, setUndone] = useState(false);
  const start = useEffectEvent(read);
  useEffect(() => void start(file), [file]);
  const report = useEffectEvent((step: UploadStep, isUndone: boolean) => {
    const run = async () => {
      if (step.name === "read") await keep(file, step);
    };
    const fresh = "statement" in step ? step.statement.new : 0;
    onStep({ step: isUndone ? "undone" : step.name, fresh, keep: run });
  });
  useEffect(() => report(step, isUndone), [step, isUndone]);
  return (
    <li className="upload-item">
      <p className="strong">{file.name}</p>
      {isUndone ? (
        <p className="small soft" role="status">
          The upload was undone.
        </p>
      ) : (
        <Result
          file={file}
          step={step}
          onAnswer={(answers) => void read(file, answers)}
          onUndone={() => setUndone(true)}
        />
      )}
    </li>
  );
}

interface ResultProps {
  file: File;
  step: UploadStep;
  onAnswer: Parameters<typeof NeedsInput>[0]["onAnswer"];
  onUndone(): void;
}

function Result({ file, step, onAnswer: onSaid, onUndone }: ResultProps) {
  if (step.name === "undecided") {
    const { needs, failure } = step;
    return (
      <NeedsInput
        key={failure.message}
        needs={needs}
        failure={failure}
        onAnswer={onSaid}
        name={file.name}
      />
    );
  }
  if (step.name === "refused") return <Refused failure={step.failure} />;
  if (step.name === "choose" || step.name === "reading") {
    return (
      <p className="soft" role="status">
        <span className="spinner" aria-hidden="true" /> Reading...
      </p>
    );
  }
  const { statement, continuity } = step;
  const { bank, account, periodFrom, periodTo, known } = statement;
  const { words, help, look } = describeReading(statement, continuity);
  const of = [bank, account && `…${account.slice(-4)}`].filter(Boolean).join(" ");
  const days = formatRange({ dateFrom: periodFrom, dateTo: periodTo });
  const lines = `${pluralize(statement.new, "new line")}${known > 0 ? `, ${known} already imported` : ""}`;
  return (
    <>
      <p className="small soft">{[of, days, lines].filter(Boolean).join(" · ")}</p>
      <p className={`small ${look === "wrong" ? "warn" : "soft"}`}>{`${words}: ${help}`}</p>
      {step.name === "kept" && (
        <Kept statement={statement} posted={step.posted} onUndone={onUndone} />
      )}
    </>
  );
}

interface KeptProps {
  statement: Statement;
  posted: PostedLines | null;
  onUndone(): void;
}

/** A saved statement, the lines accepted on upload, and their undo. */
function Kept({ statement, posted, onUndone }: KeptProps) {
  const [isPosted, setPosted] = useState(posted !== null);
  const [isBusy, undo] = useBusy(async () => {
    try {
      if (posted && isPosted) await send("DELETE", `/api/matches/${posted.match}?batch=true`);
      setPosted(false);
      await send("DELETE", `/api/statements/${statement._id}`);
      onUndone();
    } catch (failure) {
      toastError("Could not undo the upload")(failure);
    }
  });
  return (
    <>
      {posted && isPosted && <Posted posted={posted} />}
      <p className="row wrap gap-12">
        <a
          href={`/banking/${statement._id}`}
        >{`Review ${pluralize(statement.lineCount, "line")}`}</a>
        {posted && isPosted && <UndoPosting posted={posted} onUndone={() => setPosted(false)} />}
        {can("delete statements") && statement.new > 0 && (
          <Button label="Undo the upload" isBusy={isBusy} onClick={undo} />
        )}
      </p>
    </>
  );
}

/** `2 statements uploaded, 3 new lines, 1 file not uploaded` */
function resultInWords(entries: Entry[]): string {
  const saved = entries.filter(({ step }) => step === "kept");
  const fresh = saved.reduce((sum, one) => sum + one.fresh, 0);
  const others = entries.length - saved.length;
  return [
    `${pluralize(saved.length, "statement")} uploaded`,
    pluralize(fresh, "new line"),
    ...(others > 0 ? [`${pluralize(others, "file")} not uploaded`] : []),
  ].join(", ");
}
