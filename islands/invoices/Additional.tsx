import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { type FormField, NotesField } from "../ui/Field.tsx";
import { Section } from "../ui/Page.tsx";
import { describePrinted } from "../ui/Warning.tsx";

interface Props {
  notes: FormField;
  terms: FormField;
}

/** Notes and terms, each folded into a line until it is edited. */
export const Additional = ({ notes, terms }: Props) => (
  <Section title="Additional Information">
    <FoldedNotes label="Notes" field={notes} />
    <FoldedNotes label="Terms & Conditions" field={terms} />
  </Section>
);

function FoldedNotes({ label, field }: { label: string; field: FormField }) {
  const [state, setState] = useState<"folded" | "open" | "focused">("folded");
  const help = describePrinted(field);
  // The field must not fold while the user corrects it.
  if (state === "folded" && (field.error || help)) setState("open");
  if (state !== "folded")
    return <NotesField label={label} autoFocus={state === "focused"} help={help} field={field} />;
  return (
    <p className="flex items-base gap-12 line-below py-8 text-13">
      <span className="soft">{label}</span>
      <span className={field.value ? "truncate" : "muted"}>{field.value || "None"}</span>
      <Button look="link" className="spring" onClick={() => setState("focused")}>
        {field.value ? "Edit" : "Add"}
        <span className="sr-only">{` ${label}`}</span>
      </Button>
    </p>
  );
}
