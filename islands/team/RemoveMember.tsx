import type { Member } from "../../domain/team.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  member: Member;
  onDone(): void;
  onClose(): void;
}

export function RemoveMember({ member, onDone, onClose }: Props) {
  const [isBusy, remove] = useBusy(async () => {
    try {
      await send("DELETE", `/api/users/team/${member._id}`);
      onDone();
      showToast("success", "Team member removed successfully");
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Failed to remove team member"));
    }
    onClose();
  });
  return (
    <Confirm
      title="Remove team member"
      verb="Remove"
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to remove this team member? They will lose access immediately.</p>
      <p className="strong">{`${member.name}, ${member.email}`}</p>
    </Confirm>
  );
}
