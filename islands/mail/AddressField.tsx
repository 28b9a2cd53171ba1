import { useId, useRef, useState } from "react";
import { addressFault } from "../../domain/mail/mailInput.ts";
import { Icon } from "../ui/Icon.tsx";

interface Props {
  label: string;
  help: string;
  values: string[];
  /** The typed text that is not a chip yet. */
  typed: string;
  /** Shown if nothing is typed but something is required. */
  error: string | undefined;
  /** Whether the focus starts elsewhere. */
  isLater?: boolean;
  onChange(values: string[], typed: string): void;
}

const SEPARATORS = /[\s,;]+/;

/**
 * A field for several addresses. A comma, a space, Enter or leaving the field turns the text into a chip.
 */
export function AddressField({ label, help, values, typed, error, isLater, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [announced, setAnnounced] = useState("");
  const fault = values.map(addressFault).find(Boolean) ?? error;
  const add = (text: string) => {
    const more = text.split(SEPARATORS).filter(Boolean);
    onChange([...new Set([...values, ...more])], "");
    if (more.length > 0) setAnnounced(`${more.join(", ")} added`);
  };
  const remove = (value: string) => {
    onChange(
      values.filter((one) => one !== value),
      typed,
    );
    setAnnounced(`${value} removed`);
    input.current?.focus();
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="chip-field row wrap gap-4 round-6 on-surface">
        {values.map((value) => (
          <span
            key={value}
            className={`chip items-center round-full small ${addressFault(value) ? "is-bad" : ""}`}
          >
            {value}
            <button
              className="grid mid p-0 no-line round-full bare pointer muted"
              type="button"
              aria-label={`Remove ${value}`}
              onClick={() => remove(value)}
            >
              <Icon name="x" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          name="to"
          inputMode="email"
          autoComplete="off"
          data-autofocus={!isLater || undefined}
          value={typed}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target: { value } }) =>
            SEPARATORS.test(value) ? add(value) : onChange(values, value)
          }
          onBlur={() => typed && add(typed)}
          onKeyDown={(event) => {
            const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
            if (event.key === "Enter" && isPlain && typed) {
              event.preventDefault();
              add(typed);
            }
            const last = values.at(-1);
            if (event.key === "Backspace" && !typed && last) remove(last);
          }}
        />
      </div>
      <div className="field-note" id={`${id}-note`} aria-live="polite">
        {fault ? (
          <p className="error">
            <Icon name="circle-alert" />
            {fault}
          </p>
        ) : (
          <p className="help">{help}</p>
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
    </div>
  );
}
