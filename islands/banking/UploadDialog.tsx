import { useState } from "react";
import type { Continuity } from "../../domain/banking/continuity.ts";
import type { PostedLines, Statement } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatRange } from "../../domain/dates.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { NeedsInput } from "./NeedsInput.tsx";
import { Posted, UndoPosting } from "./Posted.tsx";
import { Refused } from "./Refused.tsx";
import { describeReading, type Reading } from "./reading.ts";
import { StatementDrop } from "./StatementDrop.tsx";
import { UploadList } from "./UploadList.tsx";
import { useUpload } from "./useUpload.ts";

interface Props {
  accountId?: string | undefined;
  /** Files dropped on the page. */
  files?: File[] | undefined;
  onKept(statement: Statement): void;
  onSeveralKept(): void;
  onClose(): void;
}

/** Parses statements and previews them without a change to the books. They are saved on confirmation. */
export function UploadDialog({ accountId, files: dropped = [], ...more }: Props) {
  const [files, setFiles] = useState(dropped);
  if (files.length > 1) {
    return <UploadList files={files} onKept={more.onSeveralKept} onClose={more.onClose} />;
  }
  return <UploadOne {...more} accountId={accountId} file={files[0]} onSeveral={setFiles} />;
}

type OneProps = Omit<Props, "files" | "onSeveralKept"> & {
  file: File | undefined;
  onSeveral(files: File[]): void;
};

function UploadOne({ accountId, file: dropped, onSeveral, onKept, onClose }: OneProps) {
  const { step, read, keep, startOver } = useUpload(accountId, onKept);
  const [isBegun, setBegun] = useState(false);
  if (dropped && !isBegun) {
    setBegun(true);
    queueMicrotask(() => void read(dropped));
  }
  const take = ([file, ...others]: File[]) => {
    if (file && others.length > 0) onSeveral([file, ...others]);
    else if (file) void read(file);
  };
  const posted = step.name === "kept" ? step.posted : null;
  const isAtWork = !posted && (step.name === "keeping" || step.name === "kept");
  const isRead = !posted && (step.name === "read" || isAtWork);
  const close = () => isAtWork || onClose();
  return (
    <Modal title="Upload statement" wide onClose={close}>
      <div className="modal-body" aria-live="polite">
        {step.name === "choose" && <StatementDrop onFiles={take} />}
        {step.name === "reading" && (
          <p className="soft" role="status">
            <span className="spinner" aria-hidden="true" /> Reading {step.file.name}...
          </p>
        )}
        {step.name === "undecided" && (
          <NeedsInput
            key={step.failure.message}
            needs={step.needs}
            failure={step.failure}
            name={step.file.name}
            onAnswer={(answers) => void read(step.file, answers)}
          />
        )}
        {step.name === "refused" && <Refused failure={step.failure} />}
        {isRead && <Preview {...step} file={step.file.name} />}
        {posted && <Posted posted={posted} />}
      </div>
      <div className="modal-foot">
        {step.name === "choose" || step.name === "reading" ? (
          <Button label="Cancel" onClick={close} />
        ) : (
          !posted && (
            <Button label="Choose another file" aria-disabled={isAtWork} onClick={startOver} />
          )
        )}
        {posted && step.name === "kept" && (
          <KeptActions posted={posted} onReview={() => onKept(step.statement)} />
        )}
        {isRead && (
          <Button
            look="primary"
            className="spring"
            label={reviewLabel(step.statement)}
            isBusy={isAtWork}
            data-autofocus
            onClick={() => isAtWork || void keep(step.file, step)}
          />
        )}
      </div>
    </Modal>
  );
}

const lines = (count: number) => pluralize(count, "line");
const reviewLabel = ({ lineCount }: Statement) => `Review ${lines(lineCount)}`;

function KeptActions({ posted, onReview }: { posted: PostedLines; onReview(): void }) {
  return (
    <>
      <UndoPosting posted={posted} onUndone={onReview} />
      <Button
        look="primary"
        className="spring"
        label="Review lines"
        data-autofocus
        onClick={onReview}
      />
    </>
  );
}

interface PreviewProps {
  file: string;
  statement: Statement;
  continuity: Continuity | null;
}

/** The parsed statement, as four completed steps. */
function Preview({ file, statement, continuity }: PreviewProps) {
  const { format, lineCount, known, account, bank, opening, closing } = statement;
  const fresh = statement.new;
  const { look, words, help } = describeReading(statement, continuity);
  return (
    <>
      <ol className="steps is-down upload-steps">
        <Done name="Read" end={`${file}, ${format}`} />
        <Done
          name="Account found"
          end={[bank, account && `…${account.slice(-4)}`].filter(Boolean).join(" ") || "as chosen"}
        />
        <Done name={words} end={help} look={look} />
        <Done
          name="Lines compared"
          end={known > 0 ? `${known} of ${lineCount} already imported` : `${lines(fresh)}, all new`}
        />
      </ol>
      <FactList
        facts={[
          [
            "Period",
            formatRange({ dateFrom: statement.periodFrom, dateTo: statement.periodTo }),
            "num",
          ],
          ["Opening", opening === null ? "–" : <Money amount={opening} />],
          ["In", <Money amount={statement.credits} />, "pos"],
          ["Out", <Money amount={statement.debits} />],
          ["Closing", closing === null ? "–" : <Money amount={closing} />, "strong"],
        ]}
      />
      {statement.remarks.map((remark) => (
        <p className="help" key={remark}>
          {remark}
        </p>
      ))}
      <p className="notice">
        Nothing has been changed yet. You will review each line before it is recorded.
      </p>
    </>
  );
}

type DoneProps = { name: string; end: string; look?: Reading["look"] };

const Done = ({ name, end, look = "right" }: DoneProps) => (
  <li className={look === "right" ? "is-done" : look === "wrong" ? "is-failed" : undefined}>
    <span className="step-mark">
      {look !== "none" && <Icon name={look === "right" ? "check" : "triangle-alert"} />}
    </span>
    <span className="step-name">{name}</span>
    <span className="end small muted">{end}</span>
  </li>
);
