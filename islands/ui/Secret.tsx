import { type ReactNode, useRef } from "react";
import { showToast } from "../browser/toasts.ts";
import { Button } from "./Button.tsx";

interface Props {
  label: string;
  secret: string;
  /** The word on the button. */
  verb?: string;
  /** What it is, and that it is shown only now. */
  children: ReactNode;
}

/** Something that is shown this once: an access token, the link of an invitation. */
export function Secret({ label, secret, verb = "Copy", children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      showToast("success", "Copied");
    } catch {
      // No clipboard without TLS; it is selected, so the person can copy it.
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
