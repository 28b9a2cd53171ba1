import type { Invoice } from "../../domain/invoices.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { missingParticulars } from "../../domain/rule46.ts";
import { stateOfGstin } from "../../domain/states.ts";
import { Icon, type IconName } from "../parts/Icon.tsx";
import { nowhere } from "./supply.ts";

/** What a reader of the paper would otherwise take wrongly, and what should be seen to before it is sent. */
export function Standing({ invoice }: { invoice: Invoice }) {
  if (invoice.status === "CANCELLED") {
    return (
      <Note icon="info">
        This invoice is cancelled: it counts in no total, and its number is not given again.
      </Note>
    );
  }
  if (invoice.status !== "DRAFT") return null;
  return (
    <>
      <Note icon="info">
        A draft shows agency and client as they are now. Once sent, it keeps them as they were then.
      </Note>
      {cautionsOf(invoice).map((caution) => (
        <Note icon="triangle-alert" key={caution}>
          {caution}
        </Note>
      ))}
    </>
  );
}

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

function Note({ icon, children }: { icon: IconName; children: string }) {
  return (
    <p className="attn" role="note">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}
