import { AppCode, type NewApp } from "../../domain/agencies/secondFactors.ts";
import { send } from "../browser/api.ts";
import { changeSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  app: NewApp;
  /** Called with the recovery codes. */
  onDone(codes: string[]): void;
  onClose(): void;
}

/** Shows the secret of a new app, and turns it on with a first code. */
export function SetUpApp({ app, onDone, onClose }: Props) {
  const form = useAppForm({
    needs: "nothing",
    values: { code: "" },
    schema: AppCode,
    save: (body: object) => send("POST", "/api/auth/totp/confirm", body),
    onSaved: ({ recoveryCodes, token }: { recoveryCodes: string[]; token: string }) => {
      changeSession({}, token);
      showToast("success", "Authenticator app turned on");
      onDone(recoveryCodes);
    },
    otherwise: "Failed to turn the app on",
  });
  const { side, path } = app.qr;
  return (
    <FormDialog
      title="Set up your authenticator app"
      verb="Turn on"
      form={form}
      onClose={onClose}
      wide
    >
      <div className="totp grid gap-20 mb-12">
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label="QR code for the app">
          <path d={path} />
        </svg>
        <div className="stack">
          <p className="soft">
            Scan the code with Google Authenticator, 1Password or another app. Cannot scan? Type
            this key:
          </p>
          <p className="secret p-8-12 round-6 on-sunken breaks text-13">
            {app.secret.replace(/.{4}(?=.)/g, "$& ")}
          </p>
          <TextField
            label="6-digit code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            help="A new code appears every 30 seconds"
            data-autofocus
            field={form.field("code")}
          />
        </div>
      </div>
      <p className="notice">
        Next you get ten recovery codes. Each works once; bahi shows them only once.
      </p>
    </FormDialog>
  );
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast("success", "Copied");
    } catch {
      showToast("info", "Select the codes and press Ctrl+C to copy them");
    }
  };
  return (
    <Modal title="Your recovery codes" onClose={onClose}>
      <div className="modal-body stack">
        <p className="soft">
          Store them where you can find them without your phone. Each code works once in place of
          the app’s code. They are not shown again.
        </p>
        <ol
          className="secret grid gap-4 p-8-12 round-6 on-sunken breaks text-13"
          aria-label="Recovery codes"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="modal-foot">
        <Button icon="copy" label="Copy" className="spring" onClick={copy} />
        <Button look="primary" label="I have saved them" onClick={onClose} />
      </div>
    </Modal>
  );
}
