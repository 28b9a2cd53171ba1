import type { User } from "../../domain/agencies/team.ts";
import type { ImportBatch, ImportReport } from "../../domain/ledger/imports.ts";
import { type Answer, type Api, isThisMachine } from "../api.ts";
import { EXIT, Failure } from "../failure.ts";
import { setInterruptAdvice } from "../interrupt.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput, groupInt, oneLine, printFailure } from "../output.ts";
import { type Progress, watch } from "../progress.ts";
import { failRows, type MappingOptions, type Prepared, prepareSource } from "./importMapped.ts";
import { openSource, type Source } from "./importSource.ts";
import { formatBadRows, summarizeImport } from "./importWords.ts";

export interface ImportOptions extends GlobalOptions, MappingOptions {
  dryRun?: boolean;
  createMissing?: boolean;
  keepDuplicates?: boolean;
}

/**
 * Imports files of transactions one after the other, and reports each result. After an error, the next file
 * is still imported.
 */
export async function importFiles(paths: string[], options: ImportOptions): Promise<void> {
  const sources = await Promise.all(paths.map((path) => openSource(path)));
  const { api, output } = open(options);
  // Detects a wrong user or server before a large file is sent.
  await api.json<{ user: User }>("/auth/me", "user");
  const [only] = sources;
  if (only && sources.length === 1) {
    const report = await importOne(api, only, options);
    if (output.json) await output.result({ import: report }, () => "");
    return;
  }
  const results: object[] = [];
  let refused = 0;
  for (const source of sources) {
    try {
      results.push({ file: source.name, import: await importOne(api, source, options) });
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode !== EXIT.refused) throw error;
      refused += 1;
      results.push({ file: source.name, ...(error.answer as Answer) });
      printFailure(error);
    }
  }
  const answer = { imports: results };
  if (refused > 0) {
    const what = `${refused} of ${sources.length} files ${refused === 1 ? "was" : "were"} not imported`;
    throw new Failure(
      EXIT.refused,
      what,
      `correct ${refused === 1 ? "it" : "them"} and run it again`,
      {
        answer,
      },
    );
  }
  if (output.json) await output.result(answer, () => "");
}

/** Imports one file. Prints the report unless the output is JSON. */
async function importOne(api: Api, source: Source, options: ImportOptions): Promise<ImportReport> {
  const output = createOutput(options);
  const done = new AbortController();
  const prepared = await prepareSource(api, source, options, output);
  const progress = watch({
    name: source.name,
    totalBytes: prepared.source.bytes,
    isQuiet: output.quiet,
    onSent: () => void follow(api, source, progress, done.signal),
  });
  setInterruptAdvice("interrupted", "nothing is half-done; run it again, nothing is added twice");
  const report = await sendPrepared(api, prepared, options, progress)
    .catch(async (error) => {
      await progress.end();
      throw explain(error, source, progress);
    })
    .finally(() => done.abort());

  // On a terminal, progress and result are in one view.
  const isSeen = process.stdout.isTTY && process.stderr.isTTY && !output.json && !output.quiet;
  await progress.end(report.rows, isSeen ? summarizeImport(report) : undefined);
  if (!isSeen && !output.json) await output.result(report, () => summarizeImport(report));
  return report;
}

/** Sends a file. Without the rows that the server rejects, if they are skipped. */
async function sendPrepared(
  api: Api,
  { source, rowOf, without }: Prepared,
  options: ImportOptions,
  progress: Progress,
): Promise<ImportReport> {
  try {
    return await send(api, source, options, progress);
  } catch (error) {
    if (!(error instanceof Failure) || !rowOf) throw error;
    const { errors = [] } = error.answer as Answer;
    const placed = errors.flatMap((one) => {
      const row = rowOf.get(Number(/^line (\d+)$/.exec(one.path)?.[1]));
      return row === undefined ? [] : [{ ...one, row, path: `row ${row}` }];
    });
    if (placed.length === 0) throw error;
    if (!without) throw failRows(source.name, rowOf.size, placed);
    const output = createOutput(options);
    for (const { row, message } of placed)
      output.note(`  Row ${row} left out: ${oneLine(message)}`);
    return sendPrepared(api, without(placed.map(({ row }) => row)), options, progress);
  }
}

const LOOK_EVERY_MS = 500;

/** Polls the server's progress until the response arrives. */
async function follow(api: Api, { file }: Source, progress: Progress, done: AbortSignal) {
  const see = "see bahi imports list";
  setInterruptAdvice(
    "interrupted",
    `all rows had been sent, so the server may still import them; ${see}`,
  );
  for (;;) {
    await new Promise((go) => setTimeout(go, LOOK_EVERY_MS).unref());
    if (done.aborted) return;
    // The import itself reports any server error.
    const { items } = await api
      .json<{ items: ImportBatch[] }>("/imports", "items", { query: { limit: 1 } })
      .catch(() => ({ items: [] }));
    const [batch] = items;
    if (batch?.state === "posting" && batch.file === file) {
      progress.entered(batch.added);
      const undo = `undo it with bahi imports undo ${batch._id}`;
      setInterruptAdvice("interrupted", `the server continues the import; ${undo}`);
    }
  }
}

async function send(
  api: Api,
  source: Source,
  { dryRun, createMissing, keepDuplicates }: ImportOptions,
  progress: Progress,
): Promise<ImportReport> {
  const isFar = !isThisMachine(api.url);
  const body = progress.counting(source.chunks);
  const { import: report } = await api.json<{ import: ImportReport }>(
    "/transactions/import",
    "import",
    {
      method: "POST",
      query: { dryRun, createMissing, keepDuplicates, file: source.file },
      headers: {
        "content-type": "text/csv",
        "idempotency-key": crypto.randomUUID(),
        // Compressing 93 MB takes 0.6 s: faster than sending it over most networks, but not on this
        // machine.
        ...(isFar && { "content-encoding": "gzip" }),
      },
      body: isFar ? compressBody(body) : body,
      // The server may need minutes after the last byte of a large file.
      idleMs: false,
    },
  );
  return report;
}

function compressBody(body: AsyncGenerator<Uint8Array>): ReadableStream {
  const source = new ReadableStream({
    async pull(controller) {
      const { done, value } = await body.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return source.pipeThrough(new CompressionStream("gzip"));
}

/** Adds the import's details to a failure: the file's name, its bad rows, and how far it came. */
function explain(error: unknown, { name }: Source, { rows }: Progress): unknown {
  if (!(error instanceof Failure)) return error;
  const { exitCode, message, answer } = error;
  if (exitCode === EXIT.unanswered) {
    const sent = `${message}; ${count(rows(), "row")} of ${name} had been sent`;
    return new Failure(exitCode, sent, "run the same command again; nothing is added twice", {
      answer,
    });
  }
  const { errors = [] } = answer as Answer;
  if (exitCode !== EXIT.refused && errors.length === 0) return error;
  const rest = { answer, details: formatBadRows(errors, message) };
  const what = errors.length > 0 ? regroupDigits(message) : message;
  return new Failure(
    exitCode,
    `${name} was not imported: ${what}`,
    adviceOn(errors, message),
    rest,
  );
}

/** Returns advice about the errors. A name that resembles no other is probably new rather than mistyped. */
function adviceOn(errors: NonNullable<Answer["errors"]>, message: string): string {
  if (message.startsWith("Books are closed")) {
    return "leave these rows out, or ask for an exception (bahi locks except)";
  }
  if (message.startsWith("This is above")) return "or leave these rows out";
  const unknown = errors.filter(({ message }) => /^no .* is called "/.test(message));
  // The server's message already contains advice about the whole file.
  if (errors.length === 0 && message.includes(";")) return "then run it again";
  const isNew =
    unknown.length > 0 && unknown.every(({ message }) => !message.includes("did you mean"));
  const them = errors.length > 1 ? "them" : "it";
  return `correct ${them}${isNew ? ", or add --create-missing," : ""} and run it again`;
}

/** Groups counts as everywhere else: `1,00,000 rows` → `100,000 rows`. */
function regroupDigits(message: string): string {
  return message.replace(/\d[\d,]*/g, (digits) =>
    digits.includes(",") ? groupInt(Number(digits.replaceAll(",", ""))) : digits,
  );
}
