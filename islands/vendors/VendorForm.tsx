import { NewVendor, type Vendor } from "../../domain/purchases/vendors.ts";
import { BLANK_PARTY, PartyFields, partyBody, partyValues } from "../clients/PartyFields.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { NotesField, SelectField, TextField, toUpperCaseField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { CREDIT_CHOICES, TDS_CHOICES, VENDOR_KIND_CHOICES } from "./words.ts";

interface Props {
  /** Undefined for a new one. */
  party: Vendor | undefined;
  /** The initial values of a new one. */
  start?: Partial<typeof BLANK>;
  onSaved(answer: never): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

const BLANK = {
  ...BLANK_PARTY,
  pan: "",
  tdsRule: "" as string,
  itc: "" as string,
  isSmallEnterprise: false,
  agreedDays: "",
  isAssociated: false,
};

/** Converts a vendor to form values: the days become text. */
const toFormValues = (vendor: Vendor): typeof BLANK =>
  partyValues(BLANK, { ...vendor, agreedDays: vendor.agreedDays?.toString() ?? "" });

/**
 * Converts the values to the API's input: agreed days only for small enterprises, association only outside
 * India.
 */
function toBody({ agreedDays, isAssociated, ...values }: typeof BLANK) {
  const body = partyBody(values);
  const days = agreedDays.trim();
  return {
    ...body,
    agreedDays: values.isSmallEnterprise && days ? Number(days) : null,
    isAssociated: isAssociated && body.kind === "OVERSEAS",
  };
}

/** The form of a vendor, with the defaults of their bills. */
export function VendorForm({ party: vendor, start, onSaved, onDelete, onClose }: Props) {
  const form = useAppForm({
    values: vendor ? toFormValues(vendor) : { ...BLANK, ...start },
    schema: NewVendor,
    read: toBody,
    draft: vendor || start ? undefined : { noun: "vendor" },
    save: saveTo("/api/vendors", vendor),
    onSaved: afterSave(`Vendor ${vendor ? "updated" : "created"} successfully`, {
      onSaved,
      onClose,
    }),
    otherwise: "Operation failed",
  });
  const { field, values, change } = form;
  return (
    <FormDialog
      title={vendor ? "Edit Vendor" : "Add Vendor"}
      form={form}
      wide
      onDelete={onDelete}
      onClose={onClose}
    >
      <PartyFields
        form={form}
        kinds={VENDOR_KIND_CHOICES}
        kindHelp="GST registration type; sets the tax on their bills"
      />
      <div className="grid-2">
        <TextField
          label="PAN"
          autoCapitalize="characters"
          spellCheck={false}
          help="Taken from the GSTIN; without a PAN, TDS is 20%"
          field={toUpperCaseField(field("pan"))}
        />
        <SelectField
          label="TDS"
          blank="None"
          options={TDS_CHOICES}
          help="Deducted from their bills"
          field={field("tdsRule")}
        />
        <SelectField
          label="Input credit"
          blank="Same as category"
          options={CREDIT_CHOICES}
          field={field("itc")}
        />
      </div>
      <Checkbox
        name="isSmallEnterprise"
        label="Micro or small enterprise: pay within 15 days, or up to 45 if agreed in writing"
        isOn={values.isSmallEnterprise}
        onChange={(isOn) => change("isSmallEnterprise", isOn)}
      />
      {values.isSmallEnterprise && (
        <TextField
          label="Agreed days"
          inputMode="numeric"
          placeholder="15"
          help="Days in the written agreement, at most 45. Leave blank if there is none: 15 days."
          field={field("agreedDays")}
        />
      )}
      {partyBody(values).kind === "OVERSEAS" && (
        <Checkbox
          name="isAssociated"
          label="Associated enterprise: reverse charge falls due when the bill is entered"
          isOn={values.isAssociated}
          onChange={(isOn) => change("isAssociated", isOn)}
        />
      )}
      <NotesField label="Notes" field={field("notes")} />
    </FormDialog>
  );
}
