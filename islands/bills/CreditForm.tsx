import { today } from "../../domain/dates.ts";
import { CreditChange } from "../../domain/purchases/billInput.ts";
import type { Bill, BillItem } from "../../domain/purchases/bills.ts";
import { BLOCKED_BY, BLOCKED_NAMES } from "../../domain/purchases/credit.ts";
import { send } from "../browser/api.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { moneyText } from "../ui/Money.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  bill: Bill;
  onChanged(): void;
  onClose(): void;
}

const CHOICES = [
  ["BLOCKED", "Do not claim: the tax becomes part of the cost"],
  ["ELIGIBLE", "Claim it"],
] as const;
const REASONS = BLOCKED_BY.map((reason) => [reason, BLOCKED_NAMES[reason]] as const);

const sumTax = ({ cgst, sgst, igst, cess }: BillItem) => cgst + sgst + igst + cess;

/** Changes the tax treatment of a bill from a date on, paid or not. */
export function CreditForm({ bill, onChanged, onClose }: Props) {
  const { _id, items, number, vendorId } = bill;
  const isClaimed = items.some(({ itc }) => itc === "ELIGIBLE");
  const form = useAppForm({
    values: {
      itc: isClaimed ? "BLOCKED" : "ELIGIBLE",
      blockedBy: "",
      date: today(),
      lines: items.map((item) => sumTax(item) > 0),
    },
    schema: CreditChange,
    read: ({ lines, itc, blockedBy, date }) => ({
      itc,
      date,
      blockedBy: itc === "BLOCKED" ? blockedBy : "",
      lines: lines.flatMap((isOn, n) => (isOn ? [n + 1] : [])),
    }),
    save: (body: object) => send("POST", `/api/bills/${_id}/credit`, body),
    onSaved: afterSave("Input credit changed", { onSaved: onChanged, onClose }),
    otherwise: "Error changing the credit",
  });
  const { values, field, change } = form;
  const taxed = items.flatMap((item, n) => (sumTax(item) > 0 ? [{ item, n }] : []));
  return (
    <FormDialog title="Change Input Credit" verb="Change" form={form} onClose={onClose}>
      <p className="notice">{`${number}, ${vendorId.displayName}`}</p>
      <SelectField label="Input credit" required options={CHOICES} field={field("itc")} />
      {values.itc === "BLOCKED" && (
        <SelectField
          label="Reason"
          blank="No reason"
          options={REASONS}
          field={field("blockedBy")}
        />
      )}
      {taxed.length > 1 && (
        <fieldset className="ticks grid gap-4 mb-12">
          <legend className="mb-4 strong">Items</legend>
          {taxed.map(({ item, n }) => (
            <Checkbox
              key={n}
              name={`lines.${n}`}
              label={`${item.description}, GST ${moneyText(sumTax(item) as never)}`}
              isOn={values.lines[n] === true}
              onChange={(isOn) => change(`lines[${n}]`, isOn)}
            />
          ))}
        </fieldset>
      )}
      <DateField
        label="From"
        required
        isBooked
        field={field("date")}
        help="If a filed return includes the bill, the return for this date reports the change."
      />
    </FormDialog>
  );
}
