import { useSyncExternalStore } from "react";
import {
  type ChangedProfile,
  PasswordChange,
  ProfileChange,
  type User,
} from "../../domain/agencies/team.ts";
import { ROLE_NAMES } from "../../domain/roles.ts";
import { send } from "../browser/api.ts";
import { changeSession, readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { fillIdentity } from "../layout/identity.ts";
import { TextField } from "../ui/Field.tsx";
import { FormNotices, SubmitButton } from "../ui/Form.tsx";
import { PageHead } from "../ui/Page.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { EmailNote } from "./EmailNote.tsx";
import { NotificationMail } from "./NotificationMail.tsx";
import { SecondFactors } from "./SecondFactors.tsx";
import { Sessions } from "./Sessions.tsx";
import { Tokens } from "./Tokens.tsx";

export default function Profile() {
  const isAwake = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const user = isAwake ? readSession()?.user : undefined;
  return (
    <>
      <PageHead title="Profile" />
      {user && (
        <div className="agency-form stack">
          <section className="panel" aria-labelledby="you">
            <div className="panel-head">
              <h2 id="you">You</h2>
            </div>
            <NameForm user={user} />
          </section>
          <section className="panel" aria-labelledby="password">
            <div className="panel-head">
              <h2 id="password">Password</h2>
            </div>
            <PasswordForm email={user.email} />
          </section>
          <NotificationMail />
          <Sessions />
          <SecondFactors agencyName={user.agencyName}>
            <Tokens />
            <p className="small">
              <a href="/docs">The API, for your own programs</a>
            </p>
          </SecondFactors>
        </div>
      )}
    </>
  );
}

function NameForm({ user }: { user: User }) {
  const form = useAppForm({
    needs: "nothing",
    values: { name: user.name },
    schema: ProfileChange,
    save: (change) => send("PUT", "/api/users/profile", change),
    onSaved: (changed: ChangedProfile) => {
      changeSession(changed.user);
      fillIdentity();
      showToast("success", "Profile updated successfully");
    },
    otherwise: "Failed to update profile",
  });
  return (
    <form {...form.props} className="panel-body fields">
      <FormNotices form={form} />
      <TextField label="Name" required autoComplete="name" field={form.field("name")} />
      <dl className="facts-line grid gap-4-16 mb-8 text-13">
        <dt>Email</dt>
        <dd className="m-0 breaks">
          {user.email}
          <EmailNote />
        </dd>
        <dt>Role</dt>
        <dd className="m-0 breaks">{ROLE_NAMES[user.role]}</dd>
        <dt>Agency</dt>
        <dd className="m-0 breaks">{user.agencyName}</dd>
      </dl>
      <div className="actions">
        <SubmitButton form={form} label="Save Name" />
      </div>
    </form>
  );
}

const BLANK = { currentPassword: "", newPassword: "" };

function PasswordForm({ email }: { email: string }) {
  const form = useAppForm({
    needs: "nothing",
    values: BLANK,
    schema: PasswordChange,
    save: (change) => send("PUT", "/api/users/profile", change),
    onSaved: (changed: ChangedProfile) => {
      changeSession(changed.user, changed.token);
      showToast("success", "Password changed; your other sessions have ended");
      return BLANK;
    },
    otherwise: "Failed to update profile",
  });
  return (
    <form {...form.props} className="panel-body fields">
      <FormNotices form={form} />
      {/* Identifies the user to a password manager. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        field={form.field("currentPassword")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="6 to 128 characters. Changing it signs you out everywhere else and ends your access tokens"
        field={form.field("newPassword")}
      />
      <div className="actions">
        <SubmitButton form={form} look={false} label="Change Password" />
      </div>
    </form>
  );
}
