import { closedSentence } from "../../domain/agencies/locks.ts";
import { type CalendarDate, toFinancialYear } from "../../domain/dates.ts";
import { collectFault, type Faults } from "../../domain/documents/booksFile.ts";
import type { FileDocument, FileVoucher } from "../../domain/documents/booksSchema.ts";
import { type DocumentKind, KIND_NAMES } from "../../domain/documents/kinds.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
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

/** A document as the file comes to it, before it has its place in the books. */
export interface Made {
  columns: Omit<
    typeof documents.$inferInsert,
    "agencyId" | "createdAt" | "createdBy" | "id" | "importId" | "sentAt" | "cancelledAt"
  >;
  items: NewItem[];
  status: Row["status"];
  /** Registered with the portal; "" for none. */
  irn?: string;
  /** Of a voucher. */
  advance?: { placed: Placed; taxPct: Hundredths; parties: Parties };
}

/** A document of the file or of the books, and what can still be settled with it. */
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
  /** What is still owed of it, and what it holds, in paise. */
  open: Paise;
  held: Paise;
  advance?: Made["advance"];
}

/** A row of settlement, and the money that it moved. */
export interface Settled {
  row: Omit<typeof settlements.$inferInsert, "agencyId" | "createdAt" | "createdBy" | "importId">;
  /** Where money came to, or from; by its name. */
  account?: string;
  money?: Omit<NewTransaction, "account" | "category"> & { category: (typeof BOOKED)[number] };
}

/** Everything that a file adds to the books. */
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
  /** By the names of accounts, as these are compared; without an id where the account is to be made. */
  openings: Map<string, Opening>;
  /** Of ledgers, by id. */
  ledgers: Map<string, { ledger: Ledger; paise: Paise }>;
  /** Clients, documents, vouchers, payments and openings that the books hold already. */
  known: number;
}

export interface Opening {
  name: string;
  date: CalendarDate;
  paise: Paise;
  accountId: string | undefined;
}

/** Whose file it is, and when it comes. */
export interface Asking {
  agencyId: number;
  userId: string;
  importId: string;
  at: string;
}

/** What is being made of a file. */
export interface Draft extends Asking {
  present: Present;
  clients: Clients;
  plan: BooksPlan;
  /**
   * The client of one, and the row of the books that has its number.
   * @throws Refusal "invalid" for one that is in the file twice, or is for nobody in it
   */
  begin(one: FileDocument | FileVoucher): { client: Resolved; row: Row | undefined };
  add(made: Made, client: Resolved): FileDocumentStatus;
  /** The one of that number that was there on the day; else any of that number. */
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
    ...{ clients: clients.rows, documents: [], lines: [], settlements: [] },
    ...{ vendors: [], bills: [], billLines: [], reversals: [] },
    einvoices: [],
    ...{
      payments: 0,
      openings: new Map(),
      ledgers: new Map(),
      known: [...clients.all.values()].filter(({ isKnown }) => isKnown).length,
    },
  };
  const names = new Map(present.clients.map(({ id, displayName }) => [id, displayName]));
  const byNumber = new Map<string, FileDocumentStatus[]>();
  const keep = (standing: FileDocumentStatus) => {
    const others = byNumber.get(standing.number);
    if (others) others.push(standing);
    else byNumber.set(standing.number, [standing]);
    return standing;
  };
  for (const row of present.documents) keep(toOpenDocument(row, names, present));

  const seen = new Set<string>();
  return {
    ...{ ...asking, present, clients, plan },
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
        ...{ agencyId, id, importId, createdBy, createdAt: at },
        sentAt: status === "DRAFT" ? null : at,
        cancelledAt: status === "CANCELLED" ? at : null,
        acceptedAt: status === "ACCEPTED" ? at : null,
        declinedAt: status === "DECLINED" ? at : null,
      });
      for (const [line, item] of items.entries()) {
        plan.lines.push({ ...item, agencyId, documentId: id, line });
      }
      if (made.irn) {
        // What another program knew of its registration is its IRN alone.
        const none = { ackNo: "", ackDate: "", signedQr: "", signedInvoice: "" };
        const row = { agencyId, id, irn: made.irn, status: "ACT", createdAt: at } as const;
        plan.einvoices.push({ ...row, ...none });
      }
      const { kind, number, date, grandTotalPaise } = columns;
      const isOpen = status === "SENT";
      return keep({
        ...{ id, kind, number, date, status, grandTotalPaise },
        ...{ clientId: client.id, clientName: client.name, isKnown: false },
        open: (isOpen && PAYABLE.includes(kind) ? grandTotalPaise : 0) as Paise,
        held: (isOpen && kind === "RECEIPT_VOUCHER" ? grandTotalPaise : 0) as Paise,
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

/**
 * Plans what stands at a path of the file; what is refused there, or would lie in closed books, is counted.
 */
export function planAt(draft: Draft, faults: Faults, path: string, work: () => void): void {
  const { documents, bills, settlements } = draft.plan;
  const [billed, bought, settled] = [documents.length, bills.length, settlements.length];
  collectFault(faults, path, () => {
    work();
    const made = [...documents.slice(billed), ...bills.slice(bought)];
    const isCounted = ({ family, sentAt, cancelledAt }: (typeof made)[number]) =>
      family !== "ESTIMATES" && (sentAt || cancelledAt);
    // Told once, where it stands.
    const paid = settlements.splice(settled);
    const dates = [...made.filter(isCounted), ...paid.map(({ row }) => row)].map(
      ({ date }) => date,
    );
    const { shut } = draft.present;
    if (dates.some((date) => date <= shut.to)) throw invalid("date", closedSentence(shut));
    settlements.push(...paid);
  });
}

/** What takes a payment, and of that what notes are of and advances are for. */
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
    ...{ id, kind, number, date, status, grandTotalPaise, clientId, isKnown: true },
    clientName: names.get(clientId) ?? "",
    open: (isOpen && PAYABLE.includes(kind) ? computeBalance(row) : 0) as Paise,
    held: computeHeld(row),
    ...(taxPct !== undefined && issued && { advance: { placed: row, taxPct, parties: issued } }),
  };
}
