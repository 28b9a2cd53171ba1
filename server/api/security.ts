import { findPerson } from "../../db/agencies/people.ts";
import { listOwnerEmails } from "../../db/agencies/team.ts";
import { newest } from "../../db/engine/books.ts";
import { formatTrace } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { type Notice, ownerNotice } from "../../domain/agencies/recovery.ts";
import type { Member, User } from "../../domain/agencies/team.ts";
import { findClientAddress } from "../http/address.ts";
import type { AppContext } from "../http/context.ts";
import type { Requested } from "./call.ts";

export type SecurityEvent =
  | "sign-in failed"
  | "sign-out"
  | "password changed"
  | "password reset"
  | "email verified"
  | "access token added"
  | "owner added";

/** Logs a security event with the client's IP address. Fields never hold a secret. */
export function logEvent(
  { context, request, server }: Pick<Requested, "context" | "request" | "server">,
  event: SecurityEvent,
  fields: { user?: string; agency?: number; email?: string } = {},
): void {
  const address = findClientAddress(request, server, context.settings);
  context.log.info("security", { event, ...fields, address });
}

/** Mails a notice to its person, if the server can and the email is verified. Returns at once. */
export function notify({ books, log, notices }: AppContext, notice: Notice): void {
  if (!notices.isOn) return;
  const send = async () => {
    const person = await findPerson(newest(books).read, notice.to);
    if (person?.isVerified) notices.send(notice);
  };
  void send().catch((error) => log.warn("A notice was not sent", { trace: formatTrace(error) }));
}

/** Notifies the other owners of an agency about a new owner. */
export async function notifyOfOwner(
  args: Pick<Requested, "context" | "request" | "server"> & { tenant: Tenant },
  { agencyName }: User,
  owner: Pick<Member, "_id" | "name" | "email">,
): Promise<void> {
  const { tenant, context } = args;
  logEvent(args, "owner added", { user: owner._id, agency: tenant.agencyId });
  for (const to of await listOwnerEmails(tenant)) {
    if (to !== owner.email) notify(context, ownerNotice(to, owner, agencyName));
  }
}
