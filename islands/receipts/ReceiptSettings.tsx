import { useState } from "react";
import type { ReceiptSettings as Settings } from "../../domain/receipts.ts";
import { sentenceOf } from "../browser/api.ts";
import { useLoaded } from "../browser/useLoaded.ts";
import { Icon } from "../parts/Icon.tsx";
import { showToast } from "../parts/toasts.ts";
import { SettingsForm } from "./SettingsForm.tsx";

/** How receipts are numbered: owners change it, everybody sees it. */
export default function ReceiptSettings() {
  const [turn, setTurn] = useState(0);
  const { data, failure, reload } = useLoaded<Settings>("/api/receipts/settings", (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load settings")),
  );
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>Receipt Settings</h1>
        </div>
      </div>
      {data ? (
        <SettingsForm
          key={`${turn} ${JSON.stringify(data)}`}
          settings={data}
          onSaved={reload}
          onCancel={() => setTurn(turn + 1)}
        />
      ) : failure ? (
        <section className="panel empty" aria-label="Settings">
          <Icon name="circle-alert" />
          <p>{sentenceOf(failure, "Failed to load settings")}</p>
          <button className="btn" type="button" onClick={reload}>
            Try again
          </button>
        </section>
      ) : (
        <section className="panel empty" aria-label="Settings" aria-busy="true">
          <p role="status">Loading settings...</p>
        </section>
      )}
    </>
  );
}
