import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { finishRestore, prepareRestore } from "../db/backup/restore.ts";
import { describeError, toFilePath } from "../db/engine/errors.ts";
import { AlreadyOpen, holdBooks } from "../db/engine/lockfile.ts";
import { isLocal } from "../db/remote/primary.ts";
import { readEnvironment } from "./environment.ts";

// `bun run restore FILE`: replaces the books with a verified backup. The server must be stopped. The old
// books are kept next to the new ones.

const source = process.argv[2];
if (!source) stop("name the file, such as: bun run restore backups/bahi-2026-11-21.db");
if (!existsSync(source)) stop(`there is no file ${source}`);

try {
  const { url } = readEnvironment(process.env).database;
  if (!isLocal(url)) stop(`the books are on ${url}; restore them there; see docs/scaling.md`);
  const path = toFilePath(url);
  mkdirSync(dirname(path), { recursive: true });
  const release = await holdBooks(path, `process ${process.pid}, a restore`);
  finishRestore(path);
  const { content, troubles } = await prepareRestore(source, path);
  const earlier = finishRestore(path);
  release();
  process.stdout.write(`${path} is ${source} now: ${content}\n`);
  for (const trouble of troubles) process.stderr.write(`bahi: ${trouble}\n`);
  if (earlier) process.stdout.write(`The earlier file was kept as ${earlier}\n`);
} catch (error) {
  if (error instanceof AlreadyOpen) stop(`${error.message}; stop it first`);
  stop(describeError(error));
}

function stop(message: string): never {
  process.stderr.write(`bahi: nothing was restored: ${message}\n`);
  process.exit(1);
}
