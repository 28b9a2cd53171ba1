import { constants } from "node:fs";
import { access, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sizeText } from "../domain/counts.ts";
import type { Api } from "./api.ts";
import { EXIT, Failure, failUsage } from "./failure.ts";
import { onInterrupt } from "./interrupt.ts";
import { type Output, oneLine, write } from "./output.ts";

/** The destination of a result: a file, or "-" for stdout. */
export interface Target {
  /** As typed by the user. */
  name: string;
  path: string;
  /** Whether it is a pipe or a device, where nothing can be overwritten. */
  isStream: boolean;
}

/**
 * Checks a file's destination before the server is called.
 * @param file the name to use if the destination is a folder
 */
export async function findTarget(
  name: string,
  { force = false }: { force?: boolean } = {},
  option = "--out",
  file?: string,
): Promise<Target> {
  if (name === "-") return { name, path: name, isStream: true };
  if (name === "") throw failUsage(`${option} names no file`, "name one");
  const found = await stat(name).catch(() => undefined);
  if (found?.isDirectory()) {
    if (file !== undefined) return findTarget(join(name, file), { force }, option);
    throw failUsage(`${name} is a folder`, `name a file in it with ${option}`);
  }
  if (found && !found.isFile()) return { name, path: name, isStream: true };
  if (found && !force)
    throw failUsage(
      `${name} already exists`,
      `overwrite it with --force, or name another with ${option}`,
    );

  await assertWritable(
    name.endsWith("/") ? name : dirname(name),
    `name a file elsewhere with ${option}`,
  );
  // A symbolic link is kept and its file replaced.
  return { name, path: found ? await realpath(name) : name, isStream: false };
}

/** @throws Failure of usage if the folder is not writable */
export async function assertWritable(folder: string, advice: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error) => {
    const why = error.code === "ENOENT" ? "does not exist" : "cannot be written to";
    throw failUsage(`${folder} ${why}`, advice);
  });
}

/** Saves the server's file, and prints where. */
export async function saveAnswer(
  response: Response,
  target: Target,
  { api, output }: { api: Api; output: Output },
): Promise<void> {
  const body = response.body ?? new Blob().stream();
  const bytes = await save(target, body as unknown as AsyncIterable<Uint8Array>, api.lost);
  if (target.path === "-") return;
  output.note(`Saved ${target.name} (${sizeText(bytes)})`);
  if (output.json) await output.result({ file: target.name, bytes }, () => target.name);
}

/**
 * Streams to a temporary name until the file is complete. `lost` converts an error of the source.
 * @returns the number of bytes
 */
async function save(
  { name, path, isStream }: Target,
  body: AsyncIterable<Uint8Array>,
  lost: (error: unknown) => Failure,
): Promise<number> {
  if (path === "-") return writeChunks(body, write, lost);
  if (isStream) return pourInto(path, name, body, lost);

  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const drop = () => rm(draft, { force: true });
  const keep = onInterrupt(drop);
  try {
    const bytes = await pourInto(draft, name, body, lost);
    await rename(draft, path).catch(failToWrite(name));
    return bytes;
  } catch (error) {
    await drop();
    throw error;
  } finally {
    keep();
  }
}

async function pourInto(
  draft: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  lost: (error: unknown) => Failure,
): Promise<number> {
  const file = await open(draft, "w").catch(failToWrite(name));
  try {
    return await writeChunks(body, (chunk) => file.writeFile(chunk).catch(failToWrite(name)), lost);
  } finally {
    await file.close();
  }
}

async function writeChunks(
  body: AsyncIterable<Uint8Array>,
  put: (chunk: Uint8Array) => Promise<unknown>,
  lost: (error: unknown) => Failure,
): Promise<number> {
  const source = body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await source.next().catch((error) => {
        throw lost(error);
      });
      if (done) return bytes;
      await put(value);
      bytes += value.byteLength;
    }
  } finally {
    // An open connection would keep the process from ending.
    await source.return?.();
  }
}

/** Returns the error for a file that cannot be read, found before the server is called. */
export function failToRead(name: string, advice: string) {
  return ({ code = "", message = code }: Partial<NodeJS.ErrnoException>): never => {
    const why = WHY_UNREAD[code] ?? oneLine(message);
    throw failUsage(`${name} cannot be read: ${why}`, advice);
  };
}

const WHY_UNREAD: Record<string, string> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "you do not have permission to read it",
  EISDIR: "it is a folder",
};

const WHY_UNWRITTEN: Record<string, string> = {
  ENOSPC: "the disk is full",
  EACCES: "you do not have permission to write there",
  EROFS: "the disk is read-only",
};

/** @param name the file's name for the user, even while it has a temporary one */
export function failToWrite(name: string) {
  return (error: NodeJS.ErrnoException): never => {
    const why = WHY_UNWRITTEN[error.code ?? ""] ?? oneLine(error.message);
    throw new Failure(
      EXIT.unexpected,
      `${name} was not written: ${why}`,
      "nothing was left behind",
      { cause: error },
    );
  };
}
