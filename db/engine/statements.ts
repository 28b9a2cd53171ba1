import Database from "libsql";
import { LRUCache } from "lru-cache";

// What @libsql/client asks of its driver it prepares anew each time, and twice it asks for the columns: of a
// list's request that was half of the processor's time (libsql 0.5). Here a connection keeps the statements
// that it has prepared. They are at rest when the client has its answer, for it reads all rows at once.

interface Statement {
  columns(): unknown[];
}

/** Of the driver what is replaced; its types do not say that it is a class. */
interface Connection {
  prepare(sql: string): Statement;
  close(): void;
}

/** More than we have; lists of values in one would fill any cache. */
const KEPT = 200;
/** A pragma may do its work while it is prepared, so that one which is kept would do nothing. */
const NOT_KEPT = /^\s*(PRAGMA|VACUUM|ATTACH|DETACH)\b/i;

const kept = new WeakMap<Connection, LRUCache<string, Statement>>();
const driver = Database.prototype as Connection;
const { prepare, close } = driver;

driver.prepare = function (this: Connection, sql: string): Statement {
  if (NOT_KEPT.test(sql)) return prepare.call(this, sql);
  const statements = kept.get(this) ?? new LRUCache<string, Statement>({ max: KEPT });
  kept.set(this, statements);
  const known = statements.get(sql);
  if (known) return known;
  const statement = withColumnsOnce(prepare.call(this, sql));
  statements.set(sql, statement);
  return statement;
};

driver.close = function (this: Connection): void {
  kept.delete(this);
  close.call(this);
};

function withColumnsOnce(statement: Statement): Statement {
  const ask = statement.columns.bind(statement);
  let columns: unknown[] | undefined;
  statement.columns = () => {
    columns ??= ask();
    return columns;
  };
  return statement;
}
