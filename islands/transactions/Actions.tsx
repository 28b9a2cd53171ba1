import type { ComponentProps } from "react";
import type { TransactionList } from "../../domain/ledger/transactions.ts";
import { groupIndian } from "../../domain/money.ts";
import { showToast } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { download, saveCsv, saveReport } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { PageHead } from "../ui/Page.tsx";
import { useBusy } from "../ui/useBusy.ts";
import type { OpenDialog } from "./dialogs.ts";
import type { View } from "./Filters.tsx";
import { loadDialog } from "./loadDialog.ts";

interface Props {
  view: View | undefined;
  list: TransactionList | undefined;
  onOpen(dialog: OpenDialog): void;
}

export function Actions({ view, list, onOpen }: Props) {
  const [isPrinting, print] = useBusy(() => saveTransactions(view));
  const [isExporting, exportAll] = useBusy(() => downloadAll(location.search, view));
  const exportPage = () => downloadPage(list, exportAll);
  const openImport = () => onOpen({ name: "import" });
  const quiet = { look: "quiet", className: "not-phone" } as const;
  const csv = { icon: "file-spreadsheet", onlyPhone: true } as const;
  return (
    <PageHead title="Transactions">
      <Button
        needs="enter books"
        {...quiet}
        icon="upload"
        label="Import"
        {...preloadDialog("import")}
        onClick={openImport}
      />
      <Button {...quiet} icon="file-spreadsheet" label="Export CSV" onClick={exportPage} />
      <Button {...quiet} label="Export all" isBusy={isExporting} onClick={exportAll} />
      <Button {...quiet} icon="download" label="Download PDF" isBusy={isPrinting} onClick={print} />
      <Menu
        label="More"
        className="btn-quiet btn-more"
        items={[
          {
            label: "Import",
            icon: "upload",
            run: openImport,
            onlyPhone: true,
            needs: "enter books",
          },
          { ...csv, label: "Export this page (CSV)", run: exportPage },
          { ...csv, label: "Export all matching rows (CSV)", run: exportAll },
          { label: "Recurring", icon: "repeat", run: goTo("/series?kind=transaction") },
          { label: "Download PDF", icon: "download", run: print, onlyPhone: true },
        ]}
      >
        <Icon name={isExporting ? "refresh-cw" : "ellipsis"} />
      </Menu>
      <TransferButton {...preloadDialog("transfer")} className="not-phone" onOpen={onOpen} />
      <AddButton
        {...preloadDialog("entry")}
        className="not-phone"
        keyName="N"
        aria-keyshortcuts="n"
        onOpen={onOpen}
      />
    </PageHead>
  );
}

/** The actions at the bottom of a phone's screen. */
export const PhoneBar = ({ onOpen }: Pick<Props, "onOpen">) => (
  <section className="bar-phone" aria-label="Actions">
    <TransferButton onOpen={onOpen} />
    <AddButton onOpen={onOpen} />
  </section>
);

type OpenProps = Pick<Props, "onOpen"> & ComponentProps<typeof Button>;

const TransferButton = ({ onOpen, ...props }: OpenProps) => (
  <Button
    needs="enter books"
    icon="arrow-left-right"
    label="Transfer Funds"
    {...props}
    onClick={() => onOpen({ name: "transfer" })}
  />
);

const AddButton = ({ onOpen, ...props }: OpenProps) => (
  <Button
    needs="enter books"
    look="primary"
    icon="plus"
    label="Add Transaction"
    {...props}
    onClick={() => onOpen({ name: "entry" })}
  />
);

/** Loads a form's code as soon as the pointer is on its button. */
function preloadDialog(name: OpenDialog["name"]) {
  const fetchCode = () => void loadDialog(name).catch(() => {});
  return { onPointerEnter: fetchCode, onFocus: fetchCode };
}

function saveTransactions(view: View | undefined): Promise<void> {
  const { type = "", accountId = "", categoryId = "" } = view ?? {};
  return saveReport("transactions", view ?? {}, { type, accountId, categoryId });
}

/** Downloads the current page as CSV, created here (specification, section 7). */
async function downloadPage(list: TransactionList | undefined, onAll: () => void): Promise<void> {
  if (!list) return;
  const { CSV_HEADER, toCsv } = await import("../../domain/csv/transactions.ts");
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const text = `\ufeff${CSV_HEADER}${toCsv(list.items)}`;
  download(`transactions-page-${list.page}.csv`, new Blob([text], { type: "text/csv" }));
  const { items, total } = list;
  if (items.length < total) {
    const rows = `${groupIndian(items.length)} of ${groupIndian(total)} rows exported (this page only)`;
    showToast("info", rows, { label: "Export all", run: onAll });
  }
}

/** Downloads every row of the filter. */
const downloadAll = (search: string, view: View | undefined): Promise<void> => {
  const { dateFrom, dateTo } = view ?? {};
  const days = dateFrom && dateTo ? `${dateFrom}-to-${dateTo}` : "all";
  return saveCsv(
    `/api/transactions/export.csv${search}`,
    `transactions-${days}.csv`,
    "Failed to load transactions",
  );
};
