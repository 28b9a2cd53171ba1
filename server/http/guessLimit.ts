import { TryLater } from "../../domain/refusal.ts";

/** The most addresses remembered. Beyond that, the oldest is forgotten. */
const ADDRESSES_MAX = 10_000;

/**
 * Limits wrong links per IP address, in this server's memory. Links have 128 random bits, so this reduces
 * load rather than the chance of a hit.
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
