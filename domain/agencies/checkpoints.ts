import * as v from "valibot";

/** A position in the chain: the last entry's number, and its hash of 64 hexadecimal digits. */
export interface Checkpoint {
  seq: number;
  head: string;
}

/** Formats a checkpoint as in the footer of reports. `readCheckpoint` parses it. */
export const checkpointWords = ({ seq, head }: Checkpoint): string =>
  `log entry ${seq.toLocaleString("en-US")}, ${head.slice(0, 16)}`;

const HEAD = /^(?:.*\blog entry )?(\d[\d,]{0,18})(?::|, )([0-9a-f]{16,64})\.?$/i;

/** Parses a checkpoint with `GivenCheckpoint`, or returns the error. */
export function readCheckpoint(text: string): Checkpoint | string {
  const read = v.safeParse(GivenCheckpoint, text);
  return read.success ? read.output : read.issues[0].message;
}

/**
 * A checkpoint that a user saved, with at least 16 digits of the hash: `4127:9c4107be22d15a08`, or the
 * footer of a report.
 */
export const GivenCheckpoint = v.pipe(
  v.string(),
  v.trim(),
  v.regex(HEAD, "A head must be SEQ:HEX, such as 4127:9c4107be22d15a08"),
  v.transform((text): Checkpoint => {
    const [, seq = "", head = ""] = HEAD.exec(text) ?? [];
    return { seq: Number(seq.replaceAll(",", "")), head: head.toLowerCase() };
  }),
);
