import type { Invoice } from "../../domain/invoices.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { missingParticulars } from "../../domain/rule46.ts";
import { stateOfGstin } from "../../domain/states.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { nowhere } from "./supply.ts";

/** What a reader of the paper would otherwise take wrongly, and what should be seen to before it is sent. */
export function InvoiceWarnings({ invoice }: { invoice: Invoice }) {
  const { status } = invoice;
  if (status === "CANCELLED") return <Notes icon="info" sentences={[CANCELLED]} />;
  const cautions = status === "DRAFT" ? cautionsOf(invoice) : [];
  return cautions.length > 0 && <Notes icon="triangle-alert" sentences={cautions} />;
}

const CANCELLED =
  "This invoice is cancelled: it counts in no total, and its number is not given again.";

/** Told and never refused. */
function cautionsOf({ supplier, recipient, supplyPlace, items, tax, taxableValue }: Invoice) {
  const cautions: string[] = [];
  if (!supplyPlace.stateCode) {
    cautions.push(`${nowhere(supplyPlace.text)}; taxed as within the agency's state.`);
  }
  if (stateOfGstin(supplier.gstin)) {
    const taxable = toPaise(taxableValue) as Paise;
    cautions.push(...missingParticulars({ taxable, recipient, items }));
  } else if (tax.cgst + tax.sgst + tax.igst > 0) {
    cautions.push("GST is charged, but the agency has no GSTIN.");
  }
  return cautions;
}

function Notes({ icon, sentences }: { icon: IconName; sentences: string[] }) {
  return (
    <div className="attn standing" role="note">
      <Icon name={icon} />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}
