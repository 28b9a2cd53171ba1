import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { MappedRow } from "../../domain/csv/mappedRows.ts";
import type { CsvTable, SavedMapping } from "../../domain/csv/mapping.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category, CategoryType } from "../../domain/ledger/categories.ts";
import type { ImportReport } from "../../domain/ledger/imports.ts";
import { formatPaise, groupIndian, type Paise, toRupees } from "../../domain/money.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { failureText, toastError } from "../browser/api.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { Names } from "./ImportPreview.tsx";
import { MapCategories, MapColumns } from "./MapColumns.tsx";
import { MapFixes } from "./MapFixes.tsx";
import { useMapping } from "./useMapping.ts";

export interface MapImportProps {
  file: File;
  table: CsvTable;
  saved: SavedMapping[];
  accounts: Account[];
  categories: Category[];
  errors: FieldError[];
  onImported(report: ImportReport): void;
  onOtherFile(): void;
}

/** Maps the columns of a file, lets its rows be corrected, and imports those without a problem. */
export function MapImport(props: MapImportProps) {
  const { file, table, accounts, categories, onImported, onOtherFile } = props;
  const mapped = useMapping(props);
  const { known, tried, totals } = mapped;
  const isOwnFormat = props.errors.length > 0;
  const [name, setName] = useState(known?.name ?? file.name.replace(/\.\w+$/, "").slice(0, 200));
  const [isKept, setKept] = useState(!isOwnFormat);
  const call = useRef(new AbortController());
  // A partial upload changes nothing.
  useEffect(() => () => call.current.abort(), []);
  const [isBusy, importRows] = useBusy(async () => {
    try {
      const kept = isKept ? name.trim() || file.name : undefined;
      onImported(await mapped.send(kept, call.current.signal, () => {}));
    } catch (failure) {
      if (!call.current.signal.aborted) toastError("Operation failed")(failure);
    }
  });
  const wrong = countToFix(mapped.rows);
  const added = tried.report?.added ?? 0;
  const isReady = !tried.isLoading && added > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isReady && !isBusy) void importRows();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Enter imports from any of its fields.
    <div className="map-import" onKeyDown={onKeyDown}>
      <div className="modal-body">
        <div className="map-grid">
          <div className="stack">
            <p>
              <span className="strong">{file.name}</span>
              <span className="muted">
                {` · ${pluralize(table.rows.length, "row")}, ${pluralize(table.headings.length, "column")}`}
              </span>
            </p>
            <MapColumns table={table} mapped={mapped} />
            <MapCategories mapped={mapped} categories={categories} />
            <MapFixes mapped={mapped} />
          </div>
          <div className="stack">
            <Choices mapped={mapped} accounts={accounts} categories={categories} />
            <Result mapped={mapped} />
            {!isOwnFormat && (
              <>
                <Checkbox
                  name="keep"
                  label="Remember for files with these columns"
                  isOn={isKept}
                  onChange={setKept}
                />
                {isKept && (
                  <TextField label="Name" field={toField("name", name, setName)} maxLength={200} />
                )}
              </>
            )}
          </div>
        </div>
      </div>
      <div className="modal-foot wrap">
        {wrong > 0 && (
          <span className="small muted">
            {`${pluralize(wrong, "row is", "rows are")} left out until fixed`}
          </span>
        )}
        <Button label="Choose another file" className="spring" onClick={onOtherFile} />
        <Button
          look="primary"
          label={added > 0 ? `Import ${pluralize(added, "row")}` : "Import"}
          keyName="Ctrl ↵"
          aria-keyshortcuts="Control+Enter"
          aria-disabled={!isReady}
          isBusy={isBusy || (tried.isLoading && totals.in.rows + totals.out.rows > 0)}
          onClick={() => isReady && !isBusy && void importRows()}
        />
      </div>
    </div>
  );
}

type Mapped = ReturnType<typeof useMapping>;

/** Counts the rows with a problem of their own. */
const countToFix = (rows: MappedRow[]) =>
  rows.filter(({ problem }) => problem && !problem.needs).length;

const toField = (name: string, value: string, change: (value: string) => void): FormField => ({
  name,
  value,
  change,
  error: undefined,
  blur() {},
});

interface ChoicesProps {
  mapped: Mapped;
  accounts: Account[];
  categories: Category[];
}

/** The account and categories of rows that name none. */
function Choices({ mapped, accounts, categories }: ChoicesProps) {
  const { mapping, rows, change } = mapped;
  const lacks = (field: "account" | "category") => rows.some(({ cells }) => !cells[field]);
  const open = accounts.filter(({ isActive }) => isActive).map(({ name }) => name);
  const of = (wanted: CategoryType) =>
    categories.filter(({ type, isActive }) => isActive && type === wanted).map(({ name }) => name);
  const types = new Set(rows.map(({ cells }) => (cells.in ? "Income" : "Expense")));
  return (
    <>
      {lacks("account") && (
        <SelectField
          label="Account of this file"
          required
          blank="Select an account..."
          options={open}
          help={mapping.columns.account ? "For rows without one" : "The file names none"}
          field={toField("account", mapping.account, (account) => change({ account }))}
        />
      )}
      {lacks("category") && (
        <>
          {(mapping.columns.amount || types.has("Income")) && (
            <SelectField
              label="Category of money in"
              blank="Select a category..."
              options={of("Income")}
              field={toField("categoryIn", mapping.categoryIn, (categoryIn) =>
                change({ categoryIn }),
              )}
            />
          )}
          <SelectField
            label="Category of money out"
            blank="Select a category..."
            options={of("Expense")}
            field={toField("categoryOut", mapping.categoryOut, (categoryOut) =>
              change({ categoryOut }),
            )}
          />
        </>
      )}
    </>
  );
}

const rows = (count: number) => pluralize(count, "row");
const formatSum = (paise: bigint) => <Money amount={toRupees(paise)} />;

/** Sums and counts of the import. */
function Result({ mapped }: { mapped: Mapped }) {
  const { totals, tried, balances, ignored, leftOut, missing } = mapped;
  const { report, failure } = tried;
  const wrong = countToFix(mapped.rows);
  return (
    <div className="stack" aria-live="polite">
      {missing && <p className="notice">{missing}</p>}
      <FactList
        facts={[
          [`Money in, ${rows(totals.in.rows)}`, formatSum(totals.in.paise), "pos"],
          [`Money out, ${rows(totals.out.rows)}`, formatSum(totals.out.paise)],
          [
            `Transfers, ${rows(totals.transfers.rows)}`,
            totals.transfers.rows > 0 && formatSum(totals.transfers.paise),
          ],
          ["Already in bahi", report && rows(report.skipped), "num"],
          ["Need a fix", wrong > 0 && rows(wrong), "num warn"],
          ["Left out", leftOut > 0 && rows(leftOut), "num"],
          ["Totals and balances", ignored > 0 && rows(ignored), "num"],
          [
            "Last balance in the file",
            balances.lastPaise !== null && formatPaise(balances.lastPaise as Paise),
            "num",
          ],
        ]}
      />
      {balances.wrong.length > 0 && (
        <p className="notice">
          {`The balance does not follow in ${rows(balances.wrong.length)}: ` +
            `${groupIndian(balances.wrong[0] ?? 0)} is the first.`}
        </p>
      )}
      {report && <Names title="Accounts to be created" names={report.created.accounts} />}
      {report && <Names title="Categories to be created" names={report.created.categories} />}
      {failure !== undefined && (
        <p className="error">
          <Icon name="circle-alert" />
          {failureText(failure, "Could not reach the server. Nothing has been changed.")}
        </p>
      )}
    </div>
  );
}
