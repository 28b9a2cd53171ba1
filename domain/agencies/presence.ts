import type { RecordChange } from "./permissions.ts";

// Sensitive changes ask for the password or a passkey again in a session that is not recent: whoever finds an
// unlocked computer, or steals a token, must not be able to take the agency over.

const RECENT_MS = 15 * 60_000;

/** Whether a session is recent enough to make sensitive changes without a proof. */
export const isRecent = (signedInAt: string, now = Date.now()): boolean =>
  now - Date.parse(signedInAt) < RECENT_MS;

export const PROOF_NEEDED = "Enter your password to confirm this change";

type Fields = Record<string, unknown>;

/** Fields of a person that let somebody else sign in, or make them an owner. */
const isOfOwner = (member: Fields | undefined) => member?.role === "owner";

/** Fields of the mail settings that say where mail comes from and where answers go. */
const SENDING = ["own", "replyTo"];

/**
 * Whether a change in the audit log is sensitive: who owns the agency, how people sign in, access tokens, the
 * mail server, and whether a second factor is required.
 */
export function isSensitive({ action, entity, payload }: RecordChange): boolean {
  const { before, after, secret } = payload as {
    before?: Fields;
    after?: Fields;
    secret?: unknown;
  };
  const differs = (field: string) =>
    JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]);
  switch (entity) {
    case "User":
      if (action === "UPDATE" && (differs("email") || secret !== undefined)) return true;
      return differs("role") && (isOfOwner(before) || isOfOwner(after));
    case "Invitation":
      return action === "CREATE" && isOfOwner(after);
    case "Token":
      return action === "CREATE";
    case "MailSettings":
      return secret !== undefined || SENDING.some(differs);
    case "Metadata":
      return before?.requireSecondFactor === true && after?.requireSecondFactor !== true;
    default:
      return false;
  }
}
