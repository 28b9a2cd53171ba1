/**
 * Runs the work. Returns its result and the CPU time of this process, all threads included, in milliseconds.
 * A limit of CPU time holds on a busy machine, too.
 */
export async function measureCpu<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const begun = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(begun);
  return [value, (user + system) / 1000];
}
