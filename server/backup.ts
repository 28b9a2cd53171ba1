import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { addAttachments } from "../db/attachments/store.ts";
import { proveCopy } from "../db/backup/backup.ts";
import { copyBooks } from "../db/engine/copy.ts";
import { describeError, toFilePath } from "../db/engine/errors.ts";
import { sync } from "../db/engine/files.ts";
import { isLocal } from "../db/remote/primary.ts";
import { readEnvironment } from "./environment.ts";

// `bun run backup FILE`: copies books and attachments consistently while the server runs. The file appears
// complete and verified, or not at all.

const target = process.argv[2];
if (!target) stop("name the file, such as: bun run backup backups/bahi-2026-11-21.db");
const path = resolve(target);
if (existsSync(path)) stop(isThere());

// With the process id, because another process may be writing a backup of the same name.
const part = `${path}.${process.pid}.part`;
rmSync(part, { force: true });
try {
  const { url, replica } = readEnvironment(process.env).database;
  // A replica is a file with the books as of a moment ago.
  const source = isLocal(url) ? toFilePath(url) : replica;
  if (!source) stop(`the books are on ${url}; name the file of a replica in DATABASE_REPLICA`);
  if (!existsSync(source)) stop(`there is no database at ${source}`);
  await copyBooks(source, part);
  if (isLocal(url)) await addAttachments(source, part);
  const { content, troubles } = await proveCopy(part);
  giveName();
  process.stdout.write(`${target} holds ${content}, verified after writing\n`);
  for (const trouble of troubles) process.stderr.write(`bahi: ${trouble}\n`);
} catch (error) {
  rmSync(part, { force: true });
  stop(describeError(error));
}

/** Unlike a rename, a link never overwrites another file. Not every disk supports links. */
function giveName(): void {
  try {
    linkSync(part, path);
    rmSync(part);
  } catch {
    if (existsSync(path)) throw new Error(isThere());
    renameSync(part, path);
  }
  sync(dirname(path));
}

function isThere(): string {
  return `${target} already exists; a backup never overwrites a file`;
}

function stop(message: string): never {
  process.stderr.write(`bahi: no backup was created: ${message}\n`);
  process.exit(1);
}
