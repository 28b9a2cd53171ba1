import { type ChangedProfile, ProfileChange, type User } from "../../domain/team.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { changeSession } from "../browser/session.ts";
import { TextField } from "../parts/Field.tsx";
import { showToast } from "../parts/toasts.ts";
import { useFields } from "../parts/useFields.ts";
import { fillIdentity } from "../shell/identity.ts";

interface Props {
  user: User;
  onSaved(): void;
}

export function NameForm({ user, onSaved }: Props) {
  const { form, field, submit, isBusy } = useFields({
    values: { name: user.name },
    schema: ProfileChange,
    submit: async (values) => {
      const changed = await send<ChangedProfile>("PUT", "/api/users/profile", values);
      changeSession(changed.user);
      fillIdentity();
      showToast("success", "Profile updated successfully");
      onSaved();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Failed to update profile")),
  });
  return (
    <form ref={form} className="panel-body fields" noValidate onSubmit={submit}>
      <TextField label="Name" required autoComplete="name" field={field("name")} />
      <dl className="facts-line">
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Role</dt>
        <dd>{user.role === "owner" ? "Owner" : "Staff"}</dd>
        <dt>Agency</dt>
        <dd>{user.agencyName}</dd>
      </dl>
      <div className="actions">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy ? "Saving..." : "Save Name"}
        </button>
      </div>
    </form>
  );
}
