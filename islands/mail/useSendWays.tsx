import type { Client } from "../../domain/documents/clients.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import type { InvoiceReminders } from "../../domain/reminders/reminders.ts";
import { get, send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useLazyDialog } from "../ui/useBusy.ts";
import { withdrawMails } from "./acts.ts";
import type { Mailing } from "./useMailing.tsx";

/** Gets an invoice to its client, once it is marked as sent: by the client's usual way, or by a panel. */
export function useSendWays(invoice: Invoice, mailing: Mailing) {
  const { _id, clientId } = invoice;
  const load = async () => {
    const [{ SendWays }, { client }, reminders] = await Promise.all([
      import("./SendWays.tsx"),
      get<{ client: Client }>(`/api/clients/${clientId._id}`),
      get<InvoiceReminders>(`/api/reminders/invoices/${_id}`),
    ]);
    if (client.sendBy !== "EMAIL" || !client.email || !mailing.isReady) {
      return { SendWays, client, reminders };
    }
    await emailAtOnce(_id, mailing.reload);
    return undefined;
  };
  const dialog = useLazyDialog(load);
  return {
    open: () => dialog.open(undefined),
    dialog: dialog.draw(
      (loaded) =>
        loaded && (
          <loaded.SendWays
            invoice={invoice}
            client={loaded.client}
            reminders={loaded.reminders}
            mailing={mailing}
            onClose={dialog.close}
          />
        ),
    ),
  };
}

async function emailAtOnce(id: string, onSent: () => void): Promise<void> {
  try {
    const { mails } = await send<{ mails: Mail[] }>("POST", `/api/invoices/${id}/email`, {
      linkIt: true,
    });
    const ids = mails.map((mail) => mail._id);
    const run = () => void withdrawMails(ids, onSent);
    showToast("success", "Sending in 10 seconds.", { label: "Undo", run, undoes: ids });
  } catch (failure) {
    toastError("The e-mail could not be sent")(failure);
  }
  onSent();
}
