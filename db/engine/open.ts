import { createClient } from "@libsql/client";
import { openShelf } from "../attachments/shelf.ts";
import { addressOf, isLocal, type Place } from "../remote/primary.ts";
import { openReplica } from "../remote/replica.ts";
import { mustNotBeGone, noteBegun } from "./begun.ts";
import { type Books, connect } from "./books.ts";
import { faultOf, pathOf, RESTORE, StartupError, toStartupError } from "./errors.ts";
import { bringToToday } from "./migrate.ts";
import { createMutex } from "./mutex.ts";

/**
 * Opens, looks at every page of a local file, and migrates. A local file has one process at a time: see
 * lock.ts.
 * `say` gets what an operator should read of a database server.
 * @throws Unusable in one line that says why not.
 */
export async function openBooks(
  place: Place,
  say: (line: string) => void = () => {},
): Promise<Books> {
  let books: Books | undefined;
  const path = pathOf(place.url);
  try {
    if (isLocal(place.url)) mustNotBeGone(path);
    books = await connect(place, createMutex(), say);
    if (isLocal(place.url)) await mustBeWhole(books);
    await bringToToday(books);
    if (isLocal(place.url)) {
      await mustBeWritable(books);
      noteBegun(path);
    }
    const shelf = await openShelf(books, say);
    return shelf === books ? withReplica(books, say) : withShelf(books, shelf);
  } catch (error) {
    books?.close();
    throw toStartupError(path, error);
  }
}

function withShelf(books: Books, shelf: Books): Books {
  const close = () => {
    shelf.close();
    books.close();
  };
  return { ...books, shelf, close };
}

function withReplica(books: Books, say: (line: string) => void): Books {
  const { place, primary } = books;
  const { replica: path } = place;
  if (!primary || !path) return books;
  const remote = createClient({ ...addressOf(place), fetch: primary.fetch });
  const replica = openReplica({ ...place, replica: path }, primary, remote, say);
  const close = () => {
    replica.close();
    remote.close();
    books.close();
  };
  return { ...books, replica, close };
}

/** Once at a start: 4 ms a megabyte, for never serving a figure from a page that is not one. */
async function mustBeWhole({ write, place }: Books): Promise<void> {
  const row = await write.get<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (row?.quick_check !== "ok")
    throw new StartupError(`${pathOf(place.url)} is damaged; ${RESTORE}`);
}

/**
 * Writes what is there already: on a file that only can be read, even a transaction would begin. A full
 * disk is no reason not to start, for what is there can be read.
 */
async function mustBeWritable({ write }: Books): Promise<void> {
  try {
    await write.run("PRAGMA user_version = 0");
  } catch (error) {
    if (faultOf(error) === "unwritable") throw error;
  }
}
