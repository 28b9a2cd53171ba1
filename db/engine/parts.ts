const PART = 50;

/** Many things a part at a time: between two the loop has a turn, so that others' reads are answered. */
export async function* splitWithYields<T>(all: T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < all.length; at += PART) {
    if (at > 0) await Bun.sleep(0);
    yield all.slice(at, at + PART);
  }
}
