import { failUsage } from "./failure.ts";
import { ask } from "./password.ts";
import { findSession, SeveralSessions, type Who } from "./session.ts";

/**
 * Asks for the session if `--as` or BAHI_AS matches several. Returns its full name, or undefined if there
 * is nothing to ask or no terminal; the command then fails.
 */
export async function askSession(who: Who): Promise<string | undefined> {
  if (process.env.BAHI_TOKEN || !process.stdin.isTTY) return undefined;
  try {
    findSession(who);
    return undefined;
  } catch (error) {
    if (!(error instanceof SeveralSessions)) return undefined;
    const { sessions, message, advice } = error;
    const isOfAgencies = new Set(sessions.map(({ agency }) => agency)).size > 1;
    const names = sessions.map(({ agency, email }) => (isOfAgencies ? agency : email));
    process.stderr.write(`${message}\n`);
    const typed = await ask(names.join(" or "), advice);
    const chosen = sessions[names.indexOf(typed.toLowerCase())];
    if (!chosen) throw failUsage(`"${typed}" is not one of them`, `name ${names.join(" or ")}`);
    return `${chosen.email}/${chosen.agency}`;
  }
}
