import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { agencyId } from "./agencies.ts";

// The row journal. Triggers (db/tables) record each change of a row. Undo uses it to reverse
// changes, and `bahi verify` compares it with the rows. db/tables/tables.ts lists the tables.

/** Changes of rows. Each log entry has a hash of its row snapshots, so the hash chain covers them. */
export const rowImages = sqliteTable(
  "row_images",
  {
    agencyId: integer("agency_id").notNull(),
    /** Number of the log entry that comes next: a write changes rows first and logs afterwards. */
    seq: integer("seq").notNull(),
    /** 1, 2, 3 … within a seq. */
    n: integer("n").notNull(),
    table: text("of_table").notNull(),
    /** Id of the record that the row belongs to: its own, or that of its document, journal or match. */
    record: text("record").notNull(),
    /** Identifies the row within its record; "" if it is the only one. */
    part: text("part").notNull(),
    /**
     * Insert, update, delete; in lower case if undo skips it. `b`: the row when its journal began. `L`: a
     * change older than snapshots, found only in the log.
     */
    action: text("action", { enum: ["I", "U", "D", "i", "u", "d", "b", "L"] }).notNull(),
    /** JSON. For an update, `[column, before, after]` of each changed column; otherwise the whole row. */
    was: text("was"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.seq, table.n] }),
    index("row_images_of_record").on(table.agencyId, table.record),
  ],
);

/** Exists only during an undo, or during an import, whose rows are undone as a batch. */
export const undoStates = sqliteTable("undo_states", {
  agencyId: integer("agency_id").primaryKey(),
  state: text("state", { enum: ["undo", "import"] }).notNull(),
});

/** Undone operations with the operation that undid them. Undoing an undo redoes the change. */
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

/** Deleted records, shown on the page Trash until restored. Triggers maintain it. */
export const trash = sqliteTable(
  "trash",
  {
    agencyId: integer("agency_id").notNull(),
    table: text("of_table").notNull(),
    id: text("id").notNull(),
    /** Number of the log entry of the deletion, or of the entry before it. */
    seq: integer("seq").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.table, table.id] }),
    index("trash_by_time").on(table.agencyId, table.seq),
  ],
);
