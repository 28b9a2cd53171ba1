import * as v from "valibot";
import { email, password, strictObject } from "../fields.ts";

const token = v.pipe(
  v.string("The link is incomplete"),
  v.maxLength(100, "The link is incomplete"),
);

export const ForgottenPassword = strictObject({ email });

export const PasswordReset = strictObject({ token, password });
export type PasswordReset = v.InferOutput<typeof PasswordReset>;

export const EmailLink = strictObject({ token });

export interface EmailState {
  email: string;
  /** Whether the person has opened a link sent to it. */
  isVerified: boolean;
  /** The previous address if another user has verified it, or "". */
  lostEmail: string;
}

/** Returns the response to every request for a reset link, whether or not the address has an account. */
export const forgottenText = (email: string, hasMail: boolean): string =>
  hasMail
    ? `If ${email} has an account, a link is on its way. Check your spam folder too.`
    : "Ask the person who runs this server for a reset link.";

/** An e-mail from the server to one person. */
export interface Notice {
  to: string;
  subject: string;
  text: string;
  /** The button. */
  link?: { label: string; url: string };
}

const IGNORE = "If you did not ask for this, ignore this email.";

export const resetNotice = (to: string, url: string): Notice => ({
  to,
  subject: "Reset your bahi password",
  text: `Set a new password with this link. It works once, for 30 minutes.\n\n${IGNORE}`,
  link: { label: "Set a new password", url },
});

export const verifyNotice = (to: string, url: string): Notice => ({
  to,
  subject: "Verify your email address",
  text: `Verify your email address for bahi with this link. It works once, for 3 days.\n\n${IGNORE}`,
  link: { label: "Verify your email address", url },
});

/** Replaces names that could put an address into our e-mails, because strangers choose these names. */
const safeName = (name: string) => (/[./:@\\]/.test(name) ? "an agency" : name.slice(0, 80));

export const invitationNotice = (to: string, agencyName: string, url: string): Notice => ({
  to,
  subject: "You are invited to bahi",
  text: [
    `You are invited to join ${safeName(agencyName)} on bahi. Open the link within 7 days.`,
    "If you do not know who sent this, ignore this email.",
  ].join("\n\n"),
  link: { label: "Accept the invitation", url },
});

const NOT_YOU =
  "If this was not you, reset your password on the sign-in page and check the sessions in your profile.";

const notice = (to: string, subject: string, happened: string): Notice => ({
  to,
  subject,
  text: `${happened}\n\n${NOT_YOU}`,
});

export const passwordNotice = (to: string) =>
  notice(
    to,
    "Your bahi password was changed",
    "Your bahi password was changed. All your other sessions and access tokens have ended.",
  );

export const tokenNotice = (to: string, agencyName: string) =>
  notice(
    to,
    "A new access token can read your books",
    `An access token was added to your account at ${safeName(agencyName)}. It can read what you can see.`,
  );

export const ownerNotice = (to: string, { email }: { email: string }, agencyName: string) =>
  notice(
    to,
    "Your agency has a new owner",
    `${email} is now an owner of ${safeName(agencyName)} on bahi, and can do everything that you can.`,
  );
