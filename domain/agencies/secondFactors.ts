import * as v from "valibot";
import { requiredLine, strictObject } from "../fields.ts";

// Second factors: passkeys, and an authenticator app with recovery codes.

export const RECOVERY_CODES = 10;

const codeText = v.pipe(v.string("Enter the code"), v.maxLength(64, "The code is too long"));

/** A code from the app, or a recovery code. Spaces and hyphens are ignored. */
export const code = v.pipe(
  codeText,
  v.transform((text) => text.replace(/[\s-]/g, "").toLowerCase()),
  v.nonEmpty("Enter the code"),
);

export const AppCode = strictObject({
  code: v.pipe(
    codeText,
    v.transform((text) => text.replace(/\s/g, "")),
    v.regex(/^\d{6}$/, "Enter the 6 digits shown in the app"),
  ),
});

const NO_PASSKEY = "No passkey was sent";
const ID_MAX = 2000;

/** A WebAuthn response in JSON. The library checks the rest. */
export const PasskeyResponse = v.pipe(
  v.record(v.string(), v.any(), NO_PASSKEY),
  v.check(({ id }) => typeof id === "string" && id.length <= ID_MAX, NO_PASSKEY),
);
export type PasskeyResponse = v.InferOutput<typeof PasskeyResponse>;

/** Proof that the signed-in user is present: their password or a passkey. */
export const proof = {
  password: v.optional(
    v.pipe(v.string("Enter your password"), v.maxLength(128, "Password is too long")),
    "",
  ),
  passkey: v.optional(PasskeyResponse),
};
export const Proof = strictObject(proof);
export type Proof = v.InferOutput<typeof Proof>;

export const passkeyName = requiredLine("Name");
export const NewPasskey = strictObject({ name: passkeyName, response: PasskeyResponse });
export type NewPasskey = v.InferOutput<typeof NewPasskey>;

export const PasskeySignIn = strictObject({
  response: PasskeyResponse,
  agencySlug: v.optional(v.string("Name the agency")),
});
export type PasskeySignIn = v.InferOutput<typeof PasskeySignIn>;

export interface Passkey {
  _id: string;
  name: string;
  createdAt: string;
  /** Timestamp; "" for never. */
  lastUsedAt: string;
}

export interface AuthenticatorApp {
  since: string;
  recoveryCodes: number;
}

/** A user's second factors, as the agency sees them. */
export interface OwnFactors {
  app: AuthenticatorApp | null;
  passkeys: number;
  /** Whether the agency requires a second factor. */
  isRequired: boolean;
  /** Whether this session signed in with one. */
  isUsed: boolean;
}

/** A QR code as a path in a square of `side` modules. */
export interface QrCode {
  side: number;
  path: string;
}

/** A new app's secret, shown once. */
export interface NewApp {
  /** Base32, for an app that cannot scan. */
  secret: string;
  /** The otpauth:// address in the QR code. */
  url: string;
  qr: QrCode;
}

/** A member's second factors, for owners. */
export interface Readiness {
  _id: string;
  name: string;
  passkeys: number;
  hasApp: boolean;
  /** Start of their newest session here; null if they have none. */
  signedInAt: string | null;
}
