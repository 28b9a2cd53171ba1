import { useState } from "react";
import { type FormField, TextField } from "./Field.tsx";
import { Icon } from "./Icon.tsx";

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
        <button
          className="icon-btn peek"
          type="button"
          aria-label={isShown ? "Hide what is typed" : "Show what is typed"}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name="eye" />
        </button>
      }
    />
  );
}
