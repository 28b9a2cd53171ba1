/** What a script can tell a command's end by (docs/cli.md). */
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
  /** The API's own words, for `--json`. */
  answer?: unknown;
  /** Lines that stand below the message. */
  details?: string[];
  cause?: unknown;
}

/** An end that a person can act on: what is wrong, and what to do about it. */
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

/** The same end with other advice. */
export const withAdvice = (
  { exitCode, message, answer, details, cause }: Failure,
  advice: string,
) => new Failure(exitCode, message, advice, { answer, details, cause });

/** What the person typed cannot be carried out; found before anything is asked of the server. */
export function failUsage(what: string, advice: string): Failure {
  return new Failure(EXIT.usage, what, advice);
}
