import { TryLater } from "../../domain/refusal.ts";

/** So many addresses are remembered; beyond, the one that was seen first is forgotten. */
const ADDRESSES_MAX = 10_000;

/**
 * How often somebody may come with what opens nothing, by address, in this server's memory: what is guessed
 * at has 128 random bits, so it is their knocking that is kept down, and not their luck.
 */
export function openGuessLimit(most: number, windowMs: number) {
  const wrong = new Map<string, { count: number; until: number }>();
  const current = (address: string) => {
    const found = wrong.get(address);
    return found && found.until > Date.now() ? found : undefined;
  };
  return {
    /** Counts a wrong link. @throws TryLater after too many */
    count(address: string): void {
      const before = current(address);
      if (before && before.count >= most) {
        const seconds = Math.ceil((before.until - Date.now()) / 1_000);
        throw new TryLater("later", "Too many invalid links; try again later", seconds);
      }
      const found = current(address) ?? { count: 0, until: Date.now() + windowMs };
      wrong.delete(address);
      wrong.set(address, { ...found, count: found.count + 1 });
      for (const oldest of wrong.keys()) {
        if (wrong.size <= ADDRESSES_MAX) break;
        wrong.delete(oldest);
      }
    },
  };
}
