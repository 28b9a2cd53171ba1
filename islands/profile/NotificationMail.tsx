import type { NotificationMail as Setting } from "../../domain/agencies/notifications.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** Whether the user gets their notifications by e-mail once a day. */
export function NotificationMail() {
  const { data, reload } = useFetch<Setting>(
    "/api/notifications/mail",
    toastError("Failed to load notifications"),
  );
  const [isBusy, toggle] = useBusy(async () => {
    const isOn = !data?.isOn;
    try {
      await send("PUT", "/api/notifications/mail", { isOn });
      showToast("success", isOn ? "Daily e-mail switched on" : "Daily e-mail switched off");
      reload();
    } catch (failure) {
      toastError("Failed to save")(failure);
    }
  });
  return (
    <section className="panel" aria-labelledby="notifications">
      <div className="panel-head">
        <h2 id="notifications">Notifications by e-mail</h2>
      </div>
      <div className="panel-body stack">
        {data && (data.isReady || data.isOn) && (
          <Checkbox
            name="notificationMail"
            label="E-mail me once a day at 9:00"
            isOn={data.isOn}
            onChange={() => isBusy || toggle()}
          />
        )}
        {data && (
          <p className="help">
            {data.isReady
              ? `What is new and unread, to ${data.email}. No e-mail if nothing is new.`
              : "Your agency has no e-mail set up. Once it has, you can get notifications by e-mail."}
          </p>
        )}
      </div>
    </section>
  );
}
