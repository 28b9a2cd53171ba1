import { useState } from "react";
import { IconButton } from "./Button.tsx";
import { type FormField, TextField } from "./Field.tsx";
import { useCommonPassword } from "./useCommonPassword.ts";
import { layOutWarning } from "./Warning.tsx";

interface Props {
  field: FormField;
  label?: string;
  help?: string;
  autoComplete: "current-password" | "new-password";
}

/** A password field with a button that shows the input. Warns if a new password is common. */
export function PasswordField({ field, label = "Password", help, autoComplete }: Props) {
  const [isShown, setShown] = useState(false);
  const isCommon = useCommonPassword(field.value, autoComplete === "new-password");
  return (
    <TextField
      label={label}
      help={layOutWarning(isCommon ? "Common password, easy to guess" : undefined, help)}
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      className="pl"
      field={field}
      end={
        <IconButton
          icon="eye"
          label={isShown ? "Hide characters" : "Show characters"}
          className="peek"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
