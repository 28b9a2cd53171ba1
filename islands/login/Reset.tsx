import { PasswordReset } from "../../domain/agencies/recovery.ts";
import type { SignedIn } from "../../domain/agencies/team.ts";
import { send } from "../browser/api.ts";
import { showToastAfterNavigation } from "../browser/toasts.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, createSignIn, SIGN_IN_BLURBS } from "./Cover.tsx";

const CHANGED = "Password changed";

/** The page of a reset link. Its token is behind a #, so that no log ever contains it. */
export default function Reset() {
  const { onSaved, ...signing } = createSignIn(CHANGED);
  const form = useAppForm({
    needs: "nothing",
    ...signing,
    onSaved: (answer: SignedIn | undefined) => (answer ? onSaved(answer) : toSignIn()),
    values: { password: "" },
    schema: PasswordReset,
    read: (values) => ({ ...values, token: location.hash.slice(1) }),
    save: resetAndSignIn,
    adopt: (typed) => typed,
  });
  return (
    <Cover
      form={form}
      title="New password"
      text="All your other sessions and access tokens end."
      verb="Save and sign in"
      busy="Saving..."
      foot={
        <>
          Has the link expired? <a href="/forgot">Request another</a>
        </>
      }
      blurbs={SIGN_IN_BLURBS}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="At least 6 characters"
        field={form.field("password")}
      />
    </Cover>
  );
}

/** Resolves to undefined if signing in needs more than the password. */
async function resetAndSignIn(body: PasswordReset): Promise<SignedIn | undefined> {
  const { email } = await send<{ email: string }>("POST", "/api/auth/reset", body);
  const credentials = { email, password: body.password };
  return send<SignedIn>("POST", "/api/auth/login", credentials).catch(() => undefined);
}

function toSignIn(): Promise<never> {
  showToastAfterNavigation("success", `${CHANGED}. Sign in with the new one.`);
  return leaveFor(() => location.replace("/login"));
}
