/** The memory limit of a process that reads a file, including the program itself. */
export const MEMORY_MAX_MB = 512;
/** The longest time for reading a file. */
export const DEADLINE_MS = 10_000;
