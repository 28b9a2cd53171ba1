import { type ComponentProps, useEffect, useState } from "react";
import { type Invited, Joining } from "../../domain/agencies/invitations.ts";
import type { SignedIn } from "../../domain/agencies/team.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { failureText, send } from "../browser/api.ts";
import { TextField } from "../ui/Field.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, createSignIn } from "./Cover.tsx";

const BLURBS: ComponentProps<typeof Cover>["blurbs"] = [
  { icon: "users", text: "Team Management" },
  { icon: "building-2", text: "One sign-in for all your agencies" },
  { icon: "shield-check", text: "Secure & Private" },
];

/** The page of an invitation link. Its token is behind a #, so that no log ever contains it. */
export default function Join() {
  const { token, invited, failure } = useInvitation();
  const name = invited?.name ?? "";
  const [needsCode, setNeedsCode] = useState(false);
  const signing = createSignIn(`You have joined ${invited?.agencyName}`);
  const form = useAppForm({
    needs: "nothing",
    ...signing,
    onFailure: (failure) => {
      if (failure.about.needs === "code") setNeedsCode(true);
      signing.onFailure(failure);
    },
    values: { name: "", password: "", code: "" },
    schema: Joining,
    read: ({ code, ...values }) => ({
      ...values,
      ...(code && { code }),
      name: values.name || name,
      token,
    }),
    save: (body) => send<SignedIn>("POST", "/api/auth/join", body),
    adopt: (typed) => typed,
  });
  const { change } = form;
  useEffect(() => {
    if (name) change("name", name);
  }, [name, change]);
  return (
    <Cover
      form={form}
      {...describeInvitation(invited, failure)}
      verb={invited && "Join"}
      busy="Joining..."
      foot={
        <>
          Already joined? <a href="/login">Sign in</a>
        </>
      }
      blurbs={BLURBS}
    >
      {invited && (
        <>
          <TextField label="Name" autoComplete="name" field={form.field("name")} />
          <input
            type="text"
            autoComplete="username"
            value={invited.email}
            aria-label="Email"
            readOnly
            hidden
          />
          <PasswordField
            autoComplete={invited.isKnown ? "current-password" : "new-password"}
            help={
              invited.isKnown
                ? "The password you sign in with at your other agency"
                : "Choose one, of at least 6 characters"
            }
            field={form.field("password")}
          />
          {needsCode && (
            <TextField
              label="Code from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              field={form.field("code")}
            />
          )}
        </>
      )}
    </Cover>
  );
}

interface Found {
  token: string;
  invited?: Invited;
  failure?: string;
}

/** Loads the invitation of the link. */
function useInvitation(): Found {
  const [found, setFound] = useState<Found>({ token: "" });
  useEffect(() => {
    const look = () => {
      const token = location.hash.slice(1);
      send<{ invitation: Invited }>("POST", "/api/auth/invitation", { token }).then(
        ({ invitation }) => setFound({ token, invited: invitation }),
        (failure) => setFound({ token, failure: failureText(failure, UNREACHABLE) }),
      );
    };
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return found;
}

const UNREACHABLE = "Could not reach the server. Load the page again.";

function describeInvitation(invited: Invited | undefined, failure: string | undefined) {
  if (failure) return { title: "This invitation cannot be used", text: failure };
  if (!invited) return { title: "Join an agency", text: "Checking your invitation..." };
  const { agencyName, role, email } = invited;
  return {
    title: `Join ${agencyName}`,
    text: `You join as ${ROLE_NAMES[role].toLowerCase()}, and sign in as ${email}.`,
  };
}
