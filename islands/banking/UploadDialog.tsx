import { useState } from "react";
import type { Statement } from "../../domain/banking/statements.ts";
import { counted } from "../../domain/counts.ts";
import { formatRange } from "../../domain/dates.ts";
import { type Failure, failureText } from "../browser/api.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { StatementDrop } from "./StatementDrop.tsx";
import { Undecided } from "./Undecided.tsx";
import { useUpload } from "./useUpload.ts";

interface Props {
  /** Where it is known whose statement it is. */
  accountId?: string | undefined;
  /** Of a file that was dropped on the page. */
  file?: File | undefined;
  onKept(statement: Statement): void;
  onClose(): void;
}

/** A statement is read and shown, without a change to the books, and kept when that is agreed to. */
export function UploadDialog({ accountId, file: dropped, onKept, onClose }: Props) {
  const { step, read, keep, startOver } = useUpload(accountId, onKept);
  const [isBegun, setBegun] = useState(false);
  if (dropped && !isBegun) {
    setBegun(true);
    queueMicrotask(() => void read(dropped));
  }
  const isAtWork = step.name === "keeping";
  const close = () => isAtWork || onClose();
  return (
    <Modal title="Upload statement" wide onClose={close}>
      <div className="modal-body" aria-live="polite">
        {step.name === "choose" && <StatementDrop onFile={(file) => void read(file)} />}
        {step.name === "reading" && (
          <p className="soft" role="status">
            <span className="spinner" aria-hidden="true" /> Reading {step.file.name}...
          </p>
        )}
        {step.name === "undecided" && (
          <Undecided
            key={step.failure.message}
            needs={step.needs}
            failure={step.failure}
            name={step.file.name}
            onSaid={(said) => void read(step.file, said)}
          />
        )}
        {step.name === "refused" && <Refused failure={step.failure} />}
        {(step.name === "read" || step.name === "keeping") && (
          <Preview file={step.file.name} statement={step.statement} />
        )}
      </div>
      <div className="modal-foot">
        {step.name === "choose" || step.name === "reading" ? (
          <Button label="Cancel" onClick={close} />
        ) : (
          <Button label="Choose another file" aria-disabled={isAtWork} onClick={startOver} />
        )}
        {(step.name === "read" || step.name === "keeping") && (
          <Button
            look="primary"
            className="spring"
            label={reviewLabel(step.statement)}
            isBusy={isAtWork}
            data-autofocus
            onClick={() => isAtWork || void keep(step.file, step.statement)}
          />
        )}
      </div>
    </Modal>
  );
}

const lines = (count: number) => counted(count, "line");
const reviewLabel = ({ lineCount }: Statement) => `Review ${lines(lineCount)}`;

/** What was read, as four steps that were taken. */
function Preview({ file, statement }: { file: string; statement: Statement }) {
  const { format, lineCount, known, proof, account, bank, opening, closing } = statement;
  const fresh = statement.new;
  const proved =
    proof === "proved"
      ? `all ${lineCount} balances follow on`
      : proof === "totals"
        ? "as a whole"
        : proof === "broken"
          ? "with a gap, which stays in sight"
          : "not proved yet: the file has no opening balance";
  return (
    <>
      <ol className="steps is-down upload-steps">
        <Done name="Read" end={`${file}, ${format}`} />
        <Done
          name="Account found"
          end={[bank, account && `…${account.slice(-4)}`].filter(Boolean).join(" ") || "as chosen"}
        />
        <Done name={proof === "broken" ? "Taken as it is" : "The statement adds up"} end={proved} />
        <Done
          name="Lines compared"
          end={known > 0 ? `${known} of ${lineCount} are here already` : `${lines(fresh)}, all new`}
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
        Nothing has been changed yet. You will see each line beside what it would become.
      </p>
    </>
  );
}

const Done = ({ name, end }: { name: string; end: string }) => (
  <li className="is-done">
    <span className="step-mark">
      <Icon name="check" />
    </span>
    <span className="step-name">{name}</span>
    <span className="end small muted">{end}</span>
  </li>
);

function Refused({ failure }: { failure: unknown }) {
  const text = failureText(failure, "Could not reach the server. Nothing has been changed.");
  const errors = (failure as Partial<Failure>).errors ?? [];
  return (
    <>
      <p className="error" role="alert">
        <Icon name="circle-alert" />
        {text}
      </p>
      {errors.length > 1 && (
        <ul className="small">
          {errors.slice(0, 20).map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}
