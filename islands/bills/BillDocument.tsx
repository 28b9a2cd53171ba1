// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { formatDate } from "../../domain/dates.ts";
import { type Rupees, roundToPaise } from "../../domain/money.ts";
import { BILL_KIND_NAMES, type Bill, type BillItem } from "../../domain/purchases/bills.ts";
import { BLOCKED_NAMES } from "../../domain/purchases/credit.ts";
import { TDS_LAW } from "../../domain/tds/law.ts";
import { Money, Sum } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";

const NAMES = { cgst: "CGST", sgst: "SGST", igst: "IGST" } as const;
type Tax = keyof typeof NAMES;
const TAXES = Object.keys(NAMES) as Tax[];

/** A bill as entered: vendor, dates, place, lines with their input tax, and totals. */
export function BillDocument({ bill }: { bill: Bill }) {
  const { kind, date, dueDate, vendorId, recipient, supplyPlace, tdsRule, notes } = bill;
  const isOurs = bill.reverseCharge;
  const heads = TAXES.filter((head) => bill.items.some((item) => item[head] !== 0));
  return (
    <section className="panel bill-paper" aria-label={BILL_KIND_NAMES[kind]}>
      <div className="section">
        <FactList
          facts={[
            ["Vendor", <a href={`/vendors?vendor=${vendorId._id}`}>{vendorId.displayName}</a>],
            ["GSTIN", recipient.gstin, "num"],
            ["Kind", kind !== "BILL" && BILL_KIND_NAMES[kind]],
            ["Date", formatDate(date)],
            ["Due", dueDate !== date && formatDate(dueDate)],
            [
              "Small enterprise",
              bill.smallEnterpriseBy && `by ${formatDate(bill.smallEnterpriseBy)}`,
            ],
            ["Place of supply", supplyPlace.text],
            ["Tax", bill.import ? "Import of services" : isOurs && "Reverse charge: paid by us"],
            ["Credit changed", bill.creditChangedOn && formatDate(bill.creditChangedOn)],
            ["Cancelled", bill.cancelledOn && formatDate(bill.cancelledOn)],
            ["TDS", tdsRule && TDS_LAW[tdsRule].name],
            ["Notes", notes],
          ]}
        />
      </div>
      <table role="table" className="tbl to-list paper-items">
        <caption className="sr-only">Items</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Description
            </th>
            {["Taxable", ...heads.map((head) => NAMES[head]), "Total"].map((head) => (
              <th role="columnheader" scope="col" className="r" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {bill.items.map((item, n) => (
            <Item key={n} item={item} heads={heads} isOurs={isOurs} />
          ))}
        </tbody>
      </table>
      <div className="section">
        <Sums bill={bill} />
      </div>
    </section>
  );
}

interface ItemProps {
  item: BillItem;
  heads: Tax[];
  isOurs: boolean;
}

function Item({ item, heads, isOurs }: ItemProps) {
  const { description, hsnSac, taxPct, taxable, cess } = item;
  const taxes = [cess, ...heads.map((head) => item[head])];
  const tax = taxes.reduce((sum, one) => sum + roundToPaise(one), 0);
  const total = (roundToPaise(taxable) + (isOurs ? 0 : tax)) / 100;
  const facts = [hsnSac && `HSN/SAC ${hsnSac}`, `${taxPct}% GST`, creditText(item, tax > 0)];
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className="cell-main breaks">{description}</span>
        <span className="cell-sub">{facts.filter(Boolean).join(", ")}</span>
      </th>
      <td role="cell" className="r drop">
        <Money amount={taxable} />
      </td>
      {heads.map((head) => (
        <td role="cell" className="r drop" key={head}>
          <Money amount={item[head]} />
        </td>
      ))}
      <td role="cell" className="r strong">
        <Money amount={total as Rupees} />
      </td>
    </tr>
  );
}

function creditText({ itc, blockedBy }: BillItem, hasTax: boolean): string {
  if (!hasTax) return "";
  if (itc === "ELIGIBLE") return "input credit";
  if (itc === "NONE") return "no credit";
  return blockedBy ? `blocked: ${BLOCKED_NAMES[blockedBy]}` : "credit blocked";
}

function Sums({ bill }: { bill: Bill }) {
  const { tax, cess, roundOff, reverseChargeTax, credit, taxableValue, grandTotal } = bill;
  const ours = TAXES.filter((head) => reverseChargeTax[head] !== 0);
  return (
    <dl className="sums bill-sums">
      <Sum name="Taxable value" amount={taxableValue} />
      {TAXES.filter((head) => tax[head] !== 0).map((head) => (
        <Sum key={head} name={NAMES[head]} amount={tax[head]} />
      ))}
      {cess !== 0 && <Sum name="Cess" amount={cess} />}
      {roundOff !== 0 && <Sum name="Round off" amount={roundOff} />}
      <Sum name="Total" amount={grandTotal} className="rule grand" />
      {ours.map((head) => (
        <Sum key={head} name={`${NAMES[head]}, paid by us`} amount={reverseChargeTax[head]} />
      ))}
      {credit > 0 && <Sum name="Input tax credit included" amount={credit} />}
    </dl>
  );
}
