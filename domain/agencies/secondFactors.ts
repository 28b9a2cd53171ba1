import * as v from "valibot";
import { requiredLine, strictObject } from "../fields.ts";

// Second factors of a person: passkeys, and codes of an authenticator app with their recovery codes.

export const RECOVERY_CODES = 10;

const given = v.pipe(v.string("Enter the code"), v.maxLength(64, "The code is too long"));

/** A code of the app, or a recovery code; spaces and hyphens do not count. */
export const code = v.pipe(
  given,
  v.transform((text) => text.replace(/[\s-]/g, "").toLowerCase()),
  v.nonEmpty("Enter the code"),
);

/** A code of the authenticator app. */
export const AppCode = strictObject({
  code: v.pipe(
    given,
    v.transform((text) => text.replace(/\s/g, "")),
    v.regex(/^\d{6}$/, "Enter the 6 digits shown in the app"),
  ),
});

const NO_PASSKEY = "No passkey was sent";
const ID_MAX = 2000;

/** A response of an authenticator, in the JSON form of WebAuthn; the library checks the rest. */
export const PasskeyResponse = v.pipe(
  v.record(v.string(), v.any(), NO_PASSKEY),
  v.check(({ id }) => typeof id === "string" && id.length <= ID_MAX, NO_PASSKEY),
);
export type PasskeyResponse = v.InferOutput<typeof PasskeyResponse>;

/** Proof that the signed-in person is present: their password, or one of their passkeys. */
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
  /** A moment; "" for never. */
  lastUsedAt: string;
}

/** The authenticator app of a person. */
export interface AuthenticatorApp {
  since: string;
  /** Recovery codes that are left. */
  recoveryCodes: number;
}

/** The second factors of a person, as an agency sees them. */
export interface OwnFactors {
  app: AuthenticatorApp | null;
  passkeys: number;
  /** Whether the agency requires one. */
  isRequired: boolean;
  /** Whether this session was made with one. */
  isUsed: boolean;
}

/** A QR code as a path in a square of `side` modules. */
export interface QrCode {
  side: number;
  path: string;
}

/** Shown once. */
export interface NewApp {
  /** In base32, for an app that cannot scan. */
  secret: string;
  /** The otpauth:// address that the QR code holds. */
  url: string;
  qr: QrCode;
}

/** Whether a member has a second factor, for owners. */
export interface Readiness {
  _id: string;
  name: string;
  passkeys: number;
  hasApp: boolean;
  /** When the newest of their sessions here began; null if none is left. */
  signedInAt: string | null;
}
