import { sayFailure, send } from "../browser/api.ts";
import { showToast, withdrawOffers } from "../browser/toasts.ts";

/** Takes mails back, and says so; where one has gone, that. */
export async function takeBack(ids: string[], onChanged: () => void): Promise<void> {
  try {
    for (const id of ids) await send("POST", `/api/outbox/${id}/cancel`, {});
    withdrawOffers(ids);
    showToast("success", "Taken back. What it was about stays as it is.");
  } catch (failure) {
    sayFailure("It could not be taken back")(failure);
  }
  onChanged();
}

export async function leaveOut(id: string, onChanged: () => void): Promise<void> {
  await send("POST", `/api/outbox/${id}/cancel`, {}).catch(sayFailure("It was not left out"));
  onChanged();
}

export async function tryNow(id: string, onChanged: () => void): Promise<void> {
  await send("POST", `/api/outbox/${id}/retry`, {}).catch(sayFailure("It could not be tried"));
  onChanged();
}
