// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.

import type { ReactNode } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import {
  type Invoice,
  type InvoiceItem,
  isOverdue,
  type Recipient,
  taxesOf,
  toLine,
} from "../../domain/documents/invoices.ts";
import { lineFigures } from "../../domain/gst/figures.ts";
import { findState, printedState, stateOfGstin } from "../../domain/gst/states.ts";
import { groupIndian, type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { Money, moneyText, Sum } from "../ui/Money.tsx";
import { dueText } from "./status.tsx";

/** The invoice as its client reads it, with the agency and the client that it shows. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  return (
    <article className="paper" aria-label={invoice.title}>
      <Head invoice={invoice} />
      <Facts invoice={invoice} />
      <Items invoice={invoice} />
      <PaperFoot invoice={invoice} />
    </article>
  );
}

/** What notes show as invoices do. */
interface Props {
  invoice: Omit<
    Invoice,
    | (
        | "advancesUsed"
        | "balance"
        | "creditApplied"
        | "dueDate"
        | "exchangeRate"
        | "foreignCurrency"
      )
    | ("invoiceNumber" | "kind" | "placeOfSupply" | "received" | "tds" | "terms" | "writtenOff")
  >;
}

export function Head({ invoice }: Props) {
  const { agencyName, location, contactNumber, gstin, logoUrl } = invoice.supplier;
  return (
    <div className="paper-top">
      <div className="paper-from">
        <span className="logo" aria-hidden="true">
          {logoUrl ? <img src={logoUrl} alt="" /> : agencyName.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <h2>{agencyName}</h2>
          <Lines lines={[location, contactNumber, gstin && `GSTIN ${gstin}`]} />
        </div>
      </div>
      <div className="paper-no">
        <h2>{invoice.title}</h2>
        <p className="small soft doc">{invoice.number}</p>
      </div>
    </div>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { date, dueDate } = invoice;
  const due = dueText(invoice);
  return (
    <dl className="paper-meta">
      <Who label="Billed to" recipient={invoice.recipient} />
      <div>
        <dt>Invoice date</dt>
        <dd className="num">{formatDate(date)}</dd>
      </div>
      {dueDate && (
        <div>
          <dt>Due date</dt>
          <dd className="num">
            {formatDate(dueDate)}
            {due && (
              <span className={`small ${isOverdue(invoice, today()) ? "neg" : "muted"}`}>
                {due}
              </span>
            )}
          </dd>
        </div>
      )}
      <Place invoice={invoice} />
    </dl>
  );
}

/** Whom it is for. */
export function Who({ label, recipient }: { label: string; recipient: Recipient }) {
  const { name, address, city, pin, gstin, state, stateCode, phone, email } = recipient;
  return (
    <div className="who">
      <dt>{label}</dt>
      <dd>
        <span className="strong">{name}</span>
        <Lines
          lines={[
            address,
            [city, pin].filter(Boolean).join(" "),
            [stateCode, state].filter(Boolean).join("-"),
            gstin && `GSTIN ${gstin}`,
            [phone, email].filter(Boolean).join(", "),
          ]}
        />
      </dd>
    </div>
  );
}

/** Where it is supplied, and why it is taxed as it is; a paper without GST says nothing of that. */
export function Place({ invoice }: Props) {
  const { supplyPlace, supplier, gstMode } = invoice;
  const state = findState(supplyPlace.stateCode);
  const taxes = taxesOf(invoice).map(({ name }) => name);
  if (taxes.length === 0) return null;
  const isKnown = state && stateOfGstin(supplier.gstin);
  const relation = isKnown ? (gstMode === "IGST" ? "Another state: " : "Same state: ") : "";
  return (
    <div>
      <dt>Place of supply</dt>
      <dd>
        {state ? printedState(state) : supplyPlace.text || "–"}
        <span className="small muted">{`${relation}${taxes.join(" + ")}`}</span>
      </dd>
    </div>
  );
}

/** What there is of them, each on lines of its own. */
function Lines({ lines }: { lines: string[] }) {
  return <p className="small soft paper-lines">{lines.filter(Boolean).join("\n")}</p>;
}

/** From here on seven columns of figures leave a description no room at their usual size. */
const CRORE = 1_00_00_000;

export function Items({ invoice }: Props) {
  const taxes = taxesOf(invoice);
  const isWide = invoice.grandTotal >= CRORE;
  const taxHeads = taxes.length > 0 ? ["Taxable", ...taxes.map(({ name }) => name)] : [];
  return (
    <table role="table" className={`tbl to-list paper-items ${isWide ? "is-wide" : ""}`}>
      <caption className="sr-only">Items</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Description
          </th>
          {["Qty", "Rate", ...taxHeads, "Total"].map((head) => (
            <th role="columnheader" scope="col" className="r" key={head}>
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
  invoice: Props["invoice"];
  taxes: ReturnType<typeof taxesOf>;
}

/** A line with the figures that the engine makes of it, as the PDF prints them. */
function Item({ item, invoice, taxes }: ItemProps) {
  const { description, hsnSac, qty, rate, discountPct, taxPct } = item;
  const figures = lineFigures(toLine(item), invoice.gstMode);
  const discount = discountPct > 0 && `less ${discountPct}%`;
  const tax = taxes.length > 0 && `${taxPct}% GST`;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className="cell-main">{description}</span>
        {hsnSac && <span className="cell-sub num">HSN/SAC {hsnSac}</span>}
        <span className="cell-sub num paper-sum">
          {[`${grouped(qty)} × ${moneyText(rate)}`, discount, tax].filter(Boolean).join(", ")}
        </span>
      </th>
      <td role="cell" className="r drop">
        {grouped(qty)}
      </td>
      <td role="cell" className="r drop">
        <Money amount={rate} />
        {discount && <span className="cell-sub">{discount}</span>}
      </td>
      {taxes.length > 0 && (
        <td role="cell" className="r drop">
          <Money amount={toRupees(figures.taxable)} />
        </td>
      )}
      {taxes.map(({ name, part }) => (
        <td role="cell" className="r drop" key={name}>
          <Money amount={toRupees(figures[part])} />
          <span className="cell-sub">{`${taxPct / taxes.length}%`}</span>
        </td>
      ))}
      <td role="cell" className="r strong">
        <Money amount={toRupees(figures.total)} />
      </td>
    </tr>
  );
}

/** `1,200.5`: as much of it as was written. */
function grouped(qty: number): string {
  const [whole = "", fraction] = String(qty).split(".");
  return [groupIndian(whole), fraction].filter(Boolean).join(".");
}

/** Where to pay and what was agreed, and beside it what it comes to. */
function PaperFoot({ invoice }: { invoice: Invoice }) {
  const { supplier, notes, terms, grandTotal } = invoice;
  return (
    <div className="paper-end">
      <div className="paper-notes">
        <PayTo bank={supplier.bankDetails} />
        {notes && <Remark title="Notes">{notes}</Remark>}
        {terms && <Remark title="Terms">{terms}</Remark>}
      </div>
      <div className="paper-sums">
        <Sums invoice={invoice} />
        <p className="small soft">{amountInWords(toPaise(grandTotal) as Paise)}</p>
      </div>
    </div>
  );
}

function PayTo({ bank }: { bank: BankDetails }) {
  const { accountName, bankName, branch, accountNo, ifsc, upi } = bank;
  const lines = [
    accountName,
    [bankName, branch].filter(Boolean).join(", "),
    [accountNo && `A/c ${accountNo}`, ifsc && `IFSC ${ifsc}`].filter(Boolean).join(", "),
    upi && `UPI ${upi}`,
  ].filter(Boolean);
  return lines.length > 0 && <Remark title="Pay to">{lines.join("\n")}</Remark>;
}

export function Remark({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className="paper-lines">{children}</p>
    </div>
  );
}

export function Sums({ invoice }: Props) {
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = invoice;
  const rate = commonRate(invoice);
  const taxes = taxesOf(invoice);
  return (
    <dl className="sums">
      <Sum name="Subtotal" amount={subTotal} />
      {discountTotal > 0 && <Sum name="Discount" amount={-discountTotal} />}
      {taxes.length > 0 && <Sum name="Taxable Amount" amount={taxableValue} />}
      {taxes.map(({ name, part }) => (
        <Sum
          key={name}
          name={rate === undefined ? name : `${name} ${rate / taxes.length}%`}
          amount={tax[part]}
        />
      ))}
      {roundOff !== 0 && <Sum name="Round Off" amount={roundOff} />}
      <Sum name="Grand Total" amount={grandTotal} className="rule grand" />
    </dl>
  );
}

/** The rate of every item, where all have the same. */
function commonRate({ items }: Props["invoice"]): number | undefined {
  const rates = new Set(items.map(({ taxPct }) => taxPct));
  return rates.size === 1 ? items[0]?.taxPct : undefined;
}
