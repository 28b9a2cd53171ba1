import { type Member, MemberChange, NewMember } from "../../domain/team.ts";
import { sentenceOf } from "../browser/api.ts";
import { changeSession, readSession } from "../browser/session.ts";
import { SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { PasswordField } from "../parts/PasswordField.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import { fillIdentity } from "../shell/identity.ts";

interface Props {
  /** Undefined for a new one. */
  member: Member | undefined;
  onSaved(): void;
  onClose(): void;
}

export function MemberForm({ member, onSaved, onClose }: Props) {
  const isSelf = member?._id === readSession()?.user._id;
  const { form, bind, element } = useBookForm({
    values: {
      name: member?.name ?? "",
      email: member?.email ?? "",
      password: "",
      role: (member?.role ?? "staff") as string,
    },
    schema: member ? MemberChange : NewMember,
    // A blank password keeps the present one, and is not sent.
    read: ({ password, ...values }) => (member && !password ? values : { ...values, password }),
    method: member ? "PUT" : "POST",
    url: member ? `/api/users/team/${member._id}` : "/api/users/team",
    onSaved: (answer) => {
      if (isSelf) followOneself((answer as { user: Member }).user);
      onSaved();
      showToast("success", `Team member ${member ? "updated" : "added"} successfully`);
      onClose();
    },
    onFailure: (failure) =>
      showToast("error", sentenceOf(failure, `Failed to ${member ? "update" : "add"} team member`)),
  });
  return (
    <FormDialog
      title={member ? "Edit Team Member" : "Add Team Member"}
      form={form}
      element={element}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => (
          <TextField label="Name" required autoComplete="off" data-autofocus field={bind(field)} />
        )}
      </form.Field>
      <form.Field name="email">
        {(field) => (
          <TextField label="Email" required type="email" autoComplete="off" field={bind(field)} />
        )}
      </form.Field>
      {isSelf ? (
        <p className="soft small">
          Your own password is changed in <a href="/profile">your profile</a>.
        </p>
      ) : (
        <form.Field name="password">
          {(field) => (
            <PasswordField
              autoComplete="new-password"
              help={
                member
                  ? "Leave blank to keep the present one. A new one signs them out everywhere"
                  : "At least 6 characters. Tell it to them; they can change it in their profile"
              }
              field={bind(field)}
            />
          )}
        </form.Field>
      )}
      <form.Field name="role">
        {(field) => (
          <SelectField
            label="Role"
            help="Owners also manage settings, the team and the audit log, and delete entries"
            field={bind(field)}
          >
            <option value="staff">Staff</option>
            <option value="owner">Owner</option>
          </SelectField>
        )}
      </form.Field>
    </FormDialog>
  );
}

/** Whoever takes the owner's role from themselves is shown what they may still do. */
function followOneself({ name, email, role }: Member): void {
  const hadRole = readSession()?.user.role;
  changeSession({ name, email, role });
  if (role === hadRole) fillIdentity();
  else location.reload();
}
