import { useState } from "react";
import { IconButton } from "./Button.tsx";
import { type FormField, TextField } from "./Field.tsx";

interface Props {
  field: FormField;
  label?: string;
  help?: string;
  autoComplete: "current-password" | "new-password";
}

/** A password, with a button to see what was typed. */
export function PasswordField({ field, label = "Password", help, autoComplete }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      help={help}
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      className="pl"
      field={field}
      end={
        <IconButton
          icon="eye"
          label={isShown ? "Hide what is typed" : "Show what is typed"}
          className="peek"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
