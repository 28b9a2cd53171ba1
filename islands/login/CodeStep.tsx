import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { code } from "../../domain/agencies/secondFactors.ts";
import type { SignedIn } from "../../domain/agencies/team.ts";
import { strictObject } from "../../domain/fields.ts";
import type { Failure } from "../browser/api.ts";
import { send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/Field.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { Cover, type CoverProps } from "./Cover.tsx";

interface Props {
  /** The verified email and password. */
  credentials: { email: string };
  blurbs: CoverProps["blurbs"];
  onSaved(answer: SignedIn): unknown;
  onBack(): void;
  passkey: ReactNode;
}

const Step = strictObject({ code: v.pipe(v.string(), code) });

/** The second step of a sign-in by password, for a person whose authenticator app is on. */
export function CodeStep({ credentials, blurbs, onSaved, onBack, passkey }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useAppForm({
    needs: "nothing",
    values: { code: "" },
    schema: Step,
    save: ({ code }: { code: string }) =>
      send<SignedIn>("POST", "/api/auth/login", { ...credentials, code }),
    onSaved,
    otherwise: "An error occurred",
    // An error in the code is shown at its field.
    onFailure: ({ message, errors }: Failure) => {
      if (errors.length === 0) showToast("error", message || "An error occurred");
    },
  });
  return (
    <Cover
      form={form}
      title="Enter your code"
      text={credentials.email}
      verb="Continue"
      busy="Signing in..."
      blurbs={blurbs}
      foot={
        <span className="ways">
          {passkey}
          <Button
            look="link"
            label={isRecovery ? "Use your authenticator app" : "Use a recovery code"}
            onClick={() => {
              form.change("code", "");
              setRecovery(!isRecovery);
            }}
          />
          <Button look="link" label="Sign in as someone else" onClick={onBack} />
        </span>
      }
    >
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? "Recovery code" : "6-digit code from your authenticator app"}
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        className={isRecovery ? "" : "code-in"}
        autoFocus
        field={form.field("code")}
      />
    </Cover>
  );
}
