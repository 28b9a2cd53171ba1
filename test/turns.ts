/** Returns the result of the work and how many turns the event loop gave others during it. */
export async function turnsDuring<T>(
  work: () => Promise<T>,
): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const result = await work();
  clearImmediate(timer);
  return { result, turns };
}
