import { pluralize } from "../../domain/counts.ts";
import { today } from "../../domain/dates.ts";
import { SupplierReturn } from "../../domain/purchases/supplierReturns.ts";
import type { VendorList } from "../../domain/purchases/vendors.ts";
import { send } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  /** If left out, the dialog asks for the vendor. */
  vendor?: { _id: string; displayName: string } | undefined;
  /** The first month, `2026-04`. */
  period: string;
  isFiled: boolean;
  onChanged(): void;
  onClose(): void;
}

/** Records whether a vendor has filed GSTR-3B for a month. If not, its credit is reversed (Rule 37A). */
export function SupplierForm({ vendor, period, isFiled, onChanged, onClose }: Props) {
  const source = useFetch<VendorList>(vendor ? null : "/api/vendors");
  const registered = source.data?.vendors.filter(({ gstin }) => gstin !== "") ?? [];
  const form = useAppForm({
    values: { vendorId: vendor?._id ?? "", period, date: today() },
    schema: SupplierReturn,
    read: ({ vendorId, ...rest }) => ({ ...rest, vendorId }),
    save: ({ vendorId, ...body }: { vendorId: string }) =>
      send("POST", `/api/gst/suppliers/${vendorId}/${isFiled ? "filed" : "not-filed"}`, body),
    onSaved: ({ bills }: { bills: number }) => {
      const what = isFiled ? "reclaimed" : "reversed";
      showToast("success", `Credit of ${pluralize(bills, "bill")} ${what}`);
      onChanged();
      onClose();
    },
    otherwise: "Error saving the vendor’s return",
  });
  const affected = vendor ? `${vendor.displayName}’s bills` : "the vendor’s bills";
  return (
    <FormDialog
      title={isFiled ? "Vendor Has Filed" : "Vendor Has Not Filed"}
      verb={isFiled ? "Reclaim" : "Reverse"}
      form={form}
      onClose={onClose}
    >
      <p className="notice">
        {isFiled
          ? `Reclaims the input credit of ${affected}.`
          : `Reverses the input credit of ${affected} until the vendor files GSTR-3B (Rule 37A).`}
      </p>
      {!vendor && (
        <SelectField
          label="Vendor"
          required
          autoFocus
          blank="Choose..."
          source={source}
          options={registered.map(({ _id, displayName }) => [_id, displayName] as const)}
          field={form.field("vendorId")}
        />
      )}
      <div className="grid-2 keep">
        <TextField
          label="Month of the bills"
          required
          autoFocus={vendor !== undefined}
          placeholder="2026-04"
          field={form.field("period")}
        />
        <DateField label="Date" required isBooked field={form.field("date")} />
      </div>
    </FormDialog>
  );
}
