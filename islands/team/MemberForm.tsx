import { type Member, MemberChange, NewMember } from "../../domain/agencies/team.ts";
import { changeSession, readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { fillIdentity } from "../layout/identity.ts";
import { TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { RoleField } from "./RoleField.tsx";

interface Props {
  /** Undefined for a new one. */
  member: Member | undefined;
  onSaved(): void;
  onClose(): void;
}

export function MemberForm({ member, onSaved, onClose }: Props) {
  const isSelf = member?._id === readSession()?.user._id;
  const form = useAppForm({
    needs: "manage team",
    values: {
      name: member?.name ?? "",
      email: member?.email ?? "",
      password: "",
      role: (member?.role ?? "staff") as string,
    },
    schema: member ? MemberChange : NewMember,
    // A blank password means no change, and is not sent.
    read: ({ password, ...values }) => (member && !password ? values : { ...values, password }),
    draft: member ? undefined : { noun: "team member" },
    save: saveTo("/api/users/team", member),
    onSaved: ({ user }: { user: Member }) => {
      if (isSelf) followOneself(user);
      onSaved();
      showToast("success", `Team member ${member ? "updated" : "added"} successfully`);
      onClose();
    },
    otherwise: `Failed to ${member ? "update" : "add"} team member`,
  });
  const { field } = form;
  return (
    <FormDialog
      title={member ? "Edit Team Member" : "Add Team Member"}
      form={form}
      onClose={onClose}
    >
      <TextField label="Name" required field={field("name")} />
      <TextField label="Email" required type="email" field={field("email")} />
      {isSelf ? (
        <p className="soft small">
          Change your own password in <a href="/profile">your profile</a>.
        </p>
      ) : (
        <PasswordField
          autoComplete="new-password"
          help={
            member
              ? "Leave blank to keep the current password. A new one signs them out everywhere"
              : "At least 6 characters. Share it with them; they can change it in their profile"
          }
          field={field("password")}
        />
      )}
      <RoleField field={field("role")} />
    </FormDialog>
  );
}

/** Updates the session of an owner who gave up their own role. */
function followOneself({ name, email, role }: Member): void {
  const hadRole = readSession()?.user.role;
  changeSession({ name, email, role });
  if (role === hadRole) fillIdentity();
  else location.reload();
}
