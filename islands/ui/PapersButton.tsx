import { Icon } from "./Icon.tsx";
import { savePdf } from "./savePdf.ts";
import { useBusy } from "./useBusy.ts";

interface Props {
  list: "invoices" | "receipts";
  papers: { _id: string }[];
}

/** Downloads the PDFs of what is selected, as one zip. */
export function PapersButton({ list, papers }: Props) {
  const [isBusy, save] = useBusy(() =>
    savePdf({
      url: `/api/${list}/pdfs`,
      type: "application/zip",
      body: { ids: papers.map(({ _id }) => _id) },
      name: list === "invoices" ? "Invoices.zip" : "Receipts.zip",
      success: "PDFs downloaded successfully",
    }),
  );
  return (
    <button className="btn" type="button" aria-busy={isBusy} onClick={save}>
      <Icon name="download" />
      Download PDFs
    </button>
  );
}
