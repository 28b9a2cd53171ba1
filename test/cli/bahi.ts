import { mkdirSync } from "node:fs";
import { join } from "node:path";

const SOURCE = [process.execPath, join(import.meta.dir, "../../cli/main.ts")];

/** The user who runs the command, and where. */
export interface Seat {
  url?: string;
  token?: string;
  /** Holds the saved session and files written without a path. */
  folder: string;
  env?: Record<string, string>;
  /** How the program is started if not from source. */
  program?: string[];
}

let seats = 0;
/** Returns a signed-out user with a folder under `parent`. */
export function makeSeat(parent: string, rest: Partial<Seat> = {}): Seat {
  seats += 1;
  const folder = join(parent, `seat-${seats}`);
  mkdirSync(folder);
  return { folder, ...rest };
}

export interface Said {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** Runs the real program without this machine's settings and without a terminal. */
export function bahi(seat: Seat, words: string[], stdin = ""): Promise<Said> {
  return run(seat, [...(seat.program ?? SOURCE), ...words], stdin);
}

/**
 * Runs a shell script in which `"$@"` is the program.
 */
export function shell(seat: Seat, script: string, words: string[]): Promise<Said> {
  return run(seat, ["sh", "-c", script, "sh", ...SOURCE, ...words]);
}

async function run(seat: Seat, command: string[], stdin = ""): Promise<Said> {
  const child = Bun.spawn(command, {
    cwd: seat.folder,
    env: environment(seat),
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

/** Runs the program on a terminal of this width, and types into it. */
export function sitDown(seat: Seat, words: string[], columns = 120) {
  let screen = "";
  let look = () => {};
  const decoder = new TextDecoder();
  const child = Bun.spawn([...(seat.program ?? SOURCE), ...words], {
    cwd: seat.folder,
    env: { TERM: "xterm-256color", ...environment(seat) },
    terminal: {
      cols: columns,
      rows: 24,
      data(_, bytes) {
        screen += decoder.decode(bytes, { stream: true });
        look();
      },
    },
  });
  const terminal = child.terminal as Bun.Terminal;
  return {
    type: (keys: string) => terminal.write(keys),
    /** Resolves once the text was shown; the test's time limit ends the wait. */
    shows: (text: string) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (screen.includes(text)) resolve();
        };
        look();
      }),
    flags: () => terminal.localFlags,
    async end() {
      const exitCode = await child.exited;
      const { localFlags } = terminal;
      terminal.close();
      return { screen, exitCode, localFlags };
    },
  };
}

function environment({ url, token, folder, env = {} }: Seat): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    ...(url && { BAHI_SERVER: url }),
    ...(token && { BAHI_TOKEN: token }),
    ...env,
  };
}
