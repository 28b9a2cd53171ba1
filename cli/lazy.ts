import type { Command } from "commander";

// Options that follow from schemas, which `bahi --help` does not need.

const LOADERS = new WeakMap<Command, (() => Promise<void>)[]>();

/** Adds the rest of a group's commands when the group is used. */
export function addLater(group: Command, load: () => Promise<void>): void {
  LOADERS.set(group, [...(LOADERS.get(group) ?? []), load]);
}

/** Adds what was left for later, if the group has it. */
export async function loadOptions(group: Command): Promise<void> {
  const loaders = LOADERS.get(group) ?? [];
  LOADERS.delete(group);
  await Promise.all(loaders.map((load) => load()));
}
