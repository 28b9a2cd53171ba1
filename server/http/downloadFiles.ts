import { randomUUID } from "node:crypto";
import { statfsSync, unlinkSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseError, toFilePath } from "../../db/engine/errors.ts";
import { isLocal, type Place } from "../../db/remote/primary.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Slot } from "./concurrency.ts";
import { yieldToNetwork } from "./yield.ts";

// A download is first completed at the server's speed and held in a temporary file until it is sent. A slow
// reader then holds neither memory nor a read transaction, which would keep the write-ahead log growing.

/** The limit of one file. Anything that can be imported can be exported. */
const FILE_MAX = 512 << 20;
const FILES_MAX = 100;
/** The limit of all files if the disk has plenty of space; otherwise a quarter of the free space. */
const ROOM_MAX = 2 * 2 ** 30;
const SHARE_OF_FREE = 1 / 4;
const PART = 256 << 10;

export interface DownloadFiles {
  /**
   * Completes `source`, in memory if it is small, otherwise as a stream from a file. Always closes
   * `source`. If space runs out, drops the oldest download of the agency that holds the most, which cuts
   * its reader's connection.
   * @throws Refusal if it is too large, Faulty "full", or the reason of the slot's signal
   */
  keep(
    turn: Slot,
    source: AsyncGenerator<Uint8Array>,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream>;
  /** Bytes currently held in files. */
  size(): number;
}

interface DownloadFile {
  agencyId: number;
  size: number;
  file: FileHandle;
  /** Ends the download early. Set once the file is complete. */
  cut?: () => void;
}

/**
 * The files have no name and are next to the database or its replica, so that nothing is left after a kill.
 */
export function openDownloadFiles({ url, replica }: Place): DownloadFiles {
  const partPath = isLocal(url) ? toFilePath(url) : replica;
  const store = openStore(partPath ? dirname(partPath) : tmpdir());
  return {
    size: store.size,
    async keep({ agencyId, signal }, source) {
      let stored: DownloadFile | undefined;
      let parts: Uint8Array[] = [];
      let length = 0;
      try {
        for await (const part of source) {
          signal.throwIfAborted();
          await yieldToNetwork(); // Parallel exports advance by one part each.
          parts.push(part);
          length += part.length;
          if (length < PART) continue;
          stored ??= await store.begin(agencyId);
          await store.append(stored, Buffer.concat(parts));
          parts = [];
          length = 0;
        }
        if (!stored) return Buffer.concat(parts);
        await store.append(stored, Buffer.concat(parts));
        return createStream(stored, store.end);
      } catch (error) {
        if (stored) store.end(stored);
        throw error;
      }
    },
  };
}

function openStore(folder: string) {
  const files = new Set<DownloadFile>();
  const size = () => [...files].reduce((sum, stored) => sum + stored.size, 0);

  /** Cuts off the oldest download of the agency that holds the most. */
  function makeRoom(): boolean {
    const whole = [...files].filter(({ cut }) => cut);
    const held = (id: number) =>
      whole.reduce((sum, { agencyId, size }) => sum + (agencyId === id ? size : 0), 0);
    const [first] = whole.toSorted((a, b) => held(b.agencyId) - held(a.agencyId));
    first?.cut?.();
    return first !== undefined;
  }

  return {
    size,
    async begin(agencyId: number): Promise<DownloadFile> {
      while (files.size >= FILES_MAX && makeRoom());
      const path = join(folder, `.download-${randomUUID()}`);
      const file = await open(path, "wx+", 0o600);
      unlinkSync(path);
      const stored = { agencyId, size: 0, file };
      files.add(stored);
      return stored;
    },
    async append(stored: DownloadFile, bytes: Uint8Array): Promise<void> {
      if (stored.size + bytes.length > FILE_MAX) {
        throw new Refusal("invalid", "The download is larger than 512 MB; choose a shorter period");
      }
      while (size() + bytes.length > roomIn(folder, size())) {
        if (!makeRoom()) throw new DatabaseError("full", "There is no disk space for the download");
      }
      stored.size += bytes.length;
      await stored.file.writeFile(bytes);
    },
    end(stored: DownloadFile): void {
      if (files.delete(stored)) void stored.file.close().catch(() => {});
    },
  };
}

function createStream(stored: DownloadFile, end: (stored: DownloadFile) => void): ReadableStream {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stored.cut = () => {
          end(stored);
          controller.error(new Error("A download was cancelled to make room for another"));
        };
      },
      async pull(controller) {
        const { bytesRead, buffer } = await stored.file.read(Buffer.allocUnsafe(PART), 0, PART, at);
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (at < stored.size) return;
        end(stored);
        controller.close();
      },
      cancel: () => end(stored),
    },
    { highWaterMark: 0 },
  );
}

/** Returns how much all files together may take. `taken` of it is in use. */
function roomIn(folder: string, taken: number): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(ROOM_MAX, (bavail * bsize + taken) * SHARE_OF_FREE);
}
