import type { Client } from "../../domain/clients.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";

interface Props {
  client: Client;
  onChanged(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back. Of one with invoices the server says why it stays. */
export function DeleteClient({ client, ...props }: Props) {
  return (
    <ConfirmDelete
      {...props}
      title="Delete client"
      run={() => send("DELETE", `/api/clients/${client._id}`)}
      success="Client deleted successfully"
      otherwise="Error deleting client"
      onUndo={() => send("POST", "/api/clients", client)}
      undone="Client created successfully"
    >
      <p>Are you sure you want to delete this client?</p>
      <p className="strong">{client.displayName}</p>
    </ConfirmDelete>
  );
}
