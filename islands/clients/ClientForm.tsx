import { type Client, NewClient } from "../../domain/documents/clients.ts";
import { CLIENT_KIND_NAMES, CLIENT_KINDS } from "../../domain/gst/supply.ts";
import { NotesField, TextField, toUpperCaseField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { BLANK_PARTY, PartyFields, partyBody, partyValues } from "./PartyFields.tsx";

interface Props {
  /** Undefined for a new one. */
  party: Client | undefined;
  onSaved(answer: never): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

const BLANK = { ...BLANK_PARTY, tan: "" };
const KINDS = CLIENT_KINDS.map((kind) => [kind, CLIENT_KIND_NAMES[kind]] as const);

export function ClientForm({ party: client, onSaved, onDelete, onClose }: Props) {
  const form = useAppForm({
    values: client ? partyValues(BLANK, client) : BLANK,
    schema: NewClient,
    read: partyBody,
    draft: client ? undefined : { noun: "client" },
    save: saveTo("/api/clients", client),
    onSaved: afterSave(`Client ${client ? "updated" : "created"} successfully`, {
      onSaved,
      onClose,
    }),
    otherwise: "Operation failed",
  });
  return (
    <FormDialog
      title={client ? "Edit Client" : "Add Client"}
      form={form}
      wide
      onDelete={onDelete}
      onClose={onClose}
    >
      <PartyFields
        form={form}
        kinds={KINDS}
        kindHelp="GST registration type; sets the tax on new invoices"
      />
      <TextField
        label="TAN"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="BLRA12345B"
        help="For TDS they deduct; leave blank if unknown"
        field={toUpperCaseField(form.field("tan"))}
      />
      <NotesField label="Notes" field={form.field("notes")} />
    </FormDialog>
  );
}
