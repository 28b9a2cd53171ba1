/** Exit codes for scripts (docs/cli.md). */
export const EXIT = {
  unexpected: 1,
  usage: 2,
  refused: 3,
  notAllowed: 4,
  missing: 5,
  unanswered: 6,
  interrupted: 130,
} as const;

interface Rest {
  /** The API's response, for `--json`. */
  answer?: unknown;
  /** Lines printed below the message. */
  details?: string[];
  cause?: unknown;
}

/** An error with advice: the problem, and how to fix it. */
export class Failure extends Error {
  readonly exitCode: number;
  readonly advice: string;
  readonly answer: unknown;
  readonly details: string[];

  constructor(exitCode: number, what: string, advice: string, rest: Rest = {}) {
    super(what, { cause: rest.cause });
    this.exitCode = exitCode;
    this.advice = advice;
    this.answer = rest.answer ?? { message: what };
    this.details = rest.details ?? [];
  }
}

export const withAdvice = (
  { exitCode, message, answer, details, cause }: Failure,
  advice: string,
) => new Failure(exitCode, message, advice, { answer, details, cause });

/** Returns a usage error, found before the server is called. */
export function failUsage(what: string, advice: string): Failure {
  return new Failure(EXIT.usage, what, advice);
}
