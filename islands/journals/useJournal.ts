import type { Category } from "../../domain/ledger/categories.ts";
import { type Journal, type LedgerBalance, NewJournal } from "../../domain/ledger/journals.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { listOfferedLedgers, toBody, type Values } from "./values.ts";

export interface JournalProps {
  /** The journal to edit; undefined for a new one. */
  journal?: Journal | undefined;
  start: Values;
  /** The id of the journal that it copies. */
  of?: string;
  ledgers: LedgerBalance[];
  categories: Category[];
}

/** The state of the journal form, and the ledgers its lines can name. */
export function useJournal({ journal, start, of = "", ledgers, categories }: JournalProps) {
  const offered = listOfferedLedgers(ledgers, categories);
  const form = useAppForm<Values>({
    needs: "keep journals",
    values: start,
    schema: NewJournal,
    read: (values) => toBody(values, offered),
    draft: journal ? undefined : { noun: "journal", of },
    save: saveTo("/api/journals", journal),
    onSaved: ({ journal: saved }: { journal: Journal }) => {
      showToastAfterNavigation(
        "success",
        `Journal ${journal ? "updated" : "created"} successfully`,
      );
      return leaveFor(() => location.assign(`/journals/${saved._id}`));
    },
    otherwise: "Error saving journal",
  });
  return { ...form, offered };
}

export type JournalForm = ReturnType<typeof useJournal>;
