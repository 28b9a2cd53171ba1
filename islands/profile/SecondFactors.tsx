import type { ReactNode } from "react";
import type { OwnFactors } from "../../domain/agencies/secondFactors.ts";
import { toastError } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Authenticator } from "./Authenticator.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { RequiredFactor } from "./RequiredFactor.tsx";

interface Props {
  agencyName: string;
  /** Parts of the profile that need a second factor if the agency requires one. */
  children: ReactNode;
}

/** Passkeys, the authenticator app, and for owners whether all members need one of them. */
export function SecondFactors({ agencyName, children }: Props) {
  const { data: factors, reload } = useFetch<OwnFactors>(
    "/api/auth/totp",
    toastError("Failed to load second factors"),
  );
  const hasOne = factors !== undefined && (factors.app !== null || factors.passkeys > 0);
  const isBarred = factors?.isRequired === true && !(hasOne && factors.isUsed);
  return (
    <>
      {isBarred && (
        <p className="notice factor-note" role="note">
          {hasOne
            ? `${agencyName} requires a second factor, and you signed in without yours. ` +
              "Log out and sign in with it."
            : `${agencyName} requires a second factor. Add a passkey or set up an authenticator ` +
              "app to continue."}
        </p>
      )}
      <Passkeys onChanged={reload} />
      <Authenticator factors={factors} onChanged={reload} />
      {factors && !isBarred && (
        <>
          {can("manage metadata") && (
            <RequiredFactor
              agencyName={agencyName}
              hasOne={hasOne}
              isRequired={factors.isRequired}
              onChanged={reload}
            />
          )}
          {children}
        </>
      )}
    </>
  );
}
