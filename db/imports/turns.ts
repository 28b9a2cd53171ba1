import { createLane, type Lane } from "../lane.ts";

const lanes = new Map<number, { lane: Lane; waiting: number }>();

/** Runs one at a time what is given for one agency, in order; agencies do not wait for each other. */
export async function inTurnOf<T>(agencyId: number, work: () => Promise<T>): Promise<T> {
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
