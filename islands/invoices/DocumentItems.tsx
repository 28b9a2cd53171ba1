// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.

import type { InvoiceItem } from "../../domain/documents/invoices.ts";
import { lineTotal, listShownTaxes, type Shown } from "../../domain/documents/paper.ts";
import { TREATMENT_NAMES } from "../../domain/gst/supply.ts";
import { groupIndian } from "../../domain/money.ts";
import { Money, moneyText } from "../ui/Money.tsx";

/** From this amount on, seven money columns leave no room for a description at their usual size. */
const CRORE = 1_00_00_000;

/** The lines of an invoice or a note, with their amounts. */
export function Items({ invoice }: { invoice: Shown }) {
  const taxes = listShownTaxes(invoice);
  const isWide = invoice.grandTotal >= CRORE;
  const taxHeads = taxes.length > 0 ? ["Taxable", ...taxes.map(({ name }) => name)] : [];
  return (
    <table role="table" className={`tbl to-list paper-items ${isWide ? "is-wide" : ""}`}>
      <caption className="sr-only">Items</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th className="line-above bare" role="columnheader" scope="col">
            Description
          </th>
          {["Qty", "Rate", ...taxHeads, "Total"].map((head) => (
            <th role="columnheader" scope="col" className="r line-above bare" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {invoice.items.map((item, index) => (
          <Item key={index} item={item} invoice={invoice} taxes={taxes} />
        ))}
      </tbody>
    </table>
  );
}

interface ItemProps {
  item: InvoiceItem;
  invoice: Shown;
  taxes: ReturnType<typeof listShownTaxes>;
}

/** A line with its stored amounts. */
function Item({ item, invoice, taxes }: ItemProps) {
  const { description, hsnSac, qty, unit, rate, discountPct, taxPct, treatment } = item;
  const { reverseCharge } = invoice;
  const discount = discountPct > 0 && `less ${discountPct}%`;
  const tax = (taxes.length > 0 || reverseCharge) && `${taxPct}% GST`;
  const amount = [groupDigits(qty), unit].filter(Boolean).join(" ");
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className="cell-main breaks">{description}</span>
        {hsnSac && <span className="cell-sub num">HSN/SAC {hsnSac}</span>}
        {treatment && <span className="cell-sub">{TREATMENT_NAMES[treatment]}</span>}
        {reverseCharge && <span className="cell-sub num not-phone">{`${taxPct}% GST`}</span>}
        <span className="cell-sub num paper-sum">
          {[`${amount} × ${moneyText(rate)}`, discount, tax].filter(Boolean).join(", ")}
        </span>
      </th>
      <td role="cell" className="r drop">
        {amount}
      </td>
      <td role="cell" className="r drop">
        <Money amount={rate} />
        {discount && <span className="cell-sub">{discount}</span>}
      </td>
      {taxes.length > 0 && (
        <td role="cell" className="r drop">
          <Money amount={item.taxable} />
        </td>
      )}
      {taxes.map(({ name, part }) => (
        <td role="cell" className="r drop" key={name}>
          <Money amount={item[part]} />
          <span className="cell-sub">{`${taxPct / taxes.length}%`}</span>
        </td>
      ))}
      <td role="cell" className="r strong">
        <Money amount={lineTotal(item, invoice)} />
      </td>
    </tr>
  );
}

/** Groups digits and keeps the decimals as entered: `1,200.5`. */
function groupDigits(qty: number): string {
  const [whole = "", fraction] = String(qty).split(".");
  return [groupIndian(whole), fraction].filter(Boolean).join(".");
}
