import type { HeadsView } from "../../domain/gst/returns/filings.ts";
import { CreditOpening } from "../../domain/purchases/matchingInput.ts";
import { send } from "../browser/api.ts";
import { AmountField, readRupees } from "../ui/AmountField.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props {
  period: string;
  opening: HeadsView;
  onChanged(): void;
  onClose(): void;
}

const HEADS = ["igst", "cgst", "sgst"] as const;

/** Asks for the opening balance of the portal's credit ledger, which only the portal knows. */
export function CreditDialog({ period, opening, onChanged, onClose }: Props) {
  const text = (head: (typeof HEADS)[number]) => opening[head].toFixed(2);
  const form = useAppForm({
    needs: "nothing",
    values: { igst: text("igst"), cgst: text("cgst"), sgst: text("sgst") },
    schema: CreditOpening,
    read: (values) => ({
      igst: readRupees(values.igst),
      cgst: readRupees(values.cgst),
      sgst: readRupees(values.sgst),
    }),
    save: (body: object) => send("PUT", `/api/gst/${period}/credit`, body),
    onSaved: afterSave("Credit saved", { onSaved: onChanged, onClose }),
    otherwise: "Failed to save the credit",
  });
  return (
    <FormDialog title="Opening input tax credit" verb="Save" form={form} onClose={onClose}>
      <p className="small muted">
        The balance of the electronic credit ledger on the portal at the start of the month.
      </p>
      {HEADS.map((head) => (
        <AmountField
          key={head}
          label={head.toUpperCase()}
          required
          autoFocus={head === "igst"}
          field={form.field(head)}
        />
      ))}
    </FormDialog>
  );
}
