import { type ReactNode, useRef } from "react";
import { showToast } from "../browser/toasts.ts";
import { Button } from "./Button.tsx";

interface Props {
  label: string;
  secret: string;
  /** The label of the button. */
  verb?: string;
  /** Explains the secret, and that it is shown only once. */
  children: ReactNode;
}

/** Shows a secret once: an access token, or the link of an invitation. */
export function Secret({ label, secret, verb = "Copy", children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      showToast("success", "Copied");
    } catch {
      // Without TLS there is no clipboard. The text is selected, so the user can copy it.
      showToast("info", "Press Ctrl+C to copy it");
    }
  };
  return (
    <div className="attn" role="status">
      <div className="stack">
        <p>{children}</p>
        <input
          ref={input}
          className="input"
          aria-label={label}
          value={secret}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <div className="actions">
          <Button label={verb} onClick={copy} />
        </div>
      </div>
    </div>
  );
}
