import * as v from "valibot";
import { LockChange, type Locks } from "../../domain/agencies/locks.ts";
import type { OwnFactors } from "../../domain/agencies/secondFactors.ts";
import { formatDate, today, toFinancialYear } from "../../domain/dates.ts";
import { date, strictObject } from "../../domain/fields.ts";
import { send } from "../browser/api.ts";
import { askPasskey } from "../browser/passkeys.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  locks: Locks;
  onSaved(after: Locks): void;
  onClose(): void;
}

const Final = v.pipe(
  strictObject({
    ...LockChange.pipe[2].entries,
    finalTo: date,
    again: date,
    password: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [["finalTo"], ["again"]],
      ({ finalTo, again }) => finalTo === again,
      "Enter the same date again",
    ),
    ["again"],
  ),
);

type FinalLock = v.InferOutput<typeof Final>;

const BY_PASSKEY = "passkey";

/** Closes the books permanently. The date is typed twice, and the identity confirmed. */
export function FinalForm({ locks, onSaved, onClose }: Props) {
  const { data: factors } = useFetch<OwnFactors>("/api/auth/totp");
  const form = useAppForm({
    needs: "reopen books",
    values: { finalTo: `${toFinancialYear(today())}-03-31`, again: "", reason: "", password: "" },
    schema: Final,
    save: async ({ again: _, password, ...body }: FinalLock, _key, how) => {
      const proof = how === BY_PASSKEY ? { passkey: await askPasskey() } : { password };
      return send("PUT", "/api/locks", { ...body, ...proof });
    },
    onSaved: afterSave<Locks>("Locks saved", { onSaved, onClose }),
    otherwise: "Error making the books final",
  });
  const { field } = form;
  const { finalTo } = locks;
  return (
    <FormDialog
      title="Make final"
      verb="Make final"
      form={form}
      onClose={onClose}
      other={
        (factors?.passkeys ?? 0) > 0 && (
          <Button
            icon="fingerprint"
            label="Use a passkey"
            onClick={() => form.submit(BY_PASSKEY)}
          />
        )
      }
    >
      <p className="notice">
        {`Nothing up to this date can ever be changed again by anyone. ${
          finalTo ? `Final now: ${formatDate(finalTo)}.` : "There must be no drafts before it."
        }`}
      </p>
      <div className="grid-2">
        <DateField label="Final up to and including" required field={field("finalTo")} />
        <DateField label="The same date again" required field={field("again")} />
      </div>
      <TextField label="Reason" field={field("reason")} />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        field={field("password")}
      />
    </FormDialog>
  );
}
