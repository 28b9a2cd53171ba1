import { useId, useState } from "react";
import { foreignMemo } from "../../domain/documents/paper.ts";
import { SUPPLIES, SUPPLY_NAMES } from "../../domain/gst/supply.ts";
import { toRupees } from "../../domain/money.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { NotesField, SelectField, TextField, toUpperCaseField } from "../ui/Field.tsx";
import { layOutWarning } from "../ui/Warning.tsx";
import type { useInvoice } from "./useInvoice.ts";
import { readRate, type Values } from "./values.ts";

type Form = ReturnType<typeof useInvoice>;

/** Returns whether rarely used fields are shown. They are always shown if one of them is in use. */
export function useMore({ values, place, supplier }: Form) {
  const [isOpen, setOpen] = useState(false);
  const isUnusual = hasMore(values, supplier.isComposition) || place.supply !== "REGULAR";
  // The fields must not collapse while the user changes one back.
  if (isUnusual && !isOpen) setOpen(true);
  return { isOpen, isUnusual, toggle: () => setOpen(!isOpen) };
}

const hasMore = (values: Values, isComposition: boolean) =>
  (values.kind === "BILL_OF_SUPPLY" && !isComposition) ||
  values.reverseCharge ||
  Boolean(
    values.foreignCurrency || values.exchangeRate || values.deliveryAddress || values.serviceDate,
  ) ||
  values.items.some(({ unit }) => unit);

interface Props {
  form: Form;
  more: ReturnType<typeof useMore>;
  isNew: boolean;
}

/** The rarely used fields: type, supply, reverse charge and foreign currency. */
export function More({ form, more, isNew }: Props) {
  const id = useId();
  return (
    <>
      <p className="row gap-8 mt-8">
        <Button
          look="link"
          icon={more.isOpen ? "chevron-down" : "chevron-right"}
          label="More"
          aria-expanded={more.isOpen}
          aria-controls={id}
          disabled={more.isUnusual}
          onClick={more.toggle}
        />
        {!more.isOpen && (
          <span className="muted small">
            {form.values.kind === "ESTIMATE"
              ? "Export, SEZ, reverse charge, currency, delivery, units"
              : "Bill of supply, export, SEZ, reverse charge, currency, delivery, units"}
          </span>
        )}
      </p>
      <div className="grid-4 more" id={id} hidden={!more.isOpen}>
        {more.isOpen && <Fields form={form} isNew={isNew} />}
      </div>
    </>
  );
}

const KINDS = [
  ["INVOICE", "Invoice"],
  ["BILL_OF_SUPPLY", "Bill of Supply"],
] as const;

function Fields({ form, isNew }: Omit<Props, "more">) {
  const { field, values, place, supplier, totals } = form;
  const rate = readRate(values.exchangeRate);
  const memo = foreignMemo({
    foreignCurrency: values.foreignCurrency,
    exchangeRate: rate,
    grandTotal: toRupees(totals.grandTotalPaise),
  });
  const lut = form.warnings.find(({ code }) => code === "LUT_MISSING");
  return (
    <>
      <SelectField
        label="Supply"
        options={SUPPLIES.map((supply) => [supply, SUPPLY_NAMES[supply]] as const)}
        help={layOutWarning(lut?.message)}
        field={{ ...field("supply"), value: place.supply }}
      />
      {isNew && values.kind !== "ESTIMATE" && supplier.gstin && !supplier.isComposition && (
        <SelectField label="Kind" options={KINDS} field={field("kind")} />
      )}
      <TextField
        label="Currency"
        list="currencies"
        placeholder="INR"
        help="Shown next to the rupee total"
        field={toUpperCaseField(field("foreignCurrency"))}
      />
      <TextField
        label="Exchange rate"
        inputMode="decimal"
        placeholder="0.0000"
        className="num"
        help={memo || "Rupees per unit"}
        field={field("exchangeRate")}
      />
      <NotesField
        label="Delivery address"
        help="Shown if different from the place of supply"
        field={field("deliveryAddress")}
      />
      <DateField
        label="Date of service"
        help="Enter it only if it is more than 30 days before the invoice date; tax was due then"
        field={field("serviceDate")}
      />
      {supplier.gstin && !form.isUntaxed && (
        <Checkbox
          name="reverseCharge"
          label="Reverse charge: tax payable by the recipient"
          isOn={values.reverseCharge}
          onChange={(isOn) => form.change("reverseCharge", isOn)}
        />
      )}
      <datalist id="currencies">
        {["USD", "EUR", "GBP", "AED", "SGD", "AUD", "CAD", "CHF", "JPY"].map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  );
}
