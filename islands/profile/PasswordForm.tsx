import { type ChangedProfile, PasswordChange } from "../../domain/team.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { changeSession } from "../browser/session.ts";
import { PasswordField } from "../parts/PasswordField.tsx";
import { showToast } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";

interface Props {
  email: string;
  onSaved(): void;
}

export function PasswordForm({ email, onSaved }: Props) {
  const { form, field, submit, isBusy } = useFields({
    values: { currentPassword: "", newPassword: "" },
    schema: PasswordChange,
    submit: async ({ currentPassword, newPassword }) => {
      const change = { currentPassword, newPassword };
      const changed = await send<ChangedProfile>("PUT", "/api/users/profile", change);
      changeSession(changed.user, changed.token);
      showToast("success", "Password changed; your other sessions have ended");
      onSaved();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Failed to update profile")),
  });
  return (
    <form ref={form} className="panel-body fields" noValidate onSubmit={submit}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        field={field("currentPassword")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="6 to 128 characters. It ends your sessions on every other device"
        field={field("newPassword")}
      />
      <div className="actions">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy ? "Saving..." : "Change Password"}
        </button>
      </div>
    </form>
  );
}
