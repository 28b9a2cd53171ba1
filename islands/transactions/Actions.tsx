import type { TransactionList } from "../../domain/transactions.ts";
import { Icon } from "../ui/Icon.tsx";
import { Key } from "../ui/Key.tsx";
import { Menu } from "../ui/Menu.tsx";
import { saveReport } from "../ui/saveReport.ts";
import { useBusy } from "../ui/useBusy.ts";
import { type OpenDialog, openDialog } from "./dialogs.ts";
import { downloadAll, downloadPage } from "./exports.ts";
import type { View } from "./view.ts";

interface Props {
  view: View | undefined;
  list: TransactionList | undefined;
  onOpen(dialog: OpenDialog): void;
}

/** The title, and what can be done. */
export function Actions({ view, list, onOpen }: Props) {
  const [isPrinting, print] = useBusy(() => saveTransactions(view));
  const [isExporting, exportAll] = useBusy(() => downloadAll(location.search));
  const exportPage = () => downloadPage(list);
  return (
    <div className="page-head">
      <div className="page-title">
        <h1>Transactions</h1>
      </div>
      <div className="actions">
        <button
          className="btn btn-quiet not-phone"
          type="button"
          {...soon("import")}
          onClick={() => onOpen({ name: "import" })}
        >
          <Icon name="upload" />
          Import
        </button>
        <button className="btn btn-quiet not-phone" type="button" onClick={exportPage}>
          <Icon name="file-spreadsheet" />
          Export CSV
        </button>
        <button
          className="btn btn-quiet not-phone"
          type="button"
          aria-busy={isPrinting}
          onClick={print}
        >
          <Icon name="download" />
          Download PDF
        </button>
        <Menu
          label="More"
          className="btn-quiet btn-more"
          items={[
            {
              label: "Import",
              icon: "upload",
              run: () => onOpen({ name: "import" }),
              onlyPhone: true,
            },
            { label: "Export this page (CSV)", icon: "file-spreadsheet", run: exportPage },
            { label: "Export all matching rows (CSV)", icon: "file-spreadsheet", run: exportAll },
            { label: "Download PDF", icon: "download", run: print, onlyPhone: true },
          ]}
        >
          <Icon name={isExporting ? "refresh-cw" : "ellipsis"} />
        </Menu>
        <button
          className="btn not-phone"
          type="button"
          {...soon("transfer")}
          onClick={() => onOpen({ name: "transfer" })}
        >
          <Icon name="arrow-left-right" />
          Transfer Funds
        </button>
        <button
          className="btn btn-primary not-phone"
          type="button"
          aria-keyshortcuts="n"
          {...soon("entry")}
          onClick={() => onOpen({ name: "entry" })}
        >
          <Icon name="plus" />
          Add Transaction
          <Key name="N" />
        </button>
      </div>
    </div>
  );
}

/** What the thumb reaches on a phone. */
export function PhoneBar({ onOpen }: Pick<Props, "onOpen">) {
  return (
    <section className="bar-phone" aria-label="Actions">
      <button className="btn" type="button" onClick={() => onOpen({ name: "transfer" })}>
        <Icon name="arrow-left-right" />
        Transfer Funds
      </button>
      <button className="btn btn-primary" type="button" onClick={() => onOpen({ name: "entry" })}>
        <Icon name="plus" />
        Add Transaction
      </button>
    </section>
  );
}

/** Fetches a form's code as soon as somebody reaches for its button. */
function soon(name: OpenDialog["name"]) {
  const fetchCode = () => void openDialog({ name }).catch(() => {});
  return { onPointerEnter: fetchCode, onFocus: fetchCode };
}

function saveTransactions(view: View | undefined): Promise<void> {
  const { type = "", accountId = "", categoryId = "" } = view ?? {};
  return saveReport("transactions", view ?? {}, { type, accountId, categoryId });
}
