import type { BooksFile, Faults } from "../../domain/documents/booksFile.ts";
import type { FileDocument } from "../../domain/documents/booksSchema.ts";
import { planBills } from "./booksBills.ts";
import { resolveClients } from "./booksClients.ts";
import { assertSame, computeFileDocument, computeFileReceipt } from "./booksDocuments.ts";
import { type Asking, type BooksPlan, createDraft, planAt, toDocumentKey } from "./booksDraft.ts";
import { planLedgers } from "./booksLedgers.ts";
import { planMoney } from "./booksMoney.ts";
import { assertOpensFirst, planOpenings } from "./booksOpenings.ts";
import type { Present } from "./booksPresent.ts";

/** Plans an import. Problems are added to `faults`; the plan is valid only if there are none. */
export function planBooks(
  file: BooksFile,
  present: Present,
  asking: Asking,
  faults: Faults,
): BooksPlan {
  const rows = new Map(present.documents.map((row) => [toDocumentKey(row), row]));
  const billed = new Map<string, string>();
  for (const one of [...file.documents, ...file.vouchers]) {
    const row = rows.get(toDocumentKey(one));
    if (row) billed.set(one.client, row.clientId);
  }
  const clients = resolveClients(file, present, billed, asking, faults);
  const draft = createDraft({ present, clients, asking, rows });
  for (const [path, one] of sortDocuments(file)) {
    planAt(draft, faults, path, () => {
      const { client, row } = draft.begin(one);
      const made =
        "lines" in one
          ? computeFileDocument(one, client, draft)
          : computeFileReceipt(one, client, present);
      if (row) assertSame(made.columns, row, client, present);
      else draft.add(made, client);
    });
  }
  planOpenings(file, draft, faults);
  planLedgers(file, draft, faults);
  planMoney(file, draft, faults);
  planBills(file, draft, faults);
  assertOpensFirst(file, draft, faults);
  return draft.plan;
}

/**
 * Sorts documents so that each follows those it refers to: invoices before notes. Refunds are planned with
 * the money.
 */
function sortDocuments(file: BooksFile) {
  const documents = file.documents.map((one, at) => [`documents.${at}`, one] as const);
  const vouchers = file.vouchers.map((one, at) => [`vouchers.${at}`, one] as const);
  const isNote = ({ kind }: FileDocument) => kind.endsWith("_NOTE");
  return [
    ...documents.filter(([, one]) => !isNote(one)),
    ...documents.filter(([, one]) => isNote(one)),
    ...vouchers.filter(([, { kind }]) => kind === "RECEIPT_VOUCHER"),
  ];
}
