import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { hurriedly, type Write } from "../atomically.ts";
import type { Books } from "../books.ts";
import { Faulty } from "../faults.ts";
import { imports } from "../importSchema.ts";
import { createLane, type Lane } from "../lane.ts";
import { owned } from "../tenant.ts";

// What one import of an agency posts, the next must find in the books: they have turns. Within this server
// by a lane; among servers that share a database by the state of the imports there, and what a server that
// is gone has left behind is taken on by another once its hold has ended.

/** Which import, without who asked: after a crash nobody is asking any more. */
export interface Batch {
  books: Books;
  agencyId: number;
  id: string;
  at?: string | undefined;
}

const lanes = new Map<number, { lane: Lane; waiting: number }>();
const PAUSE_MS = 200;

/**
 * Runs one at a time what is given for one agency, in order; agencies do not wait for each other. `work`
 * gives undefined where it met an import of another server on its way, and is then run again.
 */
export async function inTurnOf<T>(
  agencyId: number,
  work: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const result = await inLaneOf(agencyId, work);
    if (result !== undefined) return result;
    await Bun.sleep(PAUSE_MS);
  }
}

async function inLaneOf<T>(agencyId: number, work: () => Promise<T>): Promise<T> {
  const turns = lanes.get(agencyId) ?? { lane: createLane(), waiting: 0 };
  lanes.set(agencyId, turns);
  turns.waiting += 1;
  const endTurn = await turns.lane.take();
  try {
    return await work();
  } finally {
    endTurn();
    turns.waiting -= 1;
    if (turns.waiting === 0) lanes.delete(agencyId);
  }
}

/** Whether another import of the agency is on its way into the books, or out of them. */
export async function isAnotherOnItsWay(tx: Write, batch: Omit<Batch, "books">): Promise<boolean> {
  const isOnItsWay = inArray(imports.state, ["posting", "undoing"]);
  const [other] = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(owned(batch, imports, ne(imports.id, batch.id), isOnItsWay))
    .limit(1);
  return other !== undefined;
}

const HOLD_S = 15;

/** In seconds, by the clock of the database. */
export const aWhileFromNow = sql`unixepoch() + ${HOLD_S}`;

/** Keeps an import ours for as long as the work takes. Of a local file there is no other server. */
export async function holding<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
  if (!batch.books.primary) return work();
  const hold = () => void moveHold(batch).catch(() => {}); // It has its own try in a moment.
  const timer = setInterval(hold, (HOLD_S * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** For who comes back to an import that another server has dropped meanwhile, as nobody held it. */
export const notHeld = () =>
  new Faulty("away", "The import was not held any more, and was dropped");

/** Whether the import is ours now: nobody holds it. */
export async function takeOver(batch: Batch): Promise<boolean> {
  return (await moveHold(batch, lt(imports.heldUntil, sql`unixepoch()`))) > 0;
}

function moveHold({ books, agencyId, id }: Batch, condition?: ReturnType<typeof and>) {
  return hurriedly(books, async (tx) => {
    const { rowsAffected } = await tx
      .update(imports)
      .set({ heldUntil: aWhileFromNow })
      .where(and(eq(imports.agencyId, agencyId), eq(imports.id, id), condition));
    return rowsAffected;
  });
}
