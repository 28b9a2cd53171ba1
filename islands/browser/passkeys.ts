import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyResponse } from "../../domain/agencies/secondFactors.ts";
import { Failure, send } from "./api.ts";

// Passkeys of this browser. The library is loaded on first use.

const library = () => import("@simplewebauthn/browser");

/** Asks the browser for a passkey of this site. @throws Failure */
export async function askPasskey(): Promise<PasskeyResponse> {
  const { options } = await send<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    "POST",
    "/api/auth/passkeys/login/options",
  );
  return translateErrors(async () => {
    const { startAuthentication } = await library();
    return { ...(await startAuthentication({ optionsJSON: options })) };
  });
}

/** Creates a passkey for the signed-in user in the browser. @throws Failure */
export async function createPasskey(): Promise<PasskeyResponse> {
  const { options } = await send<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    "POST",
    "/api/auth/passkeys/options",
  );
  return translateErrors(async () => {
    const { startRegistration } = await library();
    return { ...(await startRegistration({ optionsJSON: options })) };
  });
}

const SENTENCES: Record<string, string> = {
  NotAllowedError: "No passkey was used. Try again.",
  AbortError: "No passkey was used. Try again.",
  InvalidStateError: "This device already has one of your passkeys",
  SecurityError: "Passkeys work only at an https address with a domain name",
};

async function translateErrors<T>(ask: () => Promise<T>): Promise<T> {
  if (!window.PublicKeyCredential) throw new Failure(400, "This browser cannot use passkeys here");
  try {
    return await ask();
  } catch (error) {
    const { name } = error as Error;
    throw new Failure(400, SENTENCES[name] ?? "The passkey could not be used. Try again.");
  }
}
