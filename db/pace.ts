/** How long others wait for a turn of long work. */
const TURN_MS = 40;

/**
 * How much of long work to do in one turn of the lane: from `first` on as much as TURN_MS allows by what the
 * last turn took, on this machine and of these rows, and never more than `most`.
 */
export function createPace(first: number, most: number) {
  let amount = first;
  return {
    /** Does a turn's work, and learns from it. */
    async timed<T>(work: (amount: number) => Promise<T>): Promise<T> {
      const begun = performance.now();
      const result = await work(amount);
      const share = TURN_MS / Math.max(1, performance.now() - begun);
      amount = Math.min(most, Math.max(1, Math.ceil(amount * Math.min(2, share))));
      return result;
    },
  };
}
