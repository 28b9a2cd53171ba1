import { type Client, clientFields, NewClient } from "../../domain/documents/clients.ts";
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
      <>
        <PartyFields {...form} />
        <div className="grid-2">
          {form.input("tan", { placeholder: "BLRA12345B" })}
          {form.input("dueDays")}
        </div>
        {form.input("sendBy")}
        {form.input("terms")}
        {form.input("notes")}
      </>
    )}
  </RecordForm>
);
