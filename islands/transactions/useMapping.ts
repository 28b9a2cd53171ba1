import { useEffect, useEffectEvent, useMemo, useState } from "react";
import {
  checkBalances,
  type ImportFile,
  type MappedRow,
  type MappedRows,
  mapRows,
  type RowFixes,
  toImportFile,
  totalRows,
} from "../../domain/csv/mappedRows.ts";
import {
  type CsvField,
  type CsvMapping,
  type CsvTable,
  findMissing,
  guessMapping,
  isMappingFor,
  type SavedMapping,
} from "../../domain/csv/mapping.ts";
import type { CsvColumn } from "../../domain/csv/transactions.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { ImportReport } from "../../domain/ledger/imports.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { Failure, send } from "../browser/api.ts";
import { upload } from "../browser/upload.ts";

interface Source {
  file: File;
  table: CsvTable;
  saved: SavedMapping[];
  accounts: Account[];
  /** Errors of the server in a file that needs no mapping. */
  errors: FieldError[];
}

/** The mapping of a file, its rows, and what an import of them would do. */
export function useMapping({ file, table, saved, accounts, errors }: Source) {
  const [known, setKnown] = useState(() => saved.find((one) => isMappingFor(one, table)));
  const [mapping, setMapping] = useState(() => beginMapping(table, known, accounts));
  const [fixes, setFixes] = useState<RowFixes>({});
  const [refused, setRefused] = useState(() => placeErrors(errors, (line) => line));
  const missing = findMissing(mapping);
  const { rows, ignored, leftOut } = useMemo(
    () => (missing ? NOTHING : mapRows(table, mapping, fixes)),
    [table, mapping, fixes, missing],
  );
  const all = useMemo(
    () => rows.map((row) => withError(row, refused.get(row.row))),
    [rows, refused],
  );
  const imported = useMemo(() => toImportFile(all), [all]);
  const tried = useTrial(file.name, imported, (found) =>
    setRefused((before) => new Map([...before, ...found])),
  );

  return {
    mapping,
    missing: missing ?? all.find(({ problem }) => problem?.needs)?.problem?.message,
    rows: all,
    ignored,
    leftOut,
    totals: useMemo(() => totalRows(all), [all]),
    balances: useMemo(() => checkBalances(all), [all]),
    tried,
    known,
    change(changes: Partial<CsvMapping>) {
      setMapping((before) => ({ ...before, ...changes }));
      setRefused(new Map());
    },
    fix(row: number, cells: RowFixes[number]) {
      setFixes((before) => ({ ...before, [row]: addFix(before[row], cells) }));
      setRefused((before) => new Map([...before].filter(([at]) => at !== row)));
    },
    /** Sends the rows without a problem. @throws Failure */
    async send(name: string | undefined, signal: AbortSignal, onSent: (share: number) => void) {
      // Before the import, so that one undo takes the import back.
      if (name) setKnown(await saveMapping(known, { name, headings: table.headings, mapping }));
      return sendRows(file.name, imported, false, signal, onSent);
    },
  };
}

const NOTHING: MappedRows = { rows: [], ignored: 0, leftOut: 0 };

function beginMapping(table: CsvTable, known: SavedMapping | undefined, accounts: Account[]) {
  const mapping = known?.mapping ?? guessMapping(table);
  const isOpen = accounts.some(({ name, isActive }) => isActive && name === mapping.account);
  return isOpen ? mapping : { ...mapping, account: "" };
}

const addFix = (before: RowFixes[number] | undefined, cells: RowFixes[number]) =>
  cells === "left out" || before === "left out" ? cells : { ...before, ...cells };

async function saveMapping(
  known: SavedMapping | undefined,
  input: Omit<SavedMapping, "_id">,
): Promise<SavedMapping> {
  const url = "/api/import-mappings";
  const saved = known
    ? send<{ mapping: SavedMapping }>("PUT", `${url}/${known._id}`, input)
    : send<{ mapping: SavedMapping }>("POST", url, input);
  return (await saved).mapping;
}

/** An error of the server in a row. */
interface RowError {
  column: CsvColumn;
  message: string;
}

/** Returns the errors by their row of the file. */
function placeErrors(
  errors: FieldError[],
  toRow: (line: number) => number | undefined,
): Map<number, RowError> {
  const found = new Map<number, RowError>();
  for (const { path, column, message } of errors) {
    const row = toRow(Number(/^line (\d+)$/.exec(path)?.[1]));
    if (row !== undefined) found.set(row, { column: column as CsvColumn, message });
  }
  return found;
}

const FIELDS: Record<CsvColumn, CsvField[]> = {
  Date: ["date"],
  Description: ["description"],
  Account: ["account"],
  Category: ["category"],
  Type: ["type"],
  Amount: ["amount", "out", "in"],
  Notes: ["notes"],
};

/** Returns a row with the server's error, unless it has an error already. */
function withError(row: MappedRow, error: RowError | undefined): MappedRow {
  if (!error || row.problem) return row;
  const { reading: _, ...rest } = row;
  const own = FIELDS[error.column].filter((field) => field in row.cells);
  const fields = own.length > 0 ? own : (["description"] as CsvField[]);
  return { ...rest, problem: { fields, message: error.message, offers: [] } };
}

/** The result of a trial of the rows without a problem. */
export interface Trial {
  report?: ImportReport;
  failure?: unknown;
  isLoading: boolean;
}

/** Tries the import, again after each change. Rows that the server rejects become problems. */
function useTrial(
  name: string,
  imported: ImportFile,
  onRefused: (errors: Map<number, RowError>) => void,
): Trial {
  const [trial, setTrial] = useState<Trial & { of?: ImportFile }>({ isLoading: true });
  const refuse = useEffectEvent((failure: unknown) => {
    const errors = failure instanceof Failure ? failure.errors : [];
    const found = placeErrors(errors, (line) => imported.rowOf.get(line));
    if (found.size > 0) onRefused(found);
    else setTrial({ failure, isLoading: false, of: imported });
  });
  useEffect(() => {
    if (imported.rowOf.size === 0) return;
    const stale = new AbortController();
    sendRows(name, imported, true, stale.signal, () => {}).then(
      (report) => stale.signal.aborted || setTrial({ report, isLoading: false, of: imported }),
      (failure) => stale.signal.aborted || refuse(failure),
    );
    return () => stale.abort();
  }, [name, imported]);
  if (imported.rowOf.size === 0) return { isLoading: false };
  return { ...trial, isLoading: trial.of !== imported };
}

async function sendRows(
  file: string,
  { csv }: ImportFile,
  dryRun: boolean,
  signal: AbortSignal,
  onSent: (share: number) => void,
): Promise<ImportReport> {
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    createMissing: "true",
    file: file.slice(0, 200),
  });
  const url = `/api/transactions/import?${query}`;
  const body = new Blob([csv], { type: "text/csv" });
  return (await upload<{ import: ImportReport }>(url, body, signal, onSent)).import;
}
