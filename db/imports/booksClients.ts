import { addFault, type BooksFile, type Faults } from "../../domain/documents/booksFile.ts";
import type { Recipient } from "../../domain/documents/invoices.ts";
import { nameKey } from "../../domain/names.ts";
import { toClientRow } from "../documents/clients.ts";
import { toRecipient } from "../documents/parties.ts";
import { newId } from "../engine/id.ts";
import type { clients } from "../schema/documents.ts";
import type { ClientRow, Present } from "./booksPresent.ts";

/** A client of a file, resolved to one of the books. */
export interface Resolved {
  id: string;
  name: string;
  /** As in the file's documents, for issued ones and for drafts. */
  asWritten: Recipient;
  asKept: Recipient;
  isKnown: boolean;
}

export interface Clients {
  /** By id in the file. */
  all: Map<string, Resolved>;
  rows: (typeof clients.$inferInsert)[];
}

/**
 * Finds the file's clients in the books. `billed` gives the clients of documents that already exist, which
 * finds clients renamed since. Others are found by name and GSTIN; the GSTIN may be missing on one side.
 */
export function resolveClients(
  { clients: given }: BooksFile,
  present: Present,
  billed: Map<string, string>,
  { agencyId, importId }: { agencyId: number; importId: string },
  faults: Faults,
): Clients {
  const byId = new Map(present.clients.map((row) => [row.id, row]));
  const byName = Map.groupBy(present.clients, (row) => row.nameKey);
  const byGstin = Map.groupBy(present.clients, (row) => row.gstin);
  const found: Clients = { all: new Map(), rows: [] };

  for (const [at, { id: localId, client }] of given.entries()) {
    if (found.all.has(localId)) {
      addFault(faults, `clients.${at}.id`, `Client ${localId} is in the file twice`);
      continue;
    }
    const { gstin } = client;
    const known =
      byId.get(billed.get(localId) ?? "") ??
      byName
        .get(nameKey(client.displayName))
        ?.find((row) => row.gstin === gstin || !row.gstin || !gstin) ??
      (gstin ? onlyOne(byGstin.get(gstin)) : undefined);
    const row = { agencyId, importId, id: known?.id ?? newId(), ...toClientRow(client) };
    if (!known) found.rows.push(row);
    const asWritten = toRecipient(row);
    found.all.set(localId, {
      id: row.id,
      name: known?.displayName ?? client.displayName,
      asWritten,
      asKept: known ? toRecipient(known) : asWritten,
      isKnown: known !== undefined,
    });
  }
  return found;
}

const onlyOne = (rows: ClientRow[] = []) => (rows.length === 1 ? rows[0] : undefined);
