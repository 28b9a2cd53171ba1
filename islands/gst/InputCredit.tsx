import {
  COMMON_CREDIT,
  type Gstr3bView,
  type TaxesView,
} from "../../domain/gst/returns/filings.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Sum } from "../ui/Money.tsx";
import { Copied } from "./Copied.tsx";
import { TaxHeads } from "./Gstr1.tsx";
import { figureText } from "./words.tsx";

/** Tables 4 and 5: available credit, reversals, and purchases without tax. */
export function InputCredit({ shown: { tables, isProvisional, period } }: { shown: Gstr3bView }) {
  const inward = [
    ["From composition dealers, exempt and nil rated supplies", tables["5GST"]],
    ["Non-GST supplies", tables["5NONGST"]],
  ] as const;
  return (
    <section className="panel" aria-labelledby="b4">
      <div className="panel-head">
        <h2 id="b4">4 Input tax credit</h2>
      </div>
      <table className="tbl gst to-list">
        <caption className="sr-only">Table 4</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Description</th>
            <TaxHeads />
          </tr>
        </thead>
        <tbody>
          {CREDIT.map(([key, row, what]) => (
            <CreditLine key={key} row={row} what={what} taxes={tables[key]} isNet={key === "4C"} />
          ))}
        </tbody>
      </table>
      <p className="aside-note">
        {isProvisional
          ? "Provisional, based on your books. Final credit depends on GSTR-2B."
          : "4A includes all of GSTR-2B; 4B reverses the part you cannot claim."}
      </p>
      {tables["3.1c"].taxable > 0 && <p className="aside-note">{COMMON_CREDIT}</p>}
      {isProvisional && (
        <LinkButton label="Load GSTR-2B" href={`/gst?period=${period}&tab=gstr2b`} />
      )}
      <dl className="sums table-5">
        {inward.map(([name, { inter, intra }]) => (
          <Sum key={name} name={`5 ${name}`}>
            {figureText(inter + intra)}
            <span className="cell-sub">{`other States ${figureText(inter)}`}</span>
          </Sum>
        ))}
      </dl>
    </section>
  );
}

const CREDIT = [
  ["4A1", "A1", "Import of goods"],
  ["4A2", "A2", "Import of services"],
  ["4A3", "A3", "Reverse charge"],
  ["4A4", "A4", "Input service distributor"],
  ["4A5", "A5", "All other ITC"],
  ["4B1", "B1", "ITC reversed: section 17(5)"],
  ["4B2", "B2", "ITC reversed: others (not in GSTR-2B, unpaid for 180 days)"],
  ["4C", "C", "Net ITC available"],
  ["4D1", "D1", "ITC reclaimed, reversed before in 4(B)(2)"],
  ["4D2", "D2", "Ineligible ITC: time limit, place of supply"],
] as const;

interface CreditProps {
  row: string;
  what: string;
  taxes: TaxesView;
  isNet: boolean;
}

function CreditLine({ row, what, taxes: { igst, cgst, sgst }, isNet }: CreditProps) {
  const tax = igst + cgst + sgst;
  return (
    <tr className={isNet ? "is-sum" : undefined}>
      <td className="no">{row}</td>
      <th scope="row" className="name">
        {what}
      </th>
      <td className="r taxes only-phone">{tax !== 0 && figureText(tax)}</td>
      {[igst, cgst, sgst].map((amount, n) => (
        <td className="r drop" key={n}>
          <Copied amount={amount} />
        </td>
      ))}
    </tr>
  );
}
