import * as v from "valibot";
import { amountOrNone, strictObject } from "../../domain/fields.ts";
import type { LedgerBalance } from "../../domain/ledger/journals.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { sectionName } from "../../domain/ledger/statementSheets.ts";
import { type Paise, type RupeeSum, sumInPaise } from "../../domain/money.ts";
import { Failure, send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { readLegalForm } from "../layout/identity.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { sumLines } from "./values.ts";

/** A ledger that can have an opening balance, as text in both fields. */
export interface Row {
  key: string;
  name: string;
  section: string;
  debit: string;
  credit: string;
}

/**
 * Leaves out ledgers that accounts, documents or other ledgers determine, and those that always start at
 * zero.
 */
const opens = ({ _id, kind, section }: LedgerBalance) =>
  kind !== "account" &&
  _id !== "opening" &&
  !OF_DOCUMENTS.includes(_id) &&
  ["assets", "liabilities", "equity"].includes(section);

const formatPaiseText = (paise: bigint) => (paise > 0n ? amountText(Number(paise) as Paise) : "");

const toRow = ({ _id, name, section, openingBalance }: LedgerBalance): Row => {
  const paise = sumInPaise(openingBalance);
  return {
    key: _id,
    name,
    section,
    debit: formatPaiseText(paise),
    credit: formatPaiseText(-paise),
  };
};

const Openings = strictObject({
  lines: v.array(strictObject({ debit: amountOrNone("Debit"), credit: amountOrNone("Credit") })),
});

interface Line {
  debit: number;
  credit: number;
}

/** Edits all opening balances in one form. Each changed one is sent on its own. */
export function useOpenings(ledgers: LedgerBalance[]) {
  const start = { lines: ledgers.filter(opens).map(toRow) };
  const saved = new Map<string, RupeeSum>(
    ledgers.map(({ _id, openingBalance }) => [_id, openingBalance]),
  );
  const form = useAppForm({
    needs: "set ledgers",
    values: start,
    schema: Openings,
    read: ({ lines }) => ({
      lines: lines.map(({ debit, credit }) => ({
        debit: readRupees(debit) ?? 0,
        credit: readRupees(credit) ?? 0,
      })),
    }),
    save: async ({ lines }: { lines: Line[] }) => {
      for (const [n, { debit, credit }] of lines.entries()) {
        const id = start.lines[n]?.key ?? "";
        const openingBalance = debit || -credit;
        if (openingBalance === saved.get(id)) continue;
        await send("PUT", `/api/ledgers/${id}`, { openingBalance }).catch(
          showInLine(`lines.${n}.debit`),
        );
        saved.set(id, openingBalance);
      }
    },
    onSaved: () => showToast("success", "Opening balances saved"),
    otherwise: "Error saving opening balances",
  });
  const accounts = ledgers.filter(({ kind }) => kind === "account").map(toRow);
  return { ...form, sums: sumLines([...accounts, ...form.values.lines]) };
}

export type OpeningsForm = ReturnType<typeof useOpenings>;

/** Shows an error of a ledger in its line. */
const showInLine = (path: string) => (failure: unknown) => {
  if (!(failure instanceof Failure) || failure.errors.length === 0) throw failure;
  const { status, message, errors } = failure;
  throw new Failure(
    status,
    message,
    errors.map((error) => ({ ...error, path })),
  );
};

export function groupBySection(lines: Row[]): [string, Row[]][] {
  return [...Map.groupBy(lines, ({ section }) => section)].map(([section, rows]) => [
    sectionName(readLegalForm(), section as Parameters<typeof sectionName>[1]),
    rows,
  ]);
}
