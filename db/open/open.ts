import { createClient } from "@libsql/client";
import { openStore } from "../attachments/store.ts";
import { type Books, connect } from "../engine/books.ts";
import {
  classifyFault,
  RESTORE,
  StartupError,
  toFilePath,
  toStartupError,
} from "../engine/errors.ts";
import { assertNotGone, createMarker } from "../engine/marker.ts";
import { createMutex } from "../engine/mutex.ts";
import { isLocal, type Place, toClientConfig } from "../remote/primary.ts";
import { openReplica } from "../remote/replica.ts";
import { bringToToday } from "./migrate.ts";

/**
 * Opens and migrates the books. For a local file it also locks the file (lockfile.ts) and checks every page.
 * @param say prints messages about a database server to the operator
 * @throws Unusable in one line that gives the reason
 */
export async function openBooks(
  place: Place,
  say: (line: string) => void = () => {},
): Promise<Books> {
  let books: Books | undefined;
  const path = toFilePath(place.url);
  try {
    if (isLocal(place.url)) assertNotGone(path);
    books = await connect(place, createMutex(), say);
    if (isLocal(place.url)) await assertComplete(books);
    await bringToToday(books);
    if (isLocal(place.url)) {
      await assertWritable(books);
      createMarker(path);
    }
    const store = await openStore(books, say);
    return store === books ? withReplica(books, say) : withStore(books, store);
  } catch (error) {
    books?.close();
    throw toStartupError(path, error);
  }
}

function withStore(books: Books, store: Books): Books {
  const close = () => {
    store.close();
    books.close();
  };
  return { ...books, attachmentStore: store, close };
}

const hasReplica = (place: Place): place is Place & { replica: string } => Boolean(place.replica);

function withReplica(books: Books, say: (line: string) => void): Books {
  const { place, primary } = books;
  if (!primary || !hasReplica(place)) return books;
  const remote = createClient({ ...toClientConfig(place), fetch: primary.fetch });
  const replica = openReplica(place, primary, remote, say);
  const close = () => {
    replica.close();
    remote.close();
    books.close();
  };
  return { ...books, replica, close };
}

/** Takes 4 ms a megabyte, once per start, so that no total is read from a corrupt page. */
async function assertComplete({ write, place }: Books): Promise<void> {
  const row = await write.get<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (row?.quick_check !== "ok")
    throw new StartupError(`${toFilePath(place.url)} is damaged; ${RESTORE}`);
}

/**
 * Writes an unchanged value, because on a read-only file even a write transaction begins without an error.
 * Ignores a full disk: the books can still be read.
 */
async function assertWritable({ write }: Books): Promise<void> {
  try {
    await write.run("PRAGMA user_version = 0");
  } catch (error) {
    if (classifyFault(error) === "unwritable") throw error;
  }
}
