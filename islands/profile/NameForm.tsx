import { type ChangedProfile, ProfileChange, type User } from "../../domain/team.ts";
import { send } from "../browser/api.ts";
import { changeSession } from "../browser/session.ts";
import { fillIdentity } from "../layout/identity.ts";
import { TextField } from "../ui/Field.tsx";
import { FormNotices } from "../ui/FormNotices.tsx";
import { showToast } from "../ui/toasts.ts";
import { useAppForm } from "../ui/useAppForm.ts";

export function NameForm({ user }: { user: User }) {
  const form = useAppForm({
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
      <dl className="facts-line">
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Role</dt>
        <dd>{user.role === "owner" ? "Owner" : "Staff"}</dd>
        <dt>Agency</dt>
        <dd>{user.agencyName}</dd>
      </dl>
      <div className="actions">
        <button className="btn btn-primary" type="submit" aria-busy={form.isBusy}>
          {form.isBusy ? "Saving..." : "Save Name"}
        </button>
      </div>
    </form>
  );
}
