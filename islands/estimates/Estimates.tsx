import { ESTIMATE_STATUSES, type EstimateRow } from "../../domain/documents/estimates.ts";
import { useKeys } from "../browser/keys.ts";
import { goTo } from "../browser/urlQuery.ts";
import { LinkButton } from "../ui/Button.tsx";
import { DocumentList } from "../ui/DocumentList.tsx";
import { ListHead } from "../ui/Page.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { ESTIMATE_COLUMNS } from "./columns.tsx";

const STATUSES = ESTIMATE_STATUSES.map(
  (status) => [status, status[0] + status.slice(1).toLowerCase()] as const,
);
const NEW = "/estimates/new";

export default function Estimates() {
  useKeys({ n: goTo(NEW) }, "enter books");
  return (
    <DocumentList<EstimateRow>
      folder="estimates"
      caption="Estimates"
      columns={ESTIMATE_COLUMNS}
      choice={{ name: "status", label: "Status", blank: "All statuses", options: STATUSES }}
      empty={{
        icon: "file-text",
        title: "No estimates yet",
        text: "Quote a price, and turn it into an invoice once the client accepts",
        action: <LinkButton needs="enter books" label="New Estimate" href={NEW} />,
      }}
      sums={(selected) => [
        { name: "Total", amount: addUp(selected.map(({ grandTotal }) => grandTotal)) },
      ]}
    >
      {() => <ListHead title="Invoices" add="New Estimate" onAdd={NEW} />}
    </DocumentList>
  );
}
