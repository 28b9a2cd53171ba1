import { useEffect, useId, useState } from "react";
import { Field } from "../ui/Field.tsx";
import { useDrop } from "../ui/useDrop.ts";

interface Props {
  /** The agency's name, whose initial is shown if there is no logo. */
  name: string;
  /** URL of the saved logo; "" for none. */
  present: string;
  chosen: File | undefined;
  error: string | undefined;
  onChoose(file: File | undefined): void;
}

/** The saved logo, or the chosen one before it is saved. */
export function LogoField({ name, present, chosen, error, onChoose }: Props) {
  const id = useId();
  const preview = usePreview(chosen);
  const help = chosen
    ? `${chosen.name}: save to keep this logo`
    : "Square, at least 200x200px. JPG, PNG or GIF, max 5MB";
  const picture = preview ?? present;
  return (
    <div {...useDrop("logo-drop", onChoose)}>
      <span className="logo logo-big round-10 text-26">
        {picture ? (
          <img src={picture} alt={chosen ? "The chosen logo" : "The current logo"} />
        ) : (
          <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
        )}
      </span>
      <Field id={id} label="Logo" error={error} help={help}>
        <input
          className="logo-file max-full text-13 soft"
          id={id}
          name="logo"
          type="file"
          accept="image/png,image/jpeg,image/gif"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
      </Field>
    </div>
  );
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
