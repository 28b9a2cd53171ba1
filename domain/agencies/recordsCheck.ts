import type { Checkpoint } from "./checkpoints.ts";
import type { ChainCheck } from "./verifyChain.ts";

/**
 * A server's check of its log, which also compares records with the log and lists the hashes given out.
 */
export interface LogCheck extends ChainCheck {
  records: RecordsCheck;
  /** The newest twenty, newest first. */
  given: GivenHead[];
}

/** A hash printed in the footer of a report or exported with the log. */
export interface GivenHead extends Checkpoint {
  at: string;
  /** Name of the report. */
  on: string;
  userName: string;
  /** Whether the chain still contains it. */
  agrees: boolean;
}

/** Result of comparing each record with its last logged state. */
export interface RecordsCheck {
  compared: number;
  /** The first hundred. */
  differences: RecordDifference[];
}

/** A record that was changed outside bahi. */
export interface RecordDifference {
  /** The entry with its last logged state; 0 if there is none. */
  seq: number;
  /** An entity of the log, or a noun for rows without an entity. */
  entity: string;
  _id: string;
  name: string;
  /** The field that differs; "" if the whole record is missing or unexpected. */
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

/** Returns `amount is 500.00, but was logged as 460.00`. */
export function differenceWords({ field, logged, now }: RecordDifference): string {
  if (now === "changed") return `${field || "it"} was changed outside bahi`;
  if (!field)
    return now
      ? "exists, but the log has no entry for it"
      : "is missing, but the log has no deletion";
  return `${field} is ${now || "empty"}, but was logged as ${logged || "empty"}`;
}
