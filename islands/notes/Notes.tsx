import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { NOTE_KINDS, type NoteRow } from "../../domain/documents/notes.ts";
import { LinkButton } from "../ui/Button.tsx";
import { DocumentList } from "../ui/DocumentList.tsx";
import { PageHead } from "../ui/Page.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { NOTE_COLUMNS } from "./columns.tsx";

const KINDS = NOTE_KINDS.map((kind) => [kind, `${KIND_NAMES[kind]}s`] as const);
const acting = (notes: NoteRow[]) => notes.filter(({ status }) => status !== "CANCELLED");

export default function Notes() {
  return (
    <DocumentList<NoteRow>
      folder="notes"
      caption="Credit and debit notes"
      columns={NOTE_COLUMNS}
      choice={{ name: "kind", label: "Kind", blank: "All kinds", options: KINDS }}
      empty={{
        icon: "file-text",
        title: "No credit notes yet",
        text: "Open an invoice that was sent, and choose Credit note",
        action: <LinkButton label="Go to Invoices" href="/invoices" />,
      }}
      sums={(selected) => [
        { name: "Total", amount: addUp(acting(selected).map(({ grandTotal }) => grandTotal)) },
        { name: "Held", amount: addUp(selected.map(({ held }) => held)) },
      ]}
    >
      {() => <PageHead title="Invoices" />}
    </DocumentList>
  );
}
