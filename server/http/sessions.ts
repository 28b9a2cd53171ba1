import { addSession, type Origin, recordSessionUse } from "../../db/agencies/sessions.ts";
import type { Session, TokenSession } from "../../db/agencies/users.ts";
import { formatTrace } from "../../db/engine/errors.ts";
import { describeDevice } from "../../domain/agencies/sessions.ts";
import { findClientAddress } from "./address.ts";
import type { AppContext } from "./context.ts";
import { signToken, type TokenSigner } from "./tokens.ts";

export interface SessionRequest {
  context: AppContext;
  request: Request;
  server: Parameters<typeof findClientAddress>[1];
}

const originOfSession = ({ context, request, server }: SessionRequest): Origin => ({
  device: describeDevice(request.headers.get("user-agent") ?? ""),
  address: findClientAddress(request, server, context.settings),
});

/**
 * Issues a token and stores its session. `id` is set for a sign-in that continues in another agency. If the
 * database accepts no writes, sign-in succeeds anyway, and the row is added later.
 */
export async function issueToken(
  args: SessionRequest & { tokens: TokenSigner },
  session: Session,
  id: string = crypto.randomUUID(),
): Promise<string> {
  const { token, session: issued } = await signToken(args.tokens, session, id);
  const { books, log } = args.context;
  const origin = originOfSession(args);
  const isNewDevice = await whileWritable(args, () => addSession(books, issued, origin));
  const { agencyId: agency, userId: user } = session;
  log.info("security", { event: "sign-in", user, agency, ...origin, isNewDevice });
  return token;
}

/** Stores that a session was used. */
export const trackSessionUse = (args: SessionRequest, session: TokenSession): Promise<void> =>
  whileWritable(args, () => recordSessionUse(args.context.books, session, originOfSession(args)));

async function whileWritable<T>(
  { context }: SessionRequest,
  write: () => Promise<T>,
): Promise<T | undefined> {
  const { books, log } = context;
  if (books.primary?.isAway()) return undefined;
  return write().catch((error) => {
    log.warn("a session was not stored", { trace: formatTrace(error) });
    return undefined;
  });
}
