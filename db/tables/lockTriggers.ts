import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ALSO_LOCKED, JOURNALED, type Lock } from "./tables.ts";

// Builds the triggers that refuse changes in closed books. They write to the views locked_writes,
// locked_lines and locked_openings, whose triggers (migration "locks") compare the date with the locks.

/** Returns a table's lock triggers by name, with the text as SQLite stores it. */
export function buildLockTriggers(table: SQLiteTable): Map<string, string> {
  const name = getTableName(table);
  const lock = ALSO_LOCKED[name] ?? JOURNALED[name]?.lock;
  if (!lock || lock.by === "none") return new Map();
  const texts =
    lock.by === "own" ? ownTriggers(name, table, lock) : sharedTriggers(name, table, lock);
  return new Map(
    Object.entries(texts).map(([what, text]) => {
      const trigger = `${name}_lock_${what}`;
      return [trigger, `CREATE TRIGGER ${trigger} ${text}\nEND`];
    }),
  );
}

type Texts = Record<string, string>;

function sharedTriggers(name: string, table: SQLiteTable, lock: Lock): Texts {
  if (lock.by === "date") return dateTriggers(name, table, lock.open);
  const toText = (event: string, of: "new" | "old"): string => {
    if (lock.by === "openings") {
      return `AFTER ${event} ON ${name} BEGIN
  INSERT INTO locked_openings VALUES (${of}.agency_id);`;
    }
    const { key } = lock as { key: string };
    const write =
      lock.by === "documents"
        ? `INSERT INTO locked_lines VALUES (${of}.agency_id, ${of}.${key});`
        : `INSERT INTO locked_writes SELECT agency_id, date, 'old' FROM ${lock.by}
  WHERE agency_id = ${of}.agency_id AND id = ${of}.${key};`;
    return `AFTER ${event} ON ${name}
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = ${of}.agency_id) BEGIN
  ${write}`;
  };
  return {
    insert: toText("INSERT", "new"),
    update: toText("UPDATE", "new"),
    delete: toText("DELETE", "old"),
  };
}

const lockedTo = (of: string) => `(SELECT locked_to FROM locks WHERE agency_id = ${of}.agency_id)`;

function dateTriggers(name: string, table: SQLiteTable, open: string[] | undefined): Texts {
  const columns = open ? ` OF ${listLockedColumns(table, open).join(", ")}` : "";
  return {
    insert: `AFTER INSERT ON ${name}
WHEN new.date <= ${lockedTo("new")} BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');`,
    update: `AFTER UPDATE${columns} ON ${name}
WHEN min(old.date, new.date) <= ${lockedTo("new")} BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old'), (new.agency_id, new.date, 'date');`,
    delete: `AFTER DELETE ON ${name}
WHEN old.date <= ${lockedTo("old")} BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');`,
  };
}

/** Lists the columns that closed books protect: all but generated ones and those the description opens. */
export const listLockedColumns = (table: SQLiteTable, open: string[] = []): string[] =>
  Object.values(getTableColumns(table))
    .filter(({ name, generated }) => !generated && !open.includes(name))
    .map(({ name }) => name);

/** Triggers of tables where only some changes matter to closed books, or a draft differs from a document. */
function ownTriggers(name: string, table: SQLiteTable, { open }: { open?: string[] }): Texts {
  if (name === "documents") return documentTriggers(listLockedColumns(table, open));
  const texts = OWN[name];
  if (!texts) throw new Error(`${name} has no lock triggers`);
  return texts;
}

const documentLock = (of: string) =>
  `(SELECT iif(${of}.status = 'DRAFT', final_to, locked_to) FROM locks WHERE agency_id = ${of}.agency_id)`;

/** A draft can change in closed books until they are final. Estimates are outside the books. */
const documentTriggers = (locked: string[]): Texts => ({
  insert: `AFTER INSERT ON documents WHEN new.family <> 'ESTIMATES' AND
  new.date <= ${documentLock("new")} BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');`,
  delete: `AFTER DELETE ON documents WHEN old.family <> 'ESTIMATES' AND
  old.date <= ${documentLock("old")} BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');`,
  update: `AFTER UPDATE OF ${locked.join(", ")}
  ON documents WHEN new.family <> 'ESTIMATES' AND
  min(old.date, new.date) <= ${lockedTo("new")} BEGIN
  INSERT INTO locked_writes SELECT agency_id, old.date, 'old' FROM locks
  WHERE agency_id = old.agency_id AND old.date <= iif(old.status = 'DRAFT', final_to, locked_to);
  INSERT INTO locked_writes SELECT agency_id, new.date, iif(old.date = new.date, 'old', 'date') FROM locks
  WHERE agency_id = new.agency_id AND new.date <= iif(new.status = 'DRAFT', final_to, locked_to);`,
  settle: `AFTER UPDATE OF received_paise, tds_paise, advances_paise, credit_paise, written_off_paise
ON documents WHEN new.family <> 'ESTIMATES' AND (
    (old.status = 'DRAFT') <> (new.status = 'DRAFT') OR (new.family = 'BILLS' AND
      iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)) <>
      iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise)))) AND
  new.date <= ${lockedTo("new")} BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'old');`,
});

const DATED = {
  transaction: "transactions",
  payment: "settlements",
  receipt: "receipts",
  journal: "journals",
};
const listDated = (tables: Record<string, string>): string =>
  Object.entries(tables)
    .map(
      ([entity, table]) =>
        `WHEN '${entity}' THEN (SELECT date FROM ${table} ` +
        "WHERE agency_id = new.agency_id AND id = new.entity_id)",
    )
    .join("\n    ");

const ofNew = (column: string) =>
  `WHERE agency_id = new.agency_id AND ${column} = new.id AND entries <> 0`;
const IMPORT_FIELD = "iif(new.state = 'posting', 'date', 'old')";
const OPENING = "INSERT INTO locked_openings VALUES (new.agency_id);";

const OWN: Record<string, Texts> = {
  accounts: {
    insert: `AFTER INSERT ON accounts WHEN new.opening_paise <> 0 BEGIN
  ${OPENING}`,
    update: `AFTER UPDATE OF opening_paise ON accounts WHEN new.opening_paise <> old.opening_paise BEGIN
  ${OPENING}`,
    type: `AFTER UPDATE OF type ON accounts WHEN (new.type = 'Card') <> (old.type = 'Card') BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, min(month) || '-01', 'type' FROM account_months
  WHERE agency_id = new.agency_id AND account_id = new.id;`,
    delete: `AFTER DELETE ON accounts WHEN old.opening_paise <> 0 BEGIN
  INSERT INTO locked_openings VALUES (old.agency_id);`,
  },
  attachments: {
    update: `AFTER UPDATE OF deleted_at ON attachments
WHEN new.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, CASE new.entity
    ${listDated(DATED)} END, 'old';
  INSERT INTO locked_lines VALUES (new.agency_id, new.entity_id);`,
  },
  bank_lines: {
    delete: `AFTER DELETE ON bank_lines
WHEN old.date <= ${lockedTo("old")} BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');`,
  },
  categories: {
    update: `AFTER UPDATE OF kind, ledger ON categories
WHEN (new.kind <> old.kind AND old.kind <> '') OR new.ledger <> old.ledger BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, min(month) || '-01', 'kind' FROM (
    SELECT min(month) AS month FROM monthly ${ofNew("category_id")}
    UNION ALL SELECT min(month) FROM ledger_months ${ofNew("ledger")});`,
  },
  imports: {
    update: `AFTER UPDATE OF state ON imports
WHEN new.state IN ('posting', 'undoing') AND new.date_from <> '' BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date_from, ${IMPORT_FIELD});`,
  },
  invoice_settings: {
    insert: `AFTER INSERT ON invoice_settings WHEN new.revenue_category_id <> '' BEGIN
  ${OPENING}`,
    update: `AFTER UPDATE OF revenue_category_id ON invoice_settings
WHEN new.revenue_category_id <> old.revenue_category_id BEGIN
  ${OPENING}`,
  },
};
