/** Returns how many random cases a test tries: all with `bun run test --thorough`, otherwise a quarter. */
export function countRounds(all: number): number {
  return process.env.TEST_THOROUGH ? all : Math.ceil(all / 4);
}
