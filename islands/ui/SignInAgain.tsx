import { Credentials, type SignedIn, type User } from "../../domain/agencies/team.ts";
import { send } from "../browser/api.ts";
import { storeSession } from "../browser/session.ts";
import { Button } from "./Button.tsx";
import { FormNotices, SubmitButton } from "./Form.tsx";
import { Modal } from "./Modal.tsx";
import { openOver } from "./openOver.ts";
import { PasswordField } from "./PasswordField.tsx";
import { useAppForm } from "./useAppForm.ts";

let isOpen = false;

/** Asks for the password in a dialog, over a page with unsaved changes. */
export function signInAgain(user: User): void {
  if (isOpen) return;
  isOpen = true;
  openOver((close) => {
    const onSignedIn = () => {
      isOpen = false;
      close();
    };
    return <SignInAgain user={user} onSignedIn={onSignedIn} />;
  });
}

function SignInAgain({ user, onSignedIn }: { user: User; onSignedIn(): void }) {
  const form = useAppForm({
    needs: "nothing",
    values: { email: user.email, password: "", agencySlug: user.agencySlug },
    schema: Credentials,
    save: (credentials) => send<SignedIn>("POST", "/api/auth/login", credentials),
    onSaved: (signedIn: SignedIn) => {
      storeSession(signedIn);
      onSignedIn();
    },
    otherwise: "An error occurred",
    adopt: (typed) => typed,
  });
  const leave = () => location.assign("/login");
  return (
    <Modal title="Your session has ended" onClose={leave}>
      <form {...form.props}>
        <div className="modal-body">
          <FormNotices form={form} />
          <p className="notice">What you typed is still here. Sign in, then save again.</p>
          <input
            type="text"
            name="email"
            autoComplete="username"
            value={user.email}
            readOnly
            hidden
          />
          <PasswordField
            label={`Password for ${user.email}`}
            autoComplete="current-password"
            field={form.field("password")}
          />
        </div>
        <div className="modal-foot">
          <Button label="Leave" className="spring" onClick={leave} />
          <SubmitButton form={form} label="Sign in" busy="Signing in..." />
        </div>
      </form>
    </Modal>
  );
}
