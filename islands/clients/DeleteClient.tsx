import type { Client } from "../../domain/clients.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { Confirm } from "../parts/Modal.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  client: Client;
  onDone(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back. Of one with invoices the server says why it stays. */
export function DeleteClient({ client, onDone, onClose }: Props) {
  const bringBack = async () => {
    try {
      await send("POST", "/api/clients", client);
      onDone();
      showToast("success", "Client created successfully");
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  };
  const [isBusy, remove] = useBusy(async () => {
    try {
      await send("DELETE", `/api/clients/${client._id}`);
      onDone();
      const undo = { label: "Undo", run: () => void bringBack() };
      showToast("success", "Client deleted successfully", undo);
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Error deleting client"));
    }
    onClose();
  });
  return (
    <Confirm
      title="Delete client"
      verb="Delete"
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this client?</p>
      <p className="strong">{client.displayName}</p>
    </Confirm>
  );
}
