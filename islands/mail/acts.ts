import { send, toastError } from "../browser/api.ts";
import { showToast, withdrawOffers } from "../browser/toasts.ts";

/** Withdraws mails and reports it, or reports that one was already sent. */
export async function withdrawMails(ids: string[], onChanged: () => void): Promise<void> {
  try {
    for (const id of ids) await send("POST", `/api/outbox/${id}/cancel`, {});
    withdrawOffers(ids);
    showToast("success", "Sending cancelled. The document is unchanged.");
  } catch (failure) {
    toastError("The e-mail could not be cancelled")(failure);
  }
  onChanged();
}

export async function leaveOut(id: string, onChanged: () => void): Promise<void> {
  await send("POST", `/api/outbox/${id}/cancel`, {}).catch(
    toastError("The e-mail could not be cancelled"),
  );
  onChanged();
}

export async function tryNow(id: string, onChanged: () => void): Promise<void> {
  await send("POST", `/api/outbox/${id}/retry`, {}).catch(
    toastError("The e-mail could not be sent"),
  );
  onChanged();
}
