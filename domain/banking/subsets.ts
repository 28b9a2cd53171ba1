const STEPS = 5_000;

/**
 * Returns two or more items that add up to a sum. Undefined if no set does, if several sets with
 * different amounts do, or if the search takes too long. Among items of equal amount, the first ones are
 * used.
 * @param items in order of preference, with positive amounts
 */
export function uniqueSet<Item>(
  items: readonly Item[],
  amountOf: (item: Item) => number,
  sum: number,
): Item[] | undefined {
  const groups = [...Map.groupBy(items, amountOf)]
    .filter(([amount]) => amount > 0 && amount < sum)
    .sort(([a], [b]) => b - a);
  const rest = groups.map(() => 0);
  for (let at = groups.length - 1; at >= 0; at--) {
    const [amount, some] = groups[at] as [number, Item[]];
    rest[at] = amount * some.length + (rest[at + 1] ?? 0);
  }
  const found: number[][] = [];
  let steps = 0;
  const taken: number[] = [];
  /** Tries the groups, largest amount first. */
  function search(at: number, left: number): void {
    if (found.length > 1 || steps > STEPS) return;
    steps += 1;
    if (left === 0) {
      found.push([...taken]);
      return;
    }
    const [amount, some] = groups[at] ?? [0, []];
    if (amount === 0 || (rest[at] as number) < left) return;
    for (let count = Math.min(some.length, Math.floor(left / amount)); count >= 0; count--) {
      taken[at] = count;
      taken.length = at + 1;
      search(at + 1, left - count * amount);
    }
  }
  search(0, sum);
  const [only, ...others] = found;
  if (!only || others.length > 0 || steps > STEPS) return undefined;
  const chosen = new Set(only.flatMap((count, at) => groups[at]?.[1].slice(0, count) ?? []));
  return chosen.size < 2 ? undefined : items.filter((item) => chosen.has(item));
}
