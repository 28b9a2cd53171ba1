import { useState } from "react";
import {
  INVITATION_DAYS,
  type MadeInvitation,
  NewInvitation,
} from "../../domain/agencies/invitations.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Secret } from "../ui/Secret.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { RoleField } from "./RoleField.tsx";

interface Props {
  onMade(): void;
  onClose(): void;
}

/** Asks for the invited person, then shows the link for them. */
export function InviteForm({ onMade, onClose }: Props) {
  const [made, setMade] = useState<MadeInvitation>();
  return made ? (
    <Link made={made} onClose={onClose} />
  ) : (
    <Form
      onSaved={(answer) => {
        setMade(answer);
        onMade();
      }}
      onClose={onClose}
    />
  );
}

function Form({ onSaved, onClose }: { onSaved(made: MadeInvitation): void; onClose(): void }) {
  const form = useAppForm({
    needs: "manage team",
    values: { name: "", email: "", role: "accountant" as string },
    schema: NewInvitation,
    save: saveTo("/api/users/invitations"),
    onSaved,
    otherwise: "Failed to create the invitation",
  });
  const { field } = form;
  return (
    <FormDialog title="Invite to the team" form={form} verb="Create Link" onClose={onClose}>
      <p className="soft small">
        {`You get a link to send to them. It works once, within ${INVITATION_DAYS} days. `}
        They choose their own password, or join with the one they have at another agency.
      </p>
      <TextField label="Name" required field={field("name")} />
      <TextField label="Email" required type="email" field={field("email")} />
      <RoleField field={field("role")} />
    </FormDialog>
  );
}

function Link({
  made: { invitation, url, isMailed },
  onClose,
}: {
  made: MadeInvitation;
  onClose(): void;
}) {
  return (
    <Modal title="Invite to the team" onClose={onClose}>
      <div className="modal-body">
        <Secret label="Invitation link" secret={url} verb="Copy link">
          {isMailed
            ? `${invitation.email} will get the link by e-mail. You can also send `
            : "Send "}
          this link to <strong>{invitation.name}</strong>. It is not shown again.
        </Secret>
      </div>
      <div className="modal-foot">
        <Button label="Done" className="spring" onClick={onClose} />
      </div>
    </Modal>
  );
}
