import { useId, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { type BooksReport, booksSize } from "../../domain/ledger/imports.ts";
import { showToast } from "../browser/toasts.ts";
import { RecentImports, undoImport } from "../transactions/RecentImports.tsx";
import { Allowed } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { useDrop } from "../ui/useDrop.ts";
import { BooksColumns } from "./BooksColumns.tsx";
import { BooksFaults, BooksPreview } from "./BooksPreview.tsx";
import { type Step, useMoveIn } from "./useMoveIn.ts";

const TITLE = "Import books";

/** Previews another program's books, and imports them on confirmation. */
export default function MoveIn() {
  return (
    <Allowed permission="move books in" title={TITLE}>
      <PageHead title={TITLE} back={{ href: "/settings/metadata", label: "Agency Settings" }} />
      <Steps />
    </Allowed>
  );
}

function Steps() {
  const [turn, setTurn] = useState(0);
  const reload = () => setTurn((turn) => turn + 1);
  const { step, choose, retake, moveIn, startOver } = useMoveIn((report) => {
    reload();
    const run = () => void undoImport(report._id, reload);
    const undo = { label: "Undo", run, undoes: report._id ? [report._id] : [] };
    showToast("success", `${thingsIn(report)} imported`, report._id ? undo : undefined);
  });
  return (
    <div className="panel panel-body move-in grid gap-16">
      <div className="stack grid gap-16" aria-live="polite">
        <Present step={step} onFiles={choose} />
      </div>
      {"chosen" in step && step.name !== "moving" && (
        <>
          <div className="actions">
            <Button label="Choose other files" onClick={startOver} />
            {step.name === "tried" && booksSize(step.report) > 0 && (
              <Button
                look="primary"
                label={`Import ${thingsIn(step.report)}`}
                onClick={() => void moveIn(step.chosen)}
              />
            )}
          </div>
          {step.chosen.tables.map((table) => (
            <BooksColumns
              key={table.name}
              table={table}
              onRetake={(at, field) => void retake(step.chosen, table, at, field)}
            />
          ))}
        </>
      )}
      {(step.name === "choose" || step.name === "unread") && (
        <RecentImports key={turn} onChanged={() => {}} />
      )}
    </div>
  );
}

function Present({ step, onFiles }: { step: Step; onFiles(files: File[]): void }) {
  switch (step.name) {
    case "tried":
      return <BooksPreview report={step.report} warnings={step.chosen.warnings} />;
    case "refused":
      return <BooksFaults chosen={step.chosen} failure={step.failure} />;
    case "choose":
      return <FilesDrop onFiles={onFiles} />;
    case "unread":
      return (
        <>
          <p className="error">
            <Icon name="circle-alert" />
            {step.message}
          </p>
          <FilesDrop onFiles={onFiles} />
        </>
      );
    default:
      return (
        <div className="busy grid gap-12 soft">
          <p className="row gap-12">
            <span className="spinner" aria-hidden="true" />
            {step.name === "moving" ? "Importing the books..." : "Checking the files..."}
          </p>
        </div>
      );
  }
}

/** Counts the documents, or clients or entries if the file has none. */
function thingsIn(report: BooksReport): string {
  const { documents, clients } = report;
  const [count, noun] =
    documents > 0
      ? [documents, "document"]
      : clients > 0
        ? [clients, "client"]
        : [booksSize(report), "entry"];
  return pluralize(count, noun, noun === "entry" ? "entries" : undefined);
}

function FilesDrop({ onFiles }: { onFiles(files: File[]): void }) {
  const id = useId();
  return (
    <>
      <h2 className="sr-only breaks text-14">Files</h2>
      <label {...useDrop("", (...files) => onFiles(files))} htmlFor={id}>
        <Icon className="size-24" name="file-spreadsheet" />
        <span>
          <span className="strong">Drop the files of your books or choose them</span>
          <br />
          <span className="help">
            CSV exports of clients, vendors and invoices from Zoho Books or Vyapar, several at once,
            or one JSON file in the API’s format. You preview how each column is imported and what
            would be added. Enter your GSTIN in Settings first, because tax depends on it.
          </span>
        </span>
        <input
          className="sr-only"
          id={id}
          type="file"
          multiple
          accept=".csv,.json,text/csv,application/json"
          onChange={({ target }) => target.files?.length && onFiles([...target.files])}
        />
      </label>
    </>
  );
}
