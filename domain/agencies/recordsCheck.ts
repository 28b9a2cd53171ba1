import type { Checkpoint } from "./checkpoints.ts";
import type { ChainCheck } from "./verifyChain.ts";

/** What a server finds of its log: also whether records are as it says, and which heads it gave away. */
export interface LogCheck extends ChainCheck {
  records: RecordsCheck;
  /** The newest twenty, newest first. */
  given: GivenHead[];
}

/** A head that left the books at the foot of a report or with the exported log. */
export interface GivenHead extends Checkpoint {
  at: string;
  /** The report, as it is called there. */
  on: string;
  userName: string;
  /** Whether the chain still comes to it. */
  agrees: boolean;
}

/** What came of holding each record against what the log says it was left as. */
export interface RecordsCheck {
  /** How many records the log speaks of were compared. */
  compared: number;
  /** The first hundred that are another than the log says. */
  differences: RecordDifference[];
}

/** A record that was changed behind the log's back. */
export interface RecordDifference {
  /** The entry that says what it should be; 0 where none speaks of it. */
  seq: number;
  /** Its noun: an entity of the log, or another for a row that has none of its own. */
  entity: string;
  _id: string;
  /** What people know it by. */
  name: string;
  /** The field that differs; "" where the record as a whole is there, or is not. */
  field: string;
  logged: string;
  now: string;
}

/** `Transaction "Cab to Baner", entry 4,127`. */
export function recordWords({ entity, _id, name, seq }: RecordDifference): string {
  const after = seq === 0 ? "" : `, entry ${seq.toLocaleString("en-US")}`;
  if (seq === 0 && !name) return `${entity} ${_id}`;
  const called = name && name.toLowerCase() !== entity.toLowerCase() ? ` "${name}"` : "";
  return `${entity}${called}${after}`;
}

/** In a sentence: `amount is 500.00, and was logged as 460.00`. */
export function differenceWords({ field, logged, now }: RecordDifference): string {
  if (now === "changed") return `${field || "it"} was changed outside bahi`;
  if (!field)
    return now ? "is there, and the log does not say so" : "is gone, and the log does not say so";
  return `${field} is ${now || "empty"}, and was logged as ${logged || "empty"}`;
}
