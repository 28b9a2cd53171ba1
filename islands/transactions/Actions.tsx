import type { TransactionList } from "../../domain/transactions.ts";
import { fetchFile, sentenceOf } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { download, saveReport } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { type OpenDialog, openDialog } from "./dialogs.ts";
import type { View } from "./Filters.tsx";

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
        <Button
          look="quiet"
          icon="upload"
          label="Import"
          className="not-phone"
          {...soon("import")}
          onClick={() => onOpen({ name: "import" })}
        />
        <Button
          look="quiet"
          icon="file-spreadsheet"
          label="Export CSV"
          className="not-phone"
          onClick={exportPage}
        />
        <Button
          look="quiet"
          icon="download"
          label="Download PDF"
          className="not-phone"
          isBusy={isPrinting}
          onClick={print}
        />
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
        <Button
          icon="arrow-left-right"
          label="Transfer Funds"
          className="not-phone"
          {...soon("transfer")}
          onClick={() => onOpen({ name: "transfer" })}
        />
        <Button
          look="primary"
          icon="plus"
          label="Add Transaction"
          keyName="N"
          className="not-phone"
          aria-keyshortcuts="n"
          {...soon("entry")}
          onClick={() => onOpen({ name: "entry" })}
        />
      </div>
    </div>
  );
}

/** What the thumb reaches on a phone. */
export function PhoneBar({ onOpen }: Pick<Props, "onOpen">) {
  return (
    <section className="bar-phone" aria-label="Actions">
      <Button
        icon="arrow-left-right"
        label="Transfer Funds"
        onClick={() => onOpen({ name: "transfer" })}
      />
      <Button
        look="primary"
        icon="plus"
        label="Add Transaction"
        onClick={() => onOpen({ name: "entry" })}
      />
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

/** The present page as CSV, made here (specification, section 7). */
export async function downloadPage(list: TransactionList | undefined): Promise<void> {
  if (!list) return;
  const { CSV_HEADER, toCsv } = await import("../../domain/csv.ts");
  // The mark tells a spreadsheet that this is UTF-8.
  const text = `\ufeff${CSV_HEADER}${toCsv(list.items)}`;
  download("transactions.csv", new Blob([text], { type: "text/csv" }));
}

/** Every row of the filter. */
export async function downloadAll(search: string): Promise<void> {
  try {
    const file = await fetchFile(`/api/transactions/export.csv${search}`, "text/csv");
    download("transactions-all.csv", file);
  } catch (failure) {
    showToast("error", sentenceOf(failure, "Failed to load transactions"));
  }
}
