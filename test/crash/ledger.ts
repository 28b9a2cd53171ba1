import { expect } from "bun:test";
import type { Client } from "@libsql/client";
import type { Entity } from "../../domain/agencies/audit.ts";
import type { Call, Noun, Written } from "../nouns/noun.ts";
import { NOUNS } from "../nouns.ts";

// The acknowledged writes, which the file must hold after a crash.

export interface Thing {
  kind: Noun;
  /** Shared by the create and its repetition. */
  key: string;
  creation: { call: Call; write: Written } | undefined;
  id: string | undefined;
  /** Undefined if it does not exist. */
  now: Written | undefined;
  rows: number;
  /** Sent but not confirmed: it is applied completely or not at all. */
  pending: Change | undefined;
  isBusy: boolean;
}

export type Change = { action: "CREATE" | "UPDATE"; write: Written } | { action: "DELETE" };

interface Row {
  id: string;
  mark: string;
  paise: number | null;
}

export type Ledger = ReturnType<typeof createLedger>;

const CANCELLED = new Set(NOUNS.filter(({ removal }) => removal).map(({ entity }) => entity));

export function createLedger(open: () => Client) {
  const things: Thing[] = [];
  /** Entries that the audit log must have gained since the last check, such as `CREATE Account mark-7`. */
  let changes: string[] = [];
  let auditedTo = 0;
  const numbers = new Map<string, number[]>();

  function tookPlace(thing: Thing, change: Change) {
    const written = change.action === "DELETE" ? thing.now : change.write;
    const action = change.action === "DELETE" ? (thing.kind.removal ?? "DELETE") : change.action;
    for (let row = 0; row < thing.rows; row++) {
      changes.push(`${action} ${thing.kind.entity} ${written?.mark}`);
      const { books } = thing.kind;
      if (books) changes.push(`${change.action} ${books} ${written?.mark}`);
    }
    thing.now = change.action === "DELETE" ? undefined : change.write;
    thing.pending = undefined;
  }

  /** Finds out which unconfirmed writes were applied, and fails if the file differs in any other way. */
  function hold(entity: Entity, rows: Row[]) {
    const byMark = Map.groupBy(rows, ({ mark }) => mark);
    for (const { mark, paise } of rows) {
      if (paise !== null) expect([entity, `mark-${paise}`]).toEqual([entity, mark]);
    }
    for (const thing of things.filter(({ kind }) => kind.entity === entity)) {
      const { pending } = thing;
      const after = pending && pending.action !== "DELETE" ? pending.write : undefined;
      if (pending && isThere(thing, after) && !(thing.now && isThere(thing, thing.now))) {
        tookPlace(thing, pending);
        // A batch returns a list without an id.
        if (thing.rows === 1) thing.id ??= byMark.get(after?.mark ?? "")?.[0]?.id;
      }
      thing.pending = undefined;
      if (!thing.now) continue;
      const found = byMark.get(thing.now.mark) ?? [];
      expect([thing.now.mark, found.length]).toEqual([thing.now.mark, thing.rows]);
      if (thing.rows === 1) expect(found[0]?.id).toBe(thing.id as string);
      byMark.delete(thing.now.mark);
    }
    expect([entity, ...byMark.keys()]).toEqual([entity]);

    function isThere({ rows }: Thing, write: Written | undefined): boolean {
      return write ? byMark.get(write.mark)?.length === rows : true;
    }
  }

  async function holdAudit(file: Client) {
    const { rows } = await file.execute({
      sql: `SELECT rowid AS entry, action, entity, payload FROM audit_log WHERE rowid > ? ORDER BY rowid`,
      args: [auditedTo],
    });
    auditedTo = Number(rows.at(-1)?.entry ?? auditedTo);
    const written = rows.map(({ action, entity, payload }) => {
      const { before, after } = JSON.parse(String(payload));
      const record: Record<string, string> = action === "DELETE" ? before : after;
      const number =
        entity === "Payment" ? undefined : (record.receiptNumber ?? record.invoiceNumber);
      if (action === "CREATE" && number) count(number);
      const fields = FIELDS.get(entity as Entity) ?? [];
      const mark = fields
        .map((field) => record[field]?.replace(/^Salary of /, ""))
        .find((text) => text?.startsWith("mark-"));
      // The newest document is removed, because its number is returned; others stay as cancelled.
      const isRemoved = action === "DELETE" && CANCELLED.has(entity as Entity);
      if (isRemoved && number) giveBack(number);
      return `${isRemoved ? "UPDATE" : action} ${entity} ${mark}`;
    });
    expect(written.sort()).toEqual(changes.sort());
    changes = [];
  }

  const parseNumber = (number: string) => {
    const [, stem = "", sequence] = /^(.*)\/(\d+)$/.exec(number) ?? [];
    const given = numbers.get(stem) ?? [];
    numbers.set(stem, given);
    return { given, sequence: Number(sequence) };
  };

  /** Numbers of a series follow each other without duplicates. */
  function count(number: string) {
    const { given, sequence } = parseNumber(number);
    given.push(sequence);
  }

  function giveBack(number: string) {
    const { given, sequence } = parseNumber(number);
    expect([number, sequence]).toEqual([number, Math.max(...given)]);
    given.splice(given.indexOf(sequence), 1);
  }

  return {
    things,
    tookPlace,
    async begin() {
      const file = open();
      const { rows } = await file.execute("SELECT max(rowid) AS entry FROM audit_log");
      auditedTo = Number(rows[0]?.entry);
      file.close();
    },
    async settled() {
      const file = open();
      const left = async () =>
        (await file.execute("SELECT id FROM imports WHERE state <> 'done'")).rows.length;
      while ((await left()) > 0) await Bun.sleep(5);
      file.close();
    },
    /** Compares the file with what is known. Afterwards, unconfirmed writes are known too. */
    async audit() {
      const file = open();
      const all = async <T>(sql: string) => (await file.execute(sql)).rows as unknown as T[];
      expect(await all("PRAGMA integrity_check")).toMatchObject([{ integrity_check: "ok" }]);
      expect(await all("PRAGMA foreign_key_check")).toEqual([]);
      for (const half of HALVES) expect([half, await all(half)]).toEqual([half, []]);
      for (const [entity, shelves] of SHELVES) {
        const rows = await Promise.all(shelves.map((rows) => all<Row>(rows)));
        if (shelves.length > 0) hold(entity, rows.flat());
      }
      await holdAudit(file);
      for (const [stem, given] of numbers) {
        const each = given.toSorted((a, b) => a - b);
        expect([stem, ...each]).toEqual([stem, ...each.keys().map((n) => n + 1)]);
      }
      file.close();
    },
  };
}

const SHELVES = [...Map.groupBy(NOUNS, ({ entity }) => entity)].map(
  ([entity, nouns]) => [entity, [...new Set(nouns.flatMap(({ rows }) => rows || []))]] as const,
);
const FIELDS = new Map(NOUNS.map(({ entity, fields }) => [entity, fields]));

/** Queries for half-written records, which must find nothing once imports are settled. */
const HALVES = [
  `SELECT id FROM imports WHERE state <> 'done' OR added <> rows OR rows <> iif(books IS NULL,
    (SELECT count(*) FROM transactions WHERE import_id = imports.id),
    (SELECT count(*) FROM clients WHERE import_id = imports.id)
      + (SELECT count(*) FROM documents WHERE import_id = imports.id)
      + (SELECT count(*) FROM settlements WHERE import_id = imports.id))`,
  "SELECT id FROM transactions WHERE import_id IS NOT NULL AND import_id NOT IN (SELECT id FROM imports)",
  ...["clients", "documents", "settlements"].map(
    (table) => `SELECT id FROM ${table} WHERE import_id IS NOT NULL
      AND import_id NOT IN (SELECT id FROM imports)`,
  ),
  "SELECT import_id FROM import_slices UNION ALL SELECT import_id FROM import_names",
  `SELECT id FROM transactions WHERE source = 'Receipt'
    AND (agency_id, id, source_id) NOT IN (SELECT agency_id, transaction_id, id FROM receipts)`,
  `SELECT id FROM transactions WHERE source IN ('Invoice', 'Voucher', 'Note')
    AND (agency_id, id, source_id) NOT IN (SELECT agency_id, transaction_id, document_id FROM settlements)`,
  `SELECT id FROM documents WHERE received_paise <> (SELECT coalesce(sum(amount_paise), 0) FROM settlements
    WHERE kind = 'PAYMENT' AND settlements.agency_id = documents.agency_id AND document_id = documents.id)`,
  `SELECT id FROM documents WHERE sub_total_paise <> (SELECT coalesce(sum(rate_paise), 0) FROM document_lines
    WHERE document_lines.agency_id = documents.agency_id AND document_id = documents.id)`,
];
