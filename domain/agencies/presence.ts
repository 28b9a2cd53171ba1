import type { RecordChange } from "./permissions.ts";

// Sensitive changes ask for the password or a passkey again if the session is not recent. Otherwise
// someone who finds an unlocked computer or steals a token could take over the agency.

const RECENT_MS = 15 * 60_000;

/** Whether a session is recent enough to skip the confirmation. */
export const isRecent = (signedInAt: string, now = Date.now()): boolean =>
  now - Date.parse(signedInAt) < RECENT_MS;

export const PROOF_NEEDED = "Enter your password to confirm this change";

type Fields = Record<string, unknown>;

const isOfOwner = (member: Fields | undefined) => member?.role === "owner";

/** Mail settings that decide where mail comes from and where replies go. */
const SENDING = ["own", "replyTo"];

/**
 * Whether a change in the audit log is sensitive: ownership, sign-in details, access tokens, the mail
 * server, whether a second factor is required, or that the agency is closed.
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
      if (before?.requireSecondFactor === true && after?.requireSecondFactor !== true) return true;
      return before?.closedUntil === "" && after?.closedUntil !== "";
    default:
      return false;
  }
}
