import { closedSentence } from "../../domain/agencies/locks.ts";
import { type CalendarDate, toFinancialYear } from "../../domain/dates.ts";
import { collectFault, type Faults } from "../../domain/documents/booksFile.ts";
import type { FileDocument, FileVoucher } from "../../domain/documents/booksSchema.ts";
import { type DocumentKind, KIND_NAMES } from "../../domain/documents/kinds.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { AccountType } from "../../domain/ledger/accounts.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import type { NewItem } from "../documents/documents.ts";
import type { Placed } from "../documents/figures.ts";
import { computeBalance } from "../documents/rows.ts";
import { computeHeld } from "../documents/settlements.ts";
import { newId } from "../engine/id.ts";
import type { NewRow as NewTransaction } from "../ledger/insertTransactions.ts";
import type { documentLines, documents } from "../schema/documents.ts";
import type { creditReversals } from "../schema/gstr2b.ts";
import type { Parties } from "../schema/parties.ts";
import type { einvoices } from "../schema/returns.ts";
import type { settlements } from "../schema/settlements.ts";
import type { vendors } from "../schema/vendors.ts";
import type { Clients, Resolved } from "./booksClients.ts";
import type { BOOKED, Present, Row } from "./booksPresent.ts";

/** A computed document of the file, before it is inserted. */
export interface Made {
  columns: Omit<
    typeof documents.$inferInsert,
    "agencyId" | "createdAt" | "createdBy" | "id" | "importId" | "sentAt" | "cancelledAt"
  >;
  items: NewItem[];
  status: Row["status"];
  /** Its IRN with the portal; "" if there is none. */
  irn?: string;
  /** For vouchers only. */
  advance?: { placed: Placed; taxPct: Hundredths; parties: Parties };
}

/** A document of the file or of the books, and its balance. */
export interface FileDocumentStatus {
  id: string;
  kind: DocumentKind;
  number: string;
  date: CalendarDate;
  status: Row["status"];
  grandTotalPaise: Paise;
  clientId: string;
  clientName: string;
  isKnown: boolean;
  /** Outstanding or held amount, in paise. */
  openPaise: Paise;
  unusedPaise: Paise;
  advance?: Made["advance"];
}

/** A settlement row with the money it moved. */
export interface Settled {
  row: Omit<typeof settlements.$inferInsert, "agencyId" | "createdAt" | "createdBy" | "importId">;
  /** Name of the account the money came to or left. */
  account?: string;
  money?: Omit<NewTransaction, "account" | "category"> & { category: (typeof BOOKED)[number] };
}

/** Everything that an import of books adds. */
export interface BooksPlan {
  clients: Clients["rows"];
  documents: (typeof documents.$inferInsert)[];
  lines: (typeof documentLines.$inferInsert)[];
  vendors: (typeof vendors.$inferInsert)[];
  bills: (typeof documents.$inferInsert)[];
  billLines: (typeof documentLines.$inferInsert)[];
  reversals: (typeof creditReversals.$inferInsert)[];
  settlements: Settled[];
  einvoices: (typeof einvoices.$inferInsert)[];
  payments: number;
  /** By normalized account name. Without an id if the account has to be created. */
  openings: Map<string, Opening>;
  /** By ledger id. */
  ledgers: Map<string, { ledger: Ledger; paise: Paise }>;
  /** Number of clients, documents, vouchers, payments and openings that already exist. */
  known: number;
}

export interface Opening {
  name: string;
  type: AccountType;
  date: CalendarDate;
  paise: Paise;
  accountId: string | undefined;
}

/** The agency of the import, and its time. */
export interface Asking {
  agencyId: number;
  userId: string;
  importId: string;
  at: string;
}

/** The working state while a file is planned. */
export interface Draft extends Asking {
  present: Present;
  clients: Clients;
  plan: BooksPlan;
  /**
   * Returns the client of a document, and the existing row with its number.
   * @throws Refusal "invalid" if the number is in the file twice, or the client is not in the file
   */
  begin(one: FileDocument | FileVoucher): { client: Resolved; row: Row | undefined };
  add(made: Made, client: Resolved): FileDocumentStatus;
  /** Finds the document with this number that existed on the day; else any with the number. */
  find(kinds: DocumentKind[], number: string, on: CalendarDate): FileDocumentStatus | undefined;
}

interface Beginning extends Pick<Draft, "clients" | "present"> {
  asking: Asking;
  rows: Map<string, Row>;
}

export const toDocumentKey = ({
  kind,
  number,
  date,
}: {
  kind: DocumentKind;
  number: string;
  date: string;
}) => `${kind} ${toFinancialYear(date)} ${number}`;

export function createDraft({ present, clients, asking, rows }: Beginning): Draft {
  const plan: BooksPlan = {
    clients: clients.rows,
    documents: [],
    lines: [],
    settlements: [],
    vendors: [],
    bills: [],
    billLines: [],
    reversals: [],
    einvoices: [],
    payments: 0,
    openings: new Map(),
    ledgers: new Map(),
    known: [...clients.all.values()].filter(({ isKnown }) => isKnown).length,
  };
  const names = new Map(present.clients.map(({ id, displayName }) => [id, displayName]));
  const byNumber = new Map<string, FileDocumentStatus[]>();
  const keep = (documentStatus: FileDocumentStatus) => {
    const others = byNumber.get(documentStatus.number);
    if (others) others.push(documentStatus);
    else byNumber.set(documentStatus.number, [documentStatus]);
    return documentStatus;
  };
  for (const row of present.documents) keep(toOpenDocument(row, names, present));

  const seen = new Set<string>();
  return {
    ...asking,
    present,
    clients,
    plan,
    begin(one) {
      const key = toDocumentKey(one);
      const client = clients.all.get(one.client);
      const row = rows.get(key);
      const name = `${KIND_NAMES[one.kind]} ${one.number}`;
      if (seen.has(key)) throw invalid("number", `${name} is in the file twice`);
      seen.add(key);
      if (!client) throw invalid("client", `The file has no client ${one.client}`);
      if (row) plan.known += 1;
      return { client, row };
    },
    add(made, client) {
      const id = newId();
      const { columns, items, status } = made;
      const { agencyId, userId: createdBy, importId, at } = asking;
      plan.documents.push({
        ...columns,
        agencyId,
        id,
        importId,
        createdBy,
        createdAt: at,
        sentAt: status === "DRAFT" ? null : at,
        cancelledAt: status === "CANCELLED" ? at : null,
        acceptedAt: status === "ACCEPTED" ? at : null,
        declinedAt: status === "DECLINED" ? at : null,
      });
      for (const [line, item] of items.entries()) {
        plan.lines.push({ ...item, agencyId, documentId: id, line });
      }
      if (made.irn) {
        // From another program's registration, only the IRN is known.
        const none = { ackNo: "", ackDate: "", signedQr: "", signedInvoice: "" };
        const row = { agencyId, id, irn: made.irn, status: "ACT", createdAt: at } as const;
        plan.einvoices.push({ ...row, ...none });
      }
      const { kind, number, date, grandTotalPaise } = columns;
      const isOpen = status === "SENT";
      return keep({
        id,
        kind,
        number,
        date,
        status,
        grandTotalPaise,
        clientId: client.id,
        clientName: client.name,
        isKnown: false,
        openPaise: (isOpen && PAYABLE.includes(kind) ? grandTotalPaise : 0) as Paise,
        unusedPaise: (isOpen && kind === "RECEIPT_VOUCHER" ? grandTotalPaise : 0) as Paise,
        advance: made.advance,
      });
    },
    find(kinds, number, on) {
      const all = (byNumber.get(number) ?? []).filter(({ kind }) => kinds.includes(kind));
      const there = all.filter(({ date }) => date <= on);
      const newest = (list: FileDocumentStatus[]) =>
        list.toSorted((a, b) => (a.date < b.date ? 1 : -1)).at(0);
      return newest(there) ?? newest(all);
    },
  };
}

/** Runs `work` for a path of the file. Errors, and dates in locked periods, are added to the faults. */
export function planAt(draft: Draft, faults: Faults, path: string, work: () => void): void {
  const { documents, bills, settlements } = draft.plan;
  const [billed, bought, settled] = [documents.length, bills.length, settlements.length];
  collectFault(faults, path, () => {
    work();
    const made = [...documents.slice(billed), ...bills.slice(bought)];
    const isCounted = ({ family, sentAt, cancelledAt }: (typeof made)[number]) =>
      family !== "ESTIMATES" && (sentAt || cancelledAt);
    // Reported once, at its own path.
    const paid = settlements.splice(settled);
    const dates = [...made.filter(isCounted), ...paid.map(({ row }) => row)].map(
      ({ date }) => date,
    );
    const { shut } = draft.present;
    if (dates.some((date) => date <= shut.to)) throw invalid("date", closedSentence(shut));
    settlements.push(...paid);
  });
}

/** Kinds that can be paid, and that notes and advances refer to. */
export const BILLS: DocumentKind[] = ["INVOICE", "BILL_OF_SUPPLY"];
const PAYABLE: DocumentKind[] = [...BILLS, "DEBIT_NOTE"];

function toOpenDocument(
  row: Row,
  names: Map<string, string>,
  present: Present,
): FileDocumentStatus {
  const { id, kind, number, date, status, grandTotalPaise, clientId, issued } = row;
  const isOpen = status !== "DRAFT" && status !== "CANCELLED";
  const taxPct = present.rates.get(id);
  return {
    id,
    kind,
    number,
    date,
    status,
    grandTotalPaise,
    clientId,
    isKnown: true,
    clientName: names.get(clientId) ?? "",
    openPaise: (isOpen && PAYABLE.includes(kind) ? computeBalance(row) : 0) as Paise,
    unusedPaise: computeHeld(row),
    ...(taxPct !== undefined && issued && { advance: { placed: row, taxPct, parties: issued } }),
  };
}
