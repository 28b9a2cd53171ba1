import { status } from "elysia";

const WINDOW_MS = 15 * 60_000;
const PER_PAIR = 10;
const PER_ADDRESS = 300;
const KEPT_MAX = 100_000;

/**
 * Counts wrong passwords per email and address, and per address (contract, "Guessing"). Only the pair is
 * stopped at ten, so nobody can lock the rightful owner out from elsewhere. Kept in this process.
 */
export function createThrottle(now = Date.now) {
  const failures = new Map<string, { count: number; until: number }>();

  function secondsLeft(key: string, most: number): number {
    const found = failures.get(key);
    if (!found || found.count < most || found.until <= now()) return 0;
    return Math.ceil((found.until - now()) / 1000);
  }

  function add(key: string) {
    const found = failures.get(key);
    const fresh = !found || found.until <= now();
    failures.delete(key); // Inserted anew, so that the oldest stands first.
    failures.set(
      key,
      fresh ? { count: 1, until: now() + WINDOW_MS } : { ...found, count: found.count + 1 },
    );
    for (const oldest of failures.keys()) {
      if (failures.size <= KEPT_MAX) break;
      failures.delete(oldest);
    }
  }

  return {
    /** @throws a 429 answer with Retry-After. */
    mustBeFree(email: string, address: string, headers: Record<string, unknown>): void {
      const seconds = Math.max(
        secondsLeft(`${email} ${address}`, PER_PAIR),
        secondsLeft(address, PER_ADDRESS),
      );
      if (seconds === 0) return;
      headers["retry-after"] = String(seconds);
      throw status(429, { message: "Too many attempts; try again later" });
    },
    failed(email: string, address: string): void {
      add(`${email} ${address}`);
      add(address);
    },
    succeeded(email: string, address: string): void {
      failures.delete(`${email} ${address}`);
    },
  };
}
