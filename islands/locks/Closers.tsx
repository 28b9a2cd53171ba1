import type { Metadata } from "../../domain/agencies/agency.ts";
import { failureText, send } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Switch } from "../ui/Switch.tsx";
import { useBusy } from "../ui/useBusy.ts";

/** Who closes months: owners, and accountants if an owner allows it. */
export function Closers() {
  const { data, reload } = useFetch<{ metadata: Metadata }>("/api/metadata");
  const isOn = data?.metadata.accountantMayClose === true;
  const [isBusy, change] = useBusy(async () => {
    try {
      await send("PUT", "/api/metadata", { accountantMayClose: !isOn });
      const who = isOn ? "Only owners close months now" : "Accountants may close months now";
      showToast("success", who);
    } catch (failure) {
      showToast("error", failureText(failure, "Failed to save"));
    }
    reload();
  });
  return (
    <section className="panel mb-16" aria-labelledby="closers">
      <div className="panel-head">
        <h2 id="closers">Closing months</h2>
      </div>
      <div className="row gap-12 p-12-16 text-13">
        <p className="grow min-0 muted">
          {isOn
            ? "Owners and accountants close months from the checklist, once everything else is done."
            : "Only owners close months. Switch this on to let accountants close them too."}
        </p>
        {can("manage metadata") && data && (
          <Switch
            label="Accountants may close months"
            isOn={isOn}
            isBusy={isBusy}
            onChange={() => isBusy || change()}
          />
        )}
      </div>
    </section>
  );
}
