import type { ReactNode } from "react";
import { formatDate, today } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import { type Invoice, isOverdue } from "../../domain/documents/invoices.ts";
import {
  BY_RECIPIENT,
  COMPOSITION,
  commonRate,
  findDestination,
  foreignMemo,
  isBillOfSupply,
  isOfGst,
  listEndorsements,
  listShownTaxes,
  listTaxNames,
  type Shown,
  supplierLines,
  type Taxed,
  type Whom,
} from "../../domain/documents/paper.ts";
import { findState, findStateByGstin, formatState } from "../../domain/gst/states.ts";
import { isExport, SUPPLY_NAMES } from "../../domain/gst/supply.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { moneyText, Sum } from "../ui/Money.tsx";
import { Items } from "./DocumentItems.tsx";
import { dueText } from "./status.tsx";

/** The invoice as the client sees it, with the stored details of agency and client. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const { date, dueDate, supplier, deliveryAddress, notes, terms, reverseCharge } = invoice;
  const due = dueText(invoice);
  const owed = listTaxNames(invoice).map(
    ({ name, part }) => `${name} ${moneyText(invoice.reverseChargeTax[part])}`,
  );
  return (
    <Paper
      document={invoice}
      to="Billed to"
      facts={
        <>
          <Fact label="Invoice date">{formatDate(date)}</Fact>
          {dueDate && (
            <Fact label="Due date">
              {formatDate(dueDate)}
              {due && (
                <span className={`small ${isOverdue(invoice, today()) ? "neg" : "muted"}`}>
                  {due}
                </span>
              )}
            </Fact>
          )}
        </>
      }
      items={
        <>
          <Endorsements invoice={invoice} />
          <Items invoice={invoice} />
        </>
      }
      remarks={[
        ["Pay to", listBankLines(supplier.bankDetails)],
        ["Delivered at", deliveryAddress],
        ["Notes", notes],
        ["Terms", terms],
      ]}
      sums={<Sums invoice={invoice} />}
      total={invoice.grandTotal}
      memo={foreignMemo(invoice)}
    >
      {reverseCharge && <p className="small soft">{`${BY_RECIPIENT}: ${owed.join(", ")}`}</p>}
    </Paper>
  );
}

interface PaperProps {
  document: Taxed & Whom & Pick<Shown, "number" | "title">;
  /** The label of the recipient. */
  to: string;
  facts: ReactNode;
  items?: ReactNode;
  remarks: [title: string, text: string | false][];
  sums: ReactNode;
  total: number;
  /** The total in a foreign currency. */
  memo?: string | undefined;
  children?: ReactNode;
}

/** A document as the client sees it. */
export function Paper({ document, to, facts, items, remarks, ...rest }: PaperProps) {
  return (
    <article className="paper" aria-label={document.title}>
      <Head invoice={document} />
      <dl className="paper-meta">
        <Who label={to} invoice={document} />
        {facts}
        <Place invoice={document} />
      </dl>
      {items}
      <div className="paper-end">
        <div className="paper-notes">
          {remarks.map(
            ([title, text]) =>
              text && (
                <div key={title}>
                  <h3 className="small strong">{title}</h3>
                  <p className="paper-lines">{text}</p>
                </div>
              ),
          )}
        </div>
        <div className="paper-sums grid packed gap-8">
          {rest.sums}
          <p className="small soft">{amountInWords(toPaise(rest.total) as Paise)}</p>
          {rest.memo && <p className="small soft num">{rest.memo}</p>}
          {rest.children}
        </div>
      </div>
    </article>
  );
}

interface FactProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

export const Fact = ({ label, className = "num", children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={className || undefined}>{children}</dd>
  </div>
);

function Head({ invoice }: { invoice: Pick<Shown, "number" | "supplier" | "title"> }) {
  const { supplier, title } = invoice;
  const { agencyName, gstin, logoUrl } = supplier;
  return (
    <div className="paper-top flex between gap-24 line-below">
      <div className="paper-from flex gap-12">
        <span className="logo round-8 text-16" aria-hidden="true">
          {logoUrl ? <img src={logoUrl} alt="" /> : agencyName.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <h2>{agencyName}</h2>
          <Lines lines={[...supplierLines(supplier), gstin && `GSTIN ${gstin}`]} />
        </div>
      </div>
      <div className="paper-no end">
        <h2>{title}</h2>
        <p className="small soft doc">{invoice.number}</p>
      </div>
    </div>
  );
}

function Who({ label, invoice }: { label: string; invoice: Whom }) {
  const { recipient, supply } = invoice;
  const { name, address, city, pin, gstin, state, stateCode, phone, email } = recipient;
  const home = [stateCode, state].filter(Boolean).join("-");
  return (
    <div className="who">
      <dt>{label}</dt>
      <dd>
        <span className="strong">{name}</span>
        <Lines
          lines={[
            address,
            [city, pin].filter(Boolean).join(" "),
            isExport(supply) ? findDestination(invoice) : home,
            gstin && `GSTIN ${gstin}`,
            [phone, email].filter(Boolean).join(", "),
          ]}
        />
      </dd>
    </div>
  );
}

/** The place of supply and the reason for the tax. Nothing if neither party is registered. */
function Place({ invoice }: { invoice: Taxed }) {
  if (!isOfGst(invoice)) return null;
  const { supplyPlace, supplier, supply, gstMode, reverseCharge } = invoice;
  const state = findState(supplyPlace.stateCode);
  const taxes = listShownTaxes(invoice).map(({ name }) => name);
  const isKnown = state && findStateByGstin(supplier.gstin);
  const relation = isKnown ? (gstMode === "IGST" ? "Another state: " : "Same state: ") : "";
  const why = supply === "REGULAR" ? `${relation}${taxes.join(" + ")}` : SUPPLY_NAMES[supply];
  return (
    <Fact label="Place of supply" className="">
      {state ? formatState(state) : supplyPlace.text || "–"}
      {(taxes.length > 0 || supply !== "REGULAR") && <span className="small muted">{why}</span>}
      {reverseCharge && !isBillOfSupply(invoice) && (
        <span className="small">Reverse charge: Yes</span>
      )}
    </Fact>
  );
}

/** The endorsements required by law. */
function Endorsements({ invoice }: { invoice: Invoice }) {
  const { supplier } = invoice;
  const words = listEndorsements(invoice);
  if (supplier.isComposition && supplier.gstin) words.unshift(COMPOSITION);
  return words.length > 0 && <p className="paper-lines mb-16 small soft">{words.join("\n")}</p>;
}

/** Shows each line on its own, without blank ones. */
function Lines({ lines }: { lines: string[] }) {
  return <p className="small soft paper-lines">{lines.filter(Boolean).join("\n")}</p>;
}

function listBankLines(bank: BankDetails): string {
  const { accountName, bankName, branch, accountNo, ifsc, upi } = bank;
  return [
    accountName,
    [bankName, branch].filter(Boolean).join(", "),
    [accountNo && `A/c ${accountNo}`, ifsc && `IFSC ${ifsc}`].filter(Boolean).join(", "),
    upi && `UPI ${upi}`,
  ]
    .filter(Boolean)
    .join("\n");
}

export function Sums({ invoice }: { invoice: Shown }) {
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = invoice;
  const rate = commonRate(invoice);
  const taxes = listShownTaxes(invoice);
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
