import type { SignedIn, User } from "../../domain/agencies/team.ts";
import { createApi } from "../api.ts";
import { type GlobalOptions, open } from "../open.ts";
import { createOutput } from "../output.ts";
import { ask, askSecretly, readLine } from "../password.ts";
import { findSession, forgetSession, saveSession } from "../session.ts";
import { list } from "../table.ts";

export interface LoginOptions extends GlobalOptions {
  email?: string;
  passwordStdin?: boolean;
}

export async function login(options: LoginOptions): Promise<void> {
  const output = createOutput(options);
  const api = createApi({ url: findSession(options.server).url, token: "" }, { isOpen: true });
  const email = options.email ?? (await ask("Email", "give --email"));
  const password = await readPassword(options);

  const answer = await api.json<SignedIn>("/auth/login", "token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
    advice: { 401: "check both and try again" },
  });
  saveSession({ url: api.url, token: answer.token });
  if (process.env.BAHI_TOKEN)
    output.note("BAHI_TOKEN is set, and takes precedence over this session");
  const { name, role, agencyName } = answer.user;
  await output.result(answer, () => `Signed in to ${api.url} as ${name}, ${role} at ${agencyName}`);
}

async function readPassword({ passwordStdin }: LoginOptions): Promise<string> {
  if (passwordStdin) return readLine();
  return (
    process.env.BAHI_PASSWORD ??
    askSecretly("Password", "give --password-stdin, or set BAHI_PASSWORD")
  );
}

export async function logout(options: GlobalOptions): Promise<void> {
  const output = createOutput(options);
  const message = forgetSession() ? "Signed out" : "Nobody was signed in";
  if (process.env.BAHI_TOKEN) output.note("BAHI_TOKEN is still set; unset it to sign out for good");
  await output.result({ message }, () => message);
}

export async function whoami(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<{ user: User }>("/auth/me", "user");
  const { name, email, role, agencyName } = answer.user;
  const pairs: [string, string][] = [
    ["Name", name],
    ["Email", email],
    ["Role", role],
    ["Agency", agencyName],
    ["Server", api.url],
  ];
  await output.result(answer, () => list(pairs, output));
}
