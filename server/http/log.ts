import type { LogLevel } from "../environment.ts";

export type Log = Record<Exclude<LogLevel, "silent">, (message: string, fields?: object) => void>;

/** Writes JSON lines. Fields never hold a body, a query string, a token or a secret. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const levels = ["debug", "info", "warn", "error"] as const;
  const least = level === "silent" ? levels.length : levels.indexOf(level);
  const writers = levels.map((name, rank) => [
    name,
    rank < least
      ? () => {}
      : (message: string, fields: object = {}) => {
          const line = { at: new Date().toISOString(), level: name, message, ...fields };
          write(`${JSON.stringify(line)}\n`);
        },
  ]);
  return Object.fromEntries(writers);
}
