import { type Client, clientFields, NewClient } from "../../domain/documents/clients.ts";
import { Fold } from "../ui/Fold.tsx";
import { RecordForm, type RecordFormProps } from "../ui/RecordForm.tsx";
import { PartyFields, partyBody, partyValues } from "./PartyFields.tsx";

interface Props extends RecordFormProps<Client> {
  /** The initial values of a new one. */
  start?: { displayName: string } | undefined;
}

export const ClientForm = (props: Props) => (
  <RecordForm
    {...props}
    noun="client"
    fields={clientFields}
    schema={NewClient}
    wide
    toValues={partyValues}
    toBody={partyBody}
  >
    {(form) => (
      <PartyFields
        {...form}
        wrap={(rest) => (
          <Fold label="More details" isFilled={FOLDED.some((name) => form.values[name] !== "")}>
            {rest}
            <div className="grid-2">
              {form.input("tan", { placeholder: "BLRA12345B" })}
              {form.input("dueDays")}
            </div>
            {form.input("sendBy")}
            {form.input("terms")}
            {form.input("notes")}
          </Fold>
        )}
      />
    )}
  </RecordForm>
);

/** Fields that the first invoice does not need. */
const FOLDED = [
  ...(["billingName", "kind", "billingAddress", "city", "pin", "state", "stateCode"] as const),
  ...(["tan", "dueDays", "terms", "notes"] as const),
];
