import { useState } from "react";
import {
  type AuthenticatorApp,
  type NewApp,
  type OwnFactors,
  RECOVERY_CODES,
} from "../../domain/agencies/secondFactors.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { send, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ProofDialog } from "../ui/ProofDialog.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { RecoveryCodes, SetUpApp } from "./SetUpApp.tsx";

interface Props {
  factors: OwnFactors | undefined;
  onChanged(): void;
}

/** The authenticator app of the signed-in person: turned on, off, and its recovery codes. */
export function Authenticator({ factors, onChanged }: Props) {
  const [starting, setStarting] = useState<NewApp>();
  const [asks, setAsks] = useState<"off" | "codes">();
  const [codes, setCodes] = useState<string[]>();
  const [isBusy, start] = useBusy(async () => {
    try {
      setStarting(await send<NewApp>("POST", "/api/auth/totp"));
    } catch (failure) {
      toastError("Failed to start the set-up")(failure);
    }
  });
  const app = factors?.app;
  const hasPasskey = factors !== undefined && factors.passkeys > 0;
  const stop = () => setAsks(undefined);
  return (
    <section className="panel" aria-labelledby="authenticator">
      <div className="panel-head">
        <h2 id="authenticator">Authenticator app</h2>
      </div>
      <div className="panel-body stack">
        <p className="soft small">
          A second factor: a 6-digit code when you sign in with your password.
        </p>
        {app && <Present app={app} onOff={() => setAsks("off")} />}
        <div className="actions">
          {app ? (
            <Button icon="key-round" label="New recovery codes" onClick={() => setAsks("codes")} />
          ) : (
            <Button icon="qr-code" label="Set up…" isBusy={isBusy} onClick={start} />
          )}
        </div>
      </div>
      {starting && (
        <SetUpApp
          app={starting}
          onDone={(codes) => {
            setStarting(undefined);
            setCodes(codes);
            onChanged();
          }}
          onClose={() => setStarting(undefined)}
        />
      )}
      {asks === "off" && (
        <ProofDialog
          title="Turn off the authenticator app"
          text="You will sign in with your password only, and your recovery codes stop working."
          verb="Turn off"
          hasPasskey={hasPasskey}
          run={(proof) => send("DELETE", "/api/auth/totp", proof)}
          onDone={() => {
            showToast("success", "Authenticator app turned off");
            stop();
            onChanged();
          }}
          onClose={stop}
        />
      )}
      {asks === "codes" && (
        <ProofDialog
          title="New recovery codes"
          text="Your current codes stop working."
          verb="Get new codes"
          hasPasskey={hasPasskey}
          run={(proof) =>
            send<{ recoveryCodes: string[] }>("POST", "/api/auth/totp/recovery-codes", proof)
          }
          onDone={({ recoveryCodes }) => {
            stop();
            setCodes(recoveryCodes);
            onChanged();
          }}
          onClose={stop}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function Present({ app, onOff }: { app: AuthenticatorApp; onOff(): void }) {
  const since = formatDate(today(new Date(app.since)));
  return (
    <ul className="set-list grid framed round-8 text-13" aria-label="Authenticator app">
      <li className="grid items-center gap-0-12">
        <Icon name="qr-code" />
        <span className="truncate">
          <span className="strong">Authenticator app</span>
          <span className="muted small">
            {`on since ${since}, ${app.recoveryCodes} of ${RECOVERY_CODES} recovery codes left`}
          </span>
        </span>
        <Button look="quiet" label="Turn off…" onClick={onOff} />
      </li>
    </ul>
  );
}
