import { type Checkpoint, readCheckpoint } from "../../domain/agencies/checkpoints.ts";
import {
  differenceWords,
  type LogCheck,
  type RecordDifference,
  recordWords,
} from "../../domain/agencies/recordsCheck.ts";
import type { User } from "../../domain/agencies/team.ts";
import {
  type ChainCheck,
  type LogEntry,
  readLogEntry,
  verifyChain,
} from "../../domain/agencies/verifyChain.ts";
import { formatDate, today } from "../../domain/dates.ts";
import type { BooksCheck } from "../../domain/ledger/booksCheck.ts";
import { lowerFirst } from "../../domain/names.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { type Head, holdHead, holdHeadAlone, readHeads } from "../heads.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput, groupInt } from "../output.ts";

export interface VerifyOptions extends GlobalOptions {
  file?: string;
  head?: string[];
  agency?: string;
  accept?: boolean;
}

/**
 * Recomputes the hash chain of the log here, not on the server, and compares it with every checkpoint we
 * have. On a server it checks the books as well. @throws Failure if anything differs
 */
export async function verify(options: VerifyOptions): Promise<void> {
  const given = (options.head ?? []).map(readHead);
  if (options.file !== undefined) return verifyFile(options.file, given, options);
  if (options.agency) throw failUsage("--agency belongs to --file", "leave it out");

  const { accept: isAccepted = false } = options;
  const { api, output } = open(options);
  const { user } = await api.json<{ user: User }>("/auth/me", "user");
  const held = isAccepted ? [] : await readHeads(api, user.agencySlug);
  const { demo } = await api.json<Head>("/audit/head", "head");
  const response = await api.file("/audit/export.jsonl", "application/jsonl");
  const bytes = (response.body ?? new Blob().stream()) as unknown as AsyncIterable<Uint8Array>;
  const check = await verifyChain(entriesIn(bytes), user.agencySlug, [...held, ...given]);
  if (!check.ok) throw differs(check);
  const { records } = await api.json<LogCheck>("/audit/verify", "records");
  if (records.differences.length > 0) throw changedPast(check, records);
  const books = await api.json<BooksCheck>("/books/check", "differences");
  if (!books.ok) {
    const what = "the log is unbroken, but figures in the books differ from their rows";
    throw new Failure(EXIT.refused, what, "see which with bahi check", {
      answer: { ...check, records, books },
    });
  }
  const hold = isAccepted ? holdHeadAlone : holdHead;
  hold(api.url, user.agencySlug, { ...check.end, ...(demo !== undefined && { demo }) });
  await output.result({ ...check, records, books }, () =>
    [
      agreement(check, "you hold"),
      "The books are correct: every figure agrees with its rows, and every record with the log.",
    ].join("\n"),
  );
}

function changedPast(check: ChainCheck, records: LogCheck["records"]): Failure {
  const [first, ...more] = records.differences as [RecordDifference, ...RecordDifference[]];
  const others = more.length > 0 ? `, and ${count(more.length, "other difference")}` : "";
  const found = `${recordWords(first)}: ${differenceWords(first)}${others}`;
  const what = `the log is unbroken, but a record differs from it: ${found}`;
  const answer = { ...check, ok: false, records };
  return new Failure(EXIT.refused, what, COMPARE, { answer });
}

const COMPARE = "keep a copy of the database and its backups, and compare them";

async function verifyFile(
  name: string,
  given: Checkpoint[],
  options: VerifyOptions,
): Promise<void> {
  const file = Bun.file(name);
  if (!(await file.exists())) throw failUsage(`${name} does not exist`, "name another with --file");
  const slug = options.agency ?? (await slugIn(entriesIn(file.stream())));
  const check = await verifyChain(entriesIn(file.stream()), slug, given);
  if (!check.ok) throw differs(check);
  await createOutput(options).result(check, () => agreement(check, "were given"));
}

function readHead(text: string): Checkpoint {
  const read = readCheckpoint(text);
  if (typeof read === "string") throw failUsage(read, "copy it from the footer of a report");
  return read;
}

/** Parses entries from JSON Lines, in slices. */
async function* entriesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<LogEntry[]> {
  const decoder = new TextDecoder();
  let rest = "";
  let line = 0;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines.map((text) => readEntry(text, ++line));
  }
  if (rest !== "") yield [readEntry(rest, ++line)];
}

function readEntry(text: string, line: number): LogEntry {
  const entry = readLogEntry(text);
  if (entry) return entry;
  const what = `line ${groupInt(line)} is not an audit log entry`;
  throw new Failure(EXIT.refused, what, "name a file that bahi exported, with --file");
}

/** Returns the slug in the first entry, with which the hash chain of newer agencies starts. */
async function slugIn(slices: AsyncIterable<LogEntry[]>): Promise<string> {
  for await (const slice of slices) {
    for (const { entity, payload } of slice) {
      if (entity !== "Metadata") continue;
      const slug = /"agencySlug":"([a-z0-9-]+)"/.exec(payload)?.[1];
      if (slug) return slug;
    }
  }
  throw failUsage("the file does not name its agency", "name the agency's slug with --agency");
}

function agreement({ entries, since, checkpoints, end }: ChainCheck, whose: string): string {
  if (entries === 0) return "The log has no entries.";
  const many = count(checkpoints.length, "head");
  const heads =
    checkpoints.length > 0
      ? `; ${many} that ${whose} agree${checkpoints.length === 1 ? "s" : ""}`
      : "";
  return [
    `${count(entries, "entry", "entries")}, verified since ${formatDate(today(new Date(since)))}${heads}.`,
    `Current head: ${end.seq}:${end.head.slice(0, 16)}`,
  ].join("\n");
}

function differs(check: ChainCheck): Failure {
  const { broken, checkpoints } = check;
  if (broken) {
    const what = `the audit log is broken at entry ${groupInt(broken.seq)}: ${lowerFirst(broken.why)}`;
    return new Failure(EXIT.refused, what, COMPARE, { answer: check });
  }
  const [first] = checkpoints.filter(({ agrees }) => !agrees).sort((a, b) => a.seq - b.seq);
  const what = `the audit log does not match the head of entry ${groupInt(first?.seq ?? 0)}`;
  return new Failure(EXIT.refused, what, COMPARE, { answer: check });
}
