const PART = 50;

/** Splits many items into parts and yields to the event loop between them, so that other reads are served. */
export async function* splitWithYields<T>(all: T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < all.length; at += PART) {
    if (at > 0) await Bun.sleep(0);
    yield all.slice(at, at + PART);
  }
}
