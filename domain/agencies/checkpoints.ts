import * as v from "valibot";

/** How far a chain has come: the entry it ends with, and its head, of 64 hexadecimal digits. */
export interface Checkpoint {
  seq: number;
  head: string;
}

/** As the foot of a paper has it, from which `readCheckpoint` takes it again. */
export const checkpointWords = ({ seq, head }: Checkpoint): string =>
  `log entry ${seq.toLocaleString("en-US")}, ${head.slice(0, 16)}`;

const HEAD = /^(?:.*\blog entry )?(\d[\d,]{0,18})(?::|, )([0-9a-f]{16,64})\.?$/i;

/** What `GivenCheckpoint` says of a text: the checkpoint, or why it is none. */
export function readCheckpoint(text: string): Checkpoint | string {
  const read = v.safeParse(GivenCheckpoint, text);
  return read.success ? read.output : read.issues[0].message;
}

/** A head that somebody holds, of at least 16 digits: `4127:9c4107be22d15a08`, or the foot of a paper. */
export const GivenCheckpoint = v.pipe(
  v.string(),
  v.trim(),
  v.regex(HEAD, "A head must be SEQ:HEX, such as 4127:9c4107be22d15a08"),
  v.transform((text): Checkpoint => {
    const [, seq = "", head = ""] = HEAD.exec(text) ?? [];
    return { seq: Number(seq.replaceAll(",", "")), head: head.toLowerCase() };
  }),
);
