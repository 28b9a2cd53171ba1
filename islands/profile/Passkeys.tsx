import { useState } from "react";
import { type Passkey, passkeyName } from "../../domain/agencies/secondFactors.ts";
import { formatDate, formatMoment, today } from "../../domain/dates.ts";
import { strictObject } from "../../domain/fields.ts";
import { send, toastError } from "../browser/api.ts";
import { createPasskey } from "../browser/passkeys.ts";
import { changeSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ProofDialog } from "../ui/ProofDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  /** Called after a factor was added or removed. */
  onChanged(): void;
}

/** The passkeys of the signed-in person: added, listed with their last use, removed. */
export function Passkeys({ onChanged }: Props) {
  const { data, reload } = useFetch<{ passkeys: Passkey[] }>(
    "/api/auth/passkeys",
    toastError("Failed to load passkeys"),
  );
  const [isAdding, setAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Passkey>();
  const changed = () => {
    reload();
    onChanged();
  };
  const passkeys = data?.passkeys ?? [];
  return (
    <section className="panel" aria-labelledby="passkeys">
      <div className="panel-head">
        <h2 id="passkeys">Passkeys</h2>
      </div>
      <div className="panel-body stack">
        <p className="soft small">
          Sign in with your fingerprint, face or device PIN. Nothing to remember.
        </p>
        {passkeys.length > 0 && (
          <ul className="set-list grid framed round-8 text-13" aria-label="Passkeys">
            {passkeys.map((passkey) => (
              <li className="grid items-center gap-0-12" key={passkey._id}>
                <Icon name="fingerprint" />
                <span className="truncate">
                  <span className="strong">{passkey.name}</span>
                  <span className="muted small">{usedIn(passkey)}</span>
                </span>
                <Button
                  look="quiet"
                  label="Remove"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setToRemove(passkey)}
                />
              </li>
            ))}
          </ul>
        )}
        <div className="actions">
          <Button icon="fingerprint" label="Add a passkey" onClick={() => setAdding(true)} />
        </div>
      </div>
      {isAdding && <AddPasskey onSaved={changed} onClose={() => setAdding(false)} />}
      {toRemove && (
        <ProofDialog
          title="Remove passkey"
          text={`${toRemove.name} can no longer be used to sign in.`}
          verb="Remove"
          hasPasskey
          run={(proof) => send("DELETE", `/api/auth/passkeys/${toRemove._id}`, proof)}
          onDone={() => {
            showToast("success", "Passkey removed");
            setToRemove(undefined);
            changed();
          }}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </section>
  );
}

function usedIn({ createdAt, lastUsedAt }: Passkey): string {
  const added = `added ${toDay(createdAt)}`;
  return lastUsedAt ? `${added}, last used ${formatMoment(lastUsedAt)}` : `${added}, never used`;
}

const toDay = (moment: string) => formatDate(today(new Date(moment)));

const Named = strictObject({ name: passkeyName });

interface AddProps {
  onSaved(): void;
  onClose(): void;
}

function AddPasskey({ onSaved, onClose }: AddProps) {
  const form = useAppForm({
    needs: "nothing",
    values: { name: "" },
    schema: Named,
    save: async (body: { name: string }) =>
      send("POST", "/api/auth/passkeys", { ...body, response: await createPasskey() }),
    onSaved: afterSave<{ token: string }>("Passkey added", {
      onSaved: ({ token }) => {
        changeSession({}, token);
        onSaved();
      },
      onClose,
    }),
    otherwise: "Failed to add the passkey",
  });
  return (
    <FormDialog title="Add a passkey" verb="Add" form={form} onClose={onClose}>
      <p className="soft">Your browser will ask for your fingerprint, face or PIN.</p>
      <TextField
        label="Name"
        required
        placeholder="Asha’s MacBook"
        help="Helps you recognise this passkey"
        field={form.field("name")}
      />
    </FormDialog>
  );
}
