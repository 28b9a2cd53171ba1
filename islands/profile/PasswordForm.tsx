import { type ChangedProfile, PasswordChange } from "../../domain/team.ts";
import { send } from "../browser/api.ts";
import { changeSession } from "../browser/session.ts";
import { FormNotices } from "../ui/FormNotices.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { showToast } from "../ui/toasts.ts";
import { useAppForm } from "../ui/useAppForm.ts";

const BLANK = { currentPassword: "", newPassword: "" };

export function PasswordForm({ email }: { email: string }) {
  const form = useAppForm({
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
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        field={form.field("currentPassword")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="6 to 128 characters. It ends your sessions on every other device"
        field={form.field("newPassword")}
      />
      <div className="actions">
        <button className="btn btn-primary" type="submit" aria-busy={form.isBusy}>
          {form.isBusy ? "Saving..." : "Change Password"}
        </button>
      </div>
    </form>
  );
}
