import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { agencyId } from "./agencies.ts";

// The row journal: triggers (written by db/undo/triggers.ts) record each change of a row. Undo reverses
// changes by it, and `bahi verify` compares rows with it. Which tables have one: db/undo/undoable.ts.

/** A change of one row. The log's entry has a digest of those with its number, so its chain covers them. */
export const rowImages = sqliteTable(
  "row_images",
  {
    agencyId: integer("agency_id").notNull(),
    /** Of the entry of the log that comes next: a write changes rows first, then logs it. */
    seq: integer("seq").notNull(),
    /** 1, 2, 3 … of those with this seq. */
    n: integer("n").notNull(),
    table: text("of_table").notNull(),
    /** What the row is of: its own id, or that of the document, journal or match that it is a part of. */
    record: text("record").notNull(),
    /** What tells it from other rows of the record; "" where it is the only one. */
    part: text("part").notNull(),
    /**
     * Insert, update, delete; in lower case if undo leaves it alone. `b`: the row when its journal began.
     * `L`: only the log has the change, which is older than images.
     */
    action: text("action", { enum: ["I", "U", "D", "i", "u", "d", "b", "L"] }).notNull(),
    /** JSON: of an update `[column, before, after]` of each changed column, else the whole row. */
    was: text("was"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.seq, table.n] }),
    index("row_images_of_record").on(table.agencyId, table.record),
  ],
);

/** Is there within an undo, or within an import, whose rows are undone by the batch; at no other time. */
export const undoStates = sqliteTable("undo_states", {
  agencyId: integer("agency_id").primaryKey(),
  state: text("state", { enum: ["undo", "import"] }).notNull(),
});

/** Which operation was undone by which: its undo may be undone itself, which does it again. */
export const undos = sqliteTable(
  "undos",
  {
    agencyId: agencyId(),
    operation: text("operation").notNull(),
    undoneBy: text("undone_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.operation] }),
    index("undos_by_undo").on(table.agencyId, table.undoneBy),
  ],
);

/** What was deleted and is not there again: the page Trash. Triggers keep it. */
export const trash = sqliteTable(
  "trash",
  {
    agencyId: integer("agency_id").notNull(),
    table: text("of_table").notNull(),
    id: text("id").notNull(),
    /** Of the entry of the log of its deletion, or the one before that. */
    seq: integer("seq").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.table, table.id] }),
    index("trash_by_time").on(table.agencyId, table.seq),
  ],
);
