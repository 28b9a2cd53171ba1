import { type SQL, sql } from "drizzle-orm";
import type { AuditEntry, Entity } from "../../domain/agencies/audit.ts";
import type { RecordDifference, RecordsCheck } from "../../domain/agencies/recordsCheck.ts";
import { describeRecord } from "../../domain/agencies/undo.ts";
import { readJson } from "../../domain/json.ts";
import { roundToPaise } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { type Kind, SHAPES, type Shape } from "./recordShapes.ts";

// Checks that each record is as its log entries left it. The log is read backwards, so the first entry with a
// field has its current value. It stores one id per record, so a long log needs little memory.

const AT_ONCE = 1_000;
const SHOWN = 100;

interface Row {
  seq: number;
  _id: string;
  action: AuditEntry["action"];
  entity: Entity;
  payload: string;
}
type Logged = AuditEntry & { seq: number; id: string };

/**
 * Compares every logged record with its last entries.
 * @param isStrict also looks for rows without a log entry
 */
export async function proveRecords(
  read: Read,
  agencyId: number,
  isStrict: boolean,
): Promise<RecordsCheck> {
  const walk = new Walk(read, agencyId);
  for await (const slice of backwards(read, agencyId)) await walk.compare(slice);
  if (isStrict) await walk.findUnknown();
  return { compared: walk.compared, differences: walk.differences.slice(0, SHOWN) };
}

async function* backwards(read: Read, agencyId: number): AsyncGenerator<Logged[]> {
  for (let seq = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await read.all<Row>(sql`SELECT seq, id AS _id, action, entity, payload
      FROM audit_log INDEXED BY audit_log_chain
      WHERE agency_id = ${agencyId} AND seq < ${seq} ORDER BY seq DESC LIMIT ${AT_ONCE}`);
    yield rows.filter(({ action }) => action !== "VIEW").flatMap(toLogged);
    if (rows.length < AT_ONCE) return;
    seq = rows.at(-1)?.seq ?? 0;
    await Bun.sleep(0); // Other calls of this thread get a turn.
  }
}

/** Converts a row to an entry of a verifiable record or an import. */
function toLogged({ payload: text, ...row }: Row): Logged[] {
  const payload = readJson(text) as Record<"after" | "before", { _id?: unknown } | undefined>;
  const id = String(payload.after?._id ?? payload.before?._id ?? "");
  const shape = SHAPES[row.entity];
  const isOne = shape ? (shape.id === "") === (id === "") : row.entity === "Import";
  if (!isOne) return [];
  return [{ ...row, at: "", userId: NOBODY, payload, id }];
}

const NOBODY = { _id: "", name: "", email: "" };

class Walk {
  compared = 0;
  readonly differences: RecordDifference[] = [];
  /** Bits of the fields already compared, by record. */
  private readonly seen = new Map<string, number>();
  /**
   * Records missing although an import was undone after their last entry, which deletes them without an entry
   * of their own.
   */
  private readonly gone = new Map<string, Logged>();
  private isAfterUndo = false;
  /** The entry that starts the chain in older books, from before everything was logged. */
  private began = "";

  constructor(
    private readonly read: Read,
    private readonly agencyId: number,
  ) {}

  async compare(slice: Logged[]): Promise<void> {
    const byEntity = Map.groupBy(slice, ({ entity }) => entity);
    const rows = new Map<Entity, Map<string, unknown[]>>();
    for (const [entity, entries] of byEntity) {
      const shape = SHAPES[entity];
      if (!shape) continue;
      const open = entries.filter((entry) => !this.isDone(entry, shape));
      rows.set(
        entity,
        await this.rowsOf(
          shape,
          open.map(({ id }) => id),
        ),
      );
    }
    for (const entry of slice) {
      if (entry.entity === "Metadata" && "chain" in entry.payload) this.began = entry._id;
      if (entry.entity === "Import") this.isAfterUndo ||= entry.action === "DELETE";
      const shape = SHAPES[entry.entity];
      if (shape && !this.isDone(entry, shape)) {
        const row = rows.get(entry.entity)?.get(entry.id);
        // If an agency has a single row and it does not exist yet, its fields are empty.
        this.hold(entry, shape, row ?? (shape.id ? undefined : []));
      }
    }
  }

  private isDone(entry: Logged, shape: Shape): boolean {
    return !this.gone.has(toKey(entry)) && this.seen.get(toKey(entry)) === toFullMask(shape);
  }

  private hold(entry: Logged, shape: Shape, row: unknown[] | undefined): void {
    const key = toKey(entry);
    const gone = this.gone.get(key);
    if (gone && entry.action !== "CREATE") return;
    if (gone) {
      this.gone.delete(key);
      this.tell(gone, "", "there", "");
    } else if (this.isAsThere(entry, row)) {
      this.seen.set(key, this.holdFields(entry, shape, row ?? [], this.seen.get(key) ?? 0));
    } else {
      this.seen.set(key, toFullMask(shape));
    }
  }

  /** Whether the record exists exactly if its last entry says so. */
  private isAsThere(entry: Logged, row: unknown[] | undefined): boolean {
    const key = toKey(entry);
    if (this.seen.has(key)) return row !== undefined;
    this.compared++;
    const isThere = row !== undefined;
    const isExpected = entry.action !== "DELETE";
    if (isThere === isExpected) return isThere;
    if (!isThere && this.isAfterUndo && entry.action !== "CREATE") this.gone.set(key, entry);
    else this.tell(entry, "", isExpected ? "there" : "", isThere ? "there" : "");
    return false;
  }

  private holdFields(entry: Logged, { fields }: Shape, row: unknown[], before: number): number {
    const { after } = entry.payload as { after?: object };
    let known = before;
    for (const [n, [field, , kind]] of fields.entries()) {
      const logged = after && valueAt(after, field, kind);
      if (logged === undefined || before & (1 << n)) continue;
      known |= 1 << n;
      const now = toComparable(row[n], kind);
      if (now !== logged)
        this.tell(entry, field, formatValue(logged, kind), formatValue(now, kind));
    }
    return known;
  }

  private tell(entry: Logged, field: string, logged: string, now: string): void {
    const { seq, entity, id: _id } = entry;
    const name = describeRecord(entry);
    if (this.differences.length < SHOWN) {
      this.differences.push({ seq, entity, _id, name, field, logged, now });
    }
  }

  private async rowsOf(shape: Shape, ids: string[]): Promise<Map<string, unknown[]>> {
    if (ids.length === 0) return new Map();
    const columns = shape.fields.map(([, column]) => `CAST(${column} AS TEXT)`).join(", ");
    const key = shape.id ? `t.${shape.id}` : "''";
    const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
    const found = await this.read.all<{ id: string; columns: string }>(sql`
      SELECT ${sql.raw(key)} AS id, json_array(${sql.raw(columns)}) AS columns
      FROM ${sql.raw(shape.table)} t WHERE ${this.mine(shape)} AND ${sql.raw(key)} IN ${wanted}`);
    return new Map(found.map(({ id, columns }) => [id, JSON.parse(columns)]));
  }

  private mine({ agency = "agency_id", where = "1" }: Shape): SQL {
    return sql`t.${sql.raw(agency)} = ${this.agencyId} AND (${sql.raw(where)})`;
  }

  /** Finds rows that no log entry created. */
  async findUnknown(): Promise<void> {
    for (const [entity, shape] of Object.entries(SHAPES) as [Entity, Shape][]) {
      if (shape.unlogged === undefined) continue;
      for (let last = this.began; ; ) {
        const rows = await this.read.all<{ id: string }>(sql`
          SELECT id FROM ${sql.raw(shape.table)} t WHERE ${this.mine(shape)} AND id > ${last}
            AND NOT (${sql.raw(shape.unlogged)}) ORDER BY id LIMIT ${AT_ONCE}`);
        for (const { id } of rows) {
          if (this.seen.has(toKey({ entity, id }))) continue;
          const whole = { entity, id, action: "CREATE", payload: {} } as const;
          const entry: Logged = { ...whole, seq: 0, _id: "", at: "", userId: NOBODY };
          this.tell(entry, "", "", "there");
        }
        if (rows.length < AT_ONCE) break;
        last = rows.at(-1)?.id ?? last;
        await Bun.sleep(0);
      }
    }
  }
}

const toFullMask = ({ fields }: Shape) => 2 ** fields.length - 1;

const toKey = ({ entity, id }: Pick<Logged, "entity" | "id">) => `${entity} ${id}`;

/** Returns a field of an entry in the format of its column; undefined if the entry lacks it. */
function valueAt(after: object, field: string, kind: Kind = "text"): string | undefined {
  const [first = "", ...rest] = field.split(".");
  if (!Object.hasOwn(after, first)) return undefined;
  const value = (after as Record<string, unknown>)[first];
  const [inner] = rest;
  if (Array.isArray(value) && inner) {
    const all = value.map((one) => (one as Record<string, unknown>)[inner]);
    if (all.includes(undefined)) return undefined; // The entry is older than this field of lines.
    return JSON.stringify(inner === "taxable" ? all.map((one) => roundToPaise(Number(one))) : all);
  }
  if (inner) {
    return typeof value === "object" && value ? valueAt(value, rest.join("."), kind) : undefined;
  }
  if (kind === "paise") return value === null ? "" : String(roundToPaise(Number(value)));
  if (kind === "flag") return value ? "1" : "0";
  if (kind === "json") return toSortedText(value);
  if (typeof value === "object" && value) return String((value as { _id?: string })._id ?? "");
  return String(value ?? "");
}

/** SQLite's own JSON is compared by value. */
function toComparable(column: unknown, kind: Kind = "text"): string {
  if (column === null || column === undefined) return "";
  if (kind !== "json") return String(column);
  if (typeof column !== "string") return toSortedText(column);
  try {
    return toSortedText(JSON.parse(column));
  } catch {
    return column; // A forged text may not be JSON.
  }
}

/** Returns the same text for the same values in any order; "" if all are empty. */
function toSortedText(value: unknown): string {
  if (isBare(value)) return "";
  return JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

const isBare = (value: unknown): boolean =>
  value === "" ||
  value === null ||
  (typeof value === "object" && !Array.isArray(value) && Object.values(value ?? {}).every(isBare));

/** Formats a value for people. */
function formatValue(value: string, kind: Kind = "text"): string {
  if (kind === "paise" && value) return (Number(value) / 100).toFixed(2);
  if (kind === "flag") return value === "1" ? "yes" : "no";
  return value;
}
