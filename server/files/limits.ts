/** What a process that reads a file may take, the program itself included. */
export const MEMORY_MAX_MB = 512;
/** The longest that a file may take to be read. */
export const DEADLINE_MS = 10_000;
