import type { Member } from "../../domain/team.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";

interface Props {
  member: Member;
  onChanged(): void;
  onClose(): void;
}

export function RemoveMember({ member, ...props }: Props) {
  return (
    <ConfirmDelete
      {...props}
      title="Remove team member"
      verb="Remove"
      run={() => send("DELETE", `/api/users/team/${member._id}`)}
      success="Team member removed successfully"
      otherwise="Failed to remove team member"
    >
      <p>Are you sure you want to remove this team member? They will lose access immediately.</p>
      <p className="strong">{`${member.name}, ${member.email}`}</p>
    </ConfirmDelete>
  );
}
