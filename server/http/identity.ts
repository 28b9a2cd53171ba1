import { Elysia } from "elysia";
import { findClosed } from "../../db/agencies/closedAgencies.ts";
import { isSeenLongAgo } from "../../db/agencies/sessions.ts";
import { findByToken, recordUse } from "../../db/agencies/tokens.ts";
import { findIdentified, type Identified } from "../../db/agencies/users.ts";
import { type Books, databaseAt } from "../../db/engine/books.ts";
import { formatTrace } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { agencyClosed } from "../../domain/agencies/closedAgency.ts";
import { isRecent } from "../../domain/agencies/presence.ts";
import { today } from "../../domain/dates.ts";
import { FactorNeeded, Refusal } from "../../domain/refusal.ts";
import { TOKEN_PREFIX } from "../../domain/roles.ts";
import type { AppContext } from "./context.ts";
import { setRequestAgency } from "./headers.ts";
import { readPosition } from "./position.ts";
import { trackSessionUse } from "./sessions.ts";
import { readToken, tokens } from "./tokens.ts";
import { yieldToNetwork } from "./yield.ts";

/**
 * Requires a signed-in user for every route of the plugin's parent, and gives handlers `tenant` and `user`.
 * Handlers read the body themselves (see body.ts), so a stranger learns nothing about a route's input.
 */
export const identity = (context: AppContext) =>
  new Elysia({ name: "identity" })
    .use(tokens(context))
    .derive({ as: "scoped" }, async ({ headers, path, request, server, tokens }) => {
      const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
      const isReadOnly = bearer?.startsWith(TOKEN_PREFIX) === true;
      const session = isReadOnly ? undefined : await readToken(tokens, bearer);
      if (!bearer || (!session && !isReadOnly)) throw stranger();
      await yieldToNetwork();
      const find = (books: Books) =>
        session ? findIdentified(books, session) : findByToken(books, bearer);
      const copy = await databaseAt(context.books, readPosition(request));
      // The replica may not contain a user or session created a moment ago yet.
      const isMissing = (one: Identified | undefined) => !one || (session && !one.signedInAt);
      const inCopy = await find(copy);
      const found = copy.isCopy && isMissing(inCopy) ? await find(context.books) : inCopy;
      if (!found) throw stranger();

      const { agencyId, userId } = found.session;
      setRequestAgency(request, agencyId);
      if (found.isClosed && !(session && OF_CLOSED.test(path))) {
        const closed = await findClosed(copy.read, found.session);
        if (closed) throw agencyClosed(closed, today());
      }
      if (found.lacksFactor && !OWN_ACCOUNT.test(path)) throw factorLacks();
      if (found.lastUsedOn !== undefined) await recordDay(context, bearer, found.lastUsedOn);
      if (session && isSeenLongAgo(found.lastSeen ?? null)) {
        await trackSessionUse({ context, request, server }, session);
      }
      // Writes check the primary database first.
      const books = request.method === "GET" ? copy : context.books;
      const { role } = found.user;
      const mustProve = !(found.signedInAt && isRecent(found.signedInAt));
      const tenant: Tenant = { books, agencyId, userId, role, mustProve };
      return { tenant, user: found.user, session, isReadOnly };
    });

/** The only paths open to a user who still has to set up a required second factor. */
const OWN_ACCOUNT = /^\/api\/(auth|users\/profile)(\/|$)/;

/** The only paths open to the session of a closed agency: restore it, switch to another, or sign out. */
const OF_CLOSED = /^\/api\/(agency\/restore|auth\/(agencies|logout|sessions|switch))(\/|$)/;

const factorLacks = () =>
  new FactorNeeded(
    "forbidden",
    "second_factor",
    "Your agency requires a second factor: set one up in your profile, or sign in with it",
  );

const stranger = () => new Refusal("unauthenticated", "Please sign in");

/** A failure to store the day must not block reads. */
async function recordDay({ books, log }: AppContext, secret: string, lastUsedOn: string) {
  if (lastUsedOn === today() || books.primary?.isAway()) return;
  await recordUse(books, secret).catch((error) =>
    log.warn("the last use of an access token was not saved", { trace: formatTrace(error) }),
  );
}
