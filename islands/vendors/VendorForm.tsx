import { NewVendor, type Vendor, vendorFields } from "../../domain/purchases/vendors.ts";
import { PartyFields, partyBody, partyValues } from "../clients/PartyFields.tsx";
import { RecordForm, type RecordFormProps, type RecordValues } from "../ui/RecordForm.tsx";

type Values = RecordValues<typeof vendorFields>;

interface Props extends RecordFormProps<Vendor> {
  /** The initial values of a new one. */
  start?: Partial<Values> | undefined;
}

/** Agreed days are only for small enterprises, and association only for vendors outside India. */
function toBody(values: Values) {
  const body = partyBody(values);
  return {
    ...body,
    ...(!values.isSmallEnterprise && { agreedDays: null }),
    isAssociated: values.isAssociated && body.kind === "OVERSEAS",
  };
}

/** The form of a vendor, with the defaults of their bills. */
export const VendorForm = (props: Props) => (
  <RecordForm
    {...props}
    noun="vendor"
    fields={vendorFields}
    schema={NewVendor}
    wide
    toValues={partyValues}
    toBody={toBody}
  >
    {({ input, ...form }) => (
      <>
        <PartyFields {...form} input={input} />
        <div className="grid-2">
          {input("pan")}
          {input("tdsRule")}
          {input("itc")}
        </div>
        {input("isSmallEnterprise")}
        {form.values.isSmallEnterprise && input("agreedDays", { placeholder: "15" })}
        {partyBody(form.values).kind === "OVERSEAS" && input("isAssociated")}
        {input("notes")}
      </>
    )}
  </RecordForm>
);
