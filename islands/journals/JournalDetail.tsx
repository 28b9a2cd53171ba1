import { useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Journal } from "../../domain/ledger/journals.ts";
import { ledgerPage, type Sheet, toYearRange } from "../../domain/ledger/sheet.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { SheetTable } from "../reports/SheetTable.tsx";
import { Allowed } from "../ui/Allowed.tsx";
import { Attachments } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { DocumentHead, DocumentPage } from "../ui/DocumentPage.tsx";
import { DeleteJournal } from "./DeleteJournal.tsx";
import { BASIS_WORDS } from "./words.ts";

export default function JournalDetail() {
  return (
    <Allowed title="Journal" permission="view statements">
      <DocumentPage<{ journal: Journal }>
        name="Journal"
        folder="journals"
        list="Journals"
        icon="scale"
        title={({ journal }) => journal.reason}
      >
        {({ journal }) => <Loaded journal={journal} />}
      </DocumentPage>
    </Allowed>
  );
}

function Loaded({ journal }: { journal: Journal }) {
  const { _id, date, basis } = journal;
  const [isDeleting, setDeleting] = useState(false);
  const mayKeep = can("keep journals");
  const edit = `/journals/${_id}/edit`;
  useKeys({ e: goTo(edit) }, "keep journals");
  return (
    <>
      <DocumentHead
        back={{ href: "/journals", label: "Back to journals" }}
        number={`Journal, ${formatDate(date)}`}
        pill={<span className="pill pill-line">{BASIS_WORDS[basis]}</span>}
      >
        {mayKeep && (
          <>
            <Button
              look="quiet"
              icon="trash-2"
              label="Delete"
              className="is-danger"
              onClick={() => setDeleting(true)}
            />
            <LinkButton label="Duplicate" href={`/journals/new?of=${_id}`} />
            <LinkButton icon="pencil" label="Edit" href={edit} aria-keyshortcuts="e" />
          </>
        )}
      </DocumentHead>
      <ReversalNote journal={journal} />
      <SheetTable sheet={toSheet(journal)} isLoading={false} />
      <Attachments record={{ entity: "journal", id: _id }} />
      {isDeleting && (
        <DeleteJournal journal={journal} onChanged={leave} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

/** Links a journal with its reversal, or names the day of one that is to come. */
function ReversalNote({ journal: { reversesOn, reversal, reverses } }: { journal: Journal }) {
  if (reverses) {
    return (
      <p className="notice mb-16">
        {"Reverses "}
        <a href={`/journals/${reverses._id}`}>{reverses.reason}</a>
        {` of ${formatDate(reverses.date)}`}
      </p>
    );
  }
  if (reversal) {
    return (
      <p className="notice mb-16">
        {"Reversed on "}
        <a href={`/journals/${reversal._id}`}>{formatDate(reversal.date)}</a>
      </p>
    );
  }
  return reversesOn ? (
    <p className="notice mb-16">{`Reverses on ${formatDate(reversesOn)}`}</p>
  ) : null;
}

function leave(): void {
  showToastAfterNavigation("success", "Journal deleted successfully");
  location.assign("/journals");
}

/** Converts its lines to a sheet. Each row links to its ledger. */
function toSheet({ date, reason, lines, total }: Journal): Sheet {
  const range = toYearRange(date);
  return {
    title: "Journal",
    period: reason,
    about: "In rupees",
    first: "Ledger",
    heads: [
      { name: "Debit", phone: "main", mark: "Dr" },
      { name: "Credit", phone: "main", mark: "Cr" },
    ],
    rows: [
      ...lines.map(({ ledger: { _id, name }, debit, credit }) => ({
        level: "line" as const,
        name,
        href: ledgerPage(_id, range),
        cells: [debit, credit].map((sum) => sum || undefined),
      })),
      { level: "total", name: "Total", cells: [total, total] },
    ],
    notes: [],
  };
}
