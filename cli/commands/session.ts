import type { SignedIn, User } from "../../domain/agencies/team.ts";
import { joinNames } from "../../domain/names.ts";
import { TOKEN_PREFIX } from "../../domain/roles.ts";
import { type Answer, type Api, createApi, sendJson } from "../api.ts";
import { EXIT, Failure, failUsage, withAdvice } from "../failure.ts";
import { compareHead } from "../heads.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput, type Output, write } from "../output.ts";
import { ask, askSecretly, readLine } from "../password.ts";
import {
  findServer,
  findSession,
  forgetSessions,
  readSessions,
  type SavedSession,
  saveSession,
} from "../session.ts";
import { changeStored, readStored } from "../stored.ts";
import { type Column, list } from "../table.ts";

export interface LoginOptions extends GlobalOptions {
  email?: string;
  passwordStdin?: boolean;
  /** From an authenticator app, or a recovery code. */
  code?: string;
  /** The agency's slug. */
  agency?: string;
}

export async function login(options: LoginOptions): Promise<void> {
  const output = createOutput(options);
  const api = createApi({ url: findServer(options), token: "" }, { isOpen: true });
  const email = options.email ?? (await ask("Email", "add --email"));
  if (!email.includes("@")) throw failUsage(`${email} is not an email address`, "add --email");
  const password = await readPassword(options);

  const { agency: agencySlug } = options;
  const given = await signIn(api, { email, password, agencySlug }, options);
  const answer = options.agency ? given : await toChosenAgency(api.url, given, options);
  const { name, role, agencyName } = answer.user;
  const { token, user } = answer;
  const { agencies = [] } = given;
  const others = agencies.filter((seat) => seat.agencySlug !== user.agencySlug);
  const named = others.map((seat) => seat.agencySlug).join(", ");
  if (named) output.note(`You are also in ${named}: sign in there with --agency`);
  saveSession({ url: api.url, email: user.email, agency: user.agencySlug, token });
  if (agencies.length > 1) rememberAgency(api.url, user);
  if (process.env.BAHI_TOKEN)
    output.note("BAHI_TOKEN is set, and takes precedence over this session");
  await compareHead(createApi({ url: api.url, token }), user.agencySlug);
  await output.result(answer, () => `Signed in to ${api.url} as ${name}, ${role} at ${agencyName}`);
}

/** Signs in, with a code if the server needs one. */
async function signIn(api: Api, credentials: object, options: LoginOptions): Promise<SignedIn> {
  const post = (code: string | undefined) =>
    api.json<SignedIn>("/auth/login", "token", {
      ...sendJson("POST", { ...credentials, code }),
      advice: {
        401: "check both and try again",
        404: "sign in without --agency to see your agencies",
      },
    });
  const code = options.code ?? process.env.BAHI_CODE;
  try {
    return await post(code).catch(async (failure) => {
      if (code !== undefined || !needsCode(failure)) throw failure;
      return post(await readCode(options));
    });
  } catch (failure) {
    throw needsCode(failure) ? withAdvice(failure, "a recovery code works as well") : failure;
  }
}

const needsCode = (failure: unknown): failure is Failure =>
  failure instanceof Failure && (failure.answer as Answer).needs === "code";

/** Reads the second line of stdin if the password was the first. */
async function readCode({ passwordStdin }: LoginOptions): Promise<string> {
  const advice = "add --code, or set BAHI_CODE";
  const code = passwordStdin ? await readLine() : await ask("Code", advice);
  if (code === "") throw failUsage("no code is given", advice);
  return code;
}

const LAST_AGENCIES = "agencies.json";
const personKey = (url: string, { email }: Pick<User, "email">) => `${url} ${email}`;

function rememberAgency(url: string, user: User): void {
  changeStored(LAST_AGENCIES, () => ({ [personKey(url, user)]: user.agencySlug }));
}

/**
 * Asks a member of several agencies for one. Enter chooses the last one used.
 * @throws Failure of usage that lists them, if there is no terminal
 */
async function toChosenAgency(
  url: string,
  given: SignedIn,
  { passwordStdin }: LoginOptions,
): Promise<SignedIn> {
  const { user, token, agencies = [] } = given;
  if (agencies.length < 2) return given;
  const slugs = agencies.map(({ agencySlug }) => agencySlug);
  if (passwordStdin || !process.stdin.isTTY) {
    throw failUsage(`${user.email} is in ${joinNames(slugs)}`, "name one with --agency");
  }
  const known = readStored<string>(LAST_AGENCIES)[personKey(url, user)];
  const last = known && slugs.includes(known) ? known : user.agencySlug;
  const others = slugs.filter((slug) => slug !== last);
  const typed = await ask(`Agency: ${[last, ...others].join(" or ")} [${last}]`, "add --agency");
  const chosen = typed.toLowerCase() || last;
  if (!slugs.includes(chosen)) {
    throw failUsage(`${user.email} is not in ${chosen}`, `name one of ${slugs.join(", ")}`);
  }
  if (chosen === user.agencySlug) return given;
  const there = await createApi({ url, token }).json<SignedIn>(
    "/auth/switch",
    "token",
    sendJson("POST", { agencySlug: chosen }),
  );
  return { ...given, ...there };
}

async function readPassword({ passwordStdin }: LoginOptions): Promise<string> {
  if (passwordStdin) return readLine();
  return (
    process.env.BAHI_PASSWORD ??
    askSecretly("Password", "add --password-stdin, or set BAHI_PASSWORD")
  );
}

export interface LogoutOptions extends GlobalOptions {
  all?: boolean;
  everywhere?: boolean;
}

export async function logout(given: LogoutOptions): Promise<void> {
  const { all: isAll = false, everywhere = false, ...options } = given;
  const output = createOutput(options);
  const forgotten = forgetSessions(options, isAll);
  const message = forgottenText(forgotten, isAll);
  for (const session of forgotten) await endOnServer(session, everywhere, output);
  const left = readSessions().length;
  if (left > 0) output.note(`${count(left, "other session is", "other sessions are")} kept`);
  if (process.env.BAHI_TOKEN) output.note("BAHI_TOKEN is still set; unset it to sign out for good");
  await output.result({ message }, () => message);
}

/** Ends the token on its server. If the server is unreachable, the token expires later. */
async function endOnServer(
  session: SavedSession,
  everywhere: boolean,
  output: Output,
): Promise<void> {
  try {
    await createApi(session).json("/auth/logout", "message", {
      ...sendJson("POST", { everywhere }),
      idleMs: END_MS,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.exitCode === EXIT.notAllowed) return; // It has ended already.
    output.note(`${session.url} was not informed: ${error.message}. The token expires on its own`);
  }
}

const END_MS = 5000;

function forgottenText(sessions: SavedSession[], isAll: boolean): string {
  const [first] = sessions;
  if (!first) return "No one was signed in";
  if (isAll) return `Forgot ${count(sessions.length, "session")}`;
  return `Forgot the session${first.email && ` of ${first.email}`} at ${first.url}`;
}

const OF_TOKEN: [string, string] = ["Signed in by", "BAHI_TOKEN, a read-only access token"];

export interface WhoamiOptions extends GlobalOptions {
  all?: boolean;
}

export async function whoami(options: WhoamiOptions): Promise<void> {
  if (options.all) return showSessions(options);
  const { api, output } = open(options);
  const answer = await api.json<{ user: User }>("/auth/me", "user");
  const { name, email, role, agencyName } = answer.user;
  const pairs: [string, string][] = [
    ["Name", name],
    ["Email", email],
    ["Role", role],
    ["Agency", agencyName],
    ["Server", api.url],
    ...(process.env.BAHI_TOKEN?.startsWith(TOKEN_PREFIX) ? [OF_TOKEN] : []),
  ];
  if (options.csv) {
    const { tableCsv } = await import("../../domain/csv/table.ts");
    const columns = pairs.map(([title, value]) => ({ title, text: () => value }));
    return write(tableCsv([answer.user], columns));
  }
  await output.result(answer, () => list(pairs, output));
}

interface Shown {
  server: string;
  email: string;
  agency: string;
  role: string;
  state: "signed in" | "ended" | "no response";
  isUsed: boolean;
}

const COLUMNS: Column<Shown>[] = [
  { title: "Email", text: ({ email }) => email },
  { title: "Agency", text: ({ agency }) => agency },
  { title: "Role", text: ({ role }) => role, dropOrder: 2 },
  { title: "Server", text: ({ server }) => server },
  { title: "State", text: ({ state }) => state },
  { title: "Used", text: ({ isUsed }) => (isUsed ? "yes" : ""), dropOrder: 1 },
];

/** Prints every saved session with its current state on the server. */
async function showSessions(options: WhoamiOptions): Promise<void> {
  // A token from the environment is only printed here, so no server is needed.
  const used = process.env.BAHI_TOKEN ?? findSession(options).token;
  const sessions = await Promise.all(readSessions().map((session) => checkSession(session, used)));
  if (process.env.BAHI_TOKEN) {
    createOutput(options).note("BAHI_TOKEN is set, and takes precedence over these sessions");
  }
  await printList({ sessions }, sessions, COLUMNS, options, () =>
    count(sessions.length, "session"),
  );
}

async function checkSession(
  { url, token, email, agency }: SavedSession,
  used: string,
): Promise<Shown> {
  const shown = { server: url, email, agency, role: "", isUsed: token === used };
  try {
    const { user } = await createApi({ url, token }).json<{ user: User }>("/auth/me", "user");
    const { email, agencySlug: agency, role } = user;
    return { ...shown, email, agency, role, state: "signed in" };
  } catch (error) {
    const hasEnded = error instanceof Failure && error.exitCode === EXIT.notAllowed;
    return { ...shown, state: hasEnded ? "ended" : "no response" };
  }
}
