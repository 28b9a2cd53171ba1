import { Allowed } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/downloads.ts";
import { PageHead } from "../ui/Page.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { CloseAgency } from "./CloseAgency.tsx";

const TITLE = "Export and close";

/** Downloads everything that the agency has, and closes the agency. */
export default function Export() {
  return (
    <Allowed permission="export the agency" title={TITLE}>
      <PageHead title={TITLE} />
      <div className="stack">
        <Everything />
        <CloseAgency />
      </div>
    </Allowed>
  );
}

function Everything() {
  const [isBusy, save] = useBusy(() =>
    saveFile("/api/export/agency.zip", "application/zip", "Failed to export the agency"),
  );
  return (
    <section className="panel grid gap-12" aria-labelledby="everything">
      <h2 id="everything">Everything in one file</h2>
      <p className="soft">
        A zip file with your books as <code>books.json</code>, tables as CSV, the PDFs of all
        documents, the attachments and the audit log. Its README says how to import the books
        elsewhere. Many documents can take some minutes.
      </p>
      <div className="actions">
        <Button
          look="primary"
          icon="download"
          label="Download everything"
          isBusy={isBusy}
          onClick={save}
        />
      </div>
    </section>
  );
}
