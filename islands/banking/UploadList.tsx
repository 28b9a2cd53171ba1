import { useEffect, useRef, useState } from "react";
import { counted } from "../../domain/counts.ts";
import { formatRange } from "../../domain/dates.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Refused } from "./Refused.tsx";
import { describeReading } from "./reading.ts";
import { Undecided } from "./Undecided.tsx";
import { type UploadStep, useUpload } from "./useUpload.ts";

interface Props {
  files: File[];
  onKept(): void;
  onClose(): void;
}

/** A file that is read, and what saves it. */
interface Entry {
  step: UploadStep["name"];
  keep(): Promise<void>;
}

/** Several files at once, each with its own result. */
export function UploadList({ files, onKept, onClose }: Props) {
  const [entries, setEntries] = useState<Record<number, Entry>>({});
  const [isBusy, setBusy] = useState(false);
  const ready = Object.values(entries).filter(({ step }) => step === "read");
  async function keepAll() {
    setBusy(true);
    // One after another, so that each is compared with the lines of those before it.
    for (const { keep } of ready) await keep();
    setBusy(false);
    onKept();
  }
  const statements = (count: number) => counted(count, "statement");
  return (
    <Modal title={`Upload ${statements(files.length)}`} wide onClose={() => isBusy || onClose()}>
      <ul className="modal-body upload-list" aria-live="polite">
        {files.map((file, n) => (
          <UploadItem
            // Names may be equal, and the list never changes.
            key={n}
            file={file}
            onStep={(entry) => setEntries((before) => ({ ...before, [n]: entry }))}
          />
        ))}
      </ul>
      <div className="modal-foot">
        <Button label={isBusy || ready.length > 0 ? "Cancel" : "Close"} onClick={onClose} />
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
  const say = useRef(onStep);
  say.current = onStep;
  const start = useRef(read);
  useEffect(() => void start.current(file), [file]);
  useEffect(() => {
    const run = async () => {
      if (step.name === "read") await keep(file, step);
    };
    say.current({ step: step.name, keep: run });
  }, [step]);
  return (
    <li className="upload-item">
      <p className="strong">{file.name}</p>
      <Result {...{ file, step }} onSaid={(said) => void read(file, said)} />
    </li>
  );
}

interface ResultProps {
  file: File;
  step: UploadStep;
  onSaid: Parameters<typeof Undecided>[0]["onSaid"];
}

function Result({ file, step, onSaid }: ResultProps) {
  if (step.name === "undecided") {
    const { needs, failure } = step;
    return <Undecided key={failure.message} {...{ needs, failure, onSaid }} name={file.name} />;
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
  const lines = `${counted(statement.new, "new line")}${known > 0 ? `, ${known} here already` : ""}`;
  return (
    <>
      <p className="small soft">{[of, days, lines].filter(Boolean).join(" · ")}</p>
      <p className={`small ${look === "wrong" ? "warn" : "soft"}`}>{`${words}: ${help}`}</p>
      {step.name === "kept" && (
        <a href={`/banking/${statement._id}`}>{`Review ${counted(statement.lineCount, "line")}`}</a>
      )}
    </>
  );
}
