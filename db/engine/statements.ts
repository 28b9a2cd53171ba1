import Database from "libsql";
import { LRUCache } from "lru-cache";

// Caches prepared statements. @libsql/client prepares each statement again for every query and reads its
// columns twice, which took half of a list request's CPU time (libsql 0.5). Reuse is safe: the client reads
// all rows at once, so a statement is always finished.

interface Statement {
  columns(): unknown[];
}

/** The driver methods replaced here. Its types do not say that it is a class. */
interface Connection {
  prepare(sql: string): Statement;
  close(): void;
}

/** More than bahi has. Without a limit, statements with lists of values would fill the cache. */
const KEPT = 200;
/** Some pragmas take effect when they are prepared, so a cached one would do nothing. */
const NOT_KEPT = /^\s*(PRAGMA|VACUUM|ATTACH|DETACH)\b/i;

const statementCaches = new WeakMap<Connection, LRUCache<string, Statement>>();
const driver = Database.prototype as Connection;
const { prepare, close } = driver;

driver.prepare = function (this: Connection, sql: string): Statement {
  if (NOT_KEPT.test(sql)) return prepare.call(this, sql);
  const statements = statementCaches.get(this) ?? new LRUCache<string, Statement>({ max: KEPT });
  statementCaches.set(this, statements);
  const known = statements.get(sql);
  if (known) return known;
  const statement = withColumnsOnce(prepare.call(this, sql));
  statements.set(sql, statement);
  return statement;
};

driver.close = function (this: Connection): void {
  statementCaches.delete(this);
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
