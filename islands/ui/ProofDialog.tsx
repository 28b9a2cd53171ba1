import type { Proof } from "../../domain/agencies/secondFactors.ts";
import { requiredLine, strictObject } from "../../domain/fields.ts";
import { toastError } from "../browser/api.ts";
import { askPasskey } from "../browser/passkeys.ts";
import { Button } from "./Button.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { useAppForm } from "./useAppForm.ts";
import { useBusy } from "./useBusy.ts";

interface Props<Answer> {
  title: string;
  /** A sentence that says what will happen. */
  text: string;
  verb: string;
  hasPasskey: boolean;
  run(proof: Partial<Proof>): Promise<Answer>;
  onDone(answer: Answer): void;
  onClose(): void;
}

const Password = strictObject({ password: requiredLine("Password") });
const OTHERWISE = "An error occurred";

/** Confirms a sensitive action with the password or a passkey, then runs it. */
export function ProofDialog<Answer>(props: Props<Answer>) {
  const { title, text, verb, hasPasskey, run, onDone, onClose } = props;
  const form = useAppForm({
    needs: "nothing",
    values: { password: "" },
    schema: Password,
    save: run,
    onSaved: onDone,
    otherwise: OTHERWISE,
  });
  const [isBusy, byPasskey] = useBusy(async () => {
    try {
      onDone(await run({ passkey: await askPasskey() }));
    } catch (failure) {
      toastError(OTHERWISE)(failure);
    }
  });
  return (
    <FormDialog
      title={title}
      verb={verb}
      form={form}
      onClose={onClose}
      other={
        hasPasskey && (
          <Button icon="fingerprint" label="Use a passkey" isBusy={isBusy} onClick={byPasskey} />
        )
      }
    >
      <p className="soft">{text}</p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        field={form.field("password")}
      />
    </FormDialog>
  );
}
