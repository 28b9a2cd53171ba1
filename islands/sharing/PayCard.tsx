import { formatMore } from "../../domain/counts.ts";
import { formatDate, formatDaysTo } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import type { Note } from "../../domain/documents/notes.ts";
import { isOwed, type Owed } from "../../domain/documents/upi.ts";
import { type Rupees, roundToPaise } from "../../domain/money.ts";
import { upperFirst } from "../../domain/names.ts";
import type { SharedDocument } from "../../domain/sharing/shared.ts";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText, Sum } from "../ui/Money.tsx";

/** The amount to pay, and the ways to pay it. */
export interface Paying {
  amount: Rupees;
  /** The percentage of tax that the client may deduct; 0 if there is no choice. */
  rate: number;
  /** Whether the reduced amount was chosen. */
  isLess: boolean;
  /** The UPI link for phones; undefined if the agency does not use UPI. */
  link: string | undefined;
  code: Code | undefined;
}

/** A QR code as an SVG path, in a square of this many modules. */
export interface Code {
  side: number;
  path: string;
}

interface Props {
  shared: Exclude<SharedDocument, { entity: "estimate" }>;
  address: string;
  paying: Paying | undefined;
}

/** The amount due and the ways to pay it, or that it is settled. */
export function PayCard({ shared, address, paying }: Props) {
  const { document } = shared;
  return (
    <section className="card pay-card grid gap-12 p-20" aria-labelledby="pay-title">
      <div>
        <h1 className="soft small reg" id="pay-title">
          {paying
            ? `Amount due on ${describeDocument(document)}`
            : upperFirst(describeDocument(document))}
        </h1>
        <div className="pay-amount tight semi">
          <Money amount={paying?.amount ?? document.grandTotal} big />
        </div>
        {paying ? (
          <Due document={document} paying={paying} settled={shared.settled} />
        ) : (
          <Settled {...shared} />
        )}
        <ForWhom document={document} />
      </div>
      {paying && <Ways document={document} address={address} paying={paying} />}
      <a className="btn btn-lg only-narrow" href={`${address}/pdf`}>
        <Icon name="download" />
        Download PDF
      </a>
    </section>
  );
}

const describeDocument = ({ kind, number }: Pick<Invoice | Note, "kind" | "number">) =>
  `${kind === "CREDIT_NOTE" ? "credit note" : kind === "DEBIT_NOTE" ? "debit note" : "invoice"} ${number}`;

function Due({ document, paying, settled }: DueProps) {
  const { dueDate, balance, grandTotal, received, tds } = document;
  return (
    <>
      {paying.amount !== grandTotal && (
        <dl className="sums mt-16">
          <Sum name="Total" amount={grandTotal} />
          {settled.map(({ _id, kind, number, amount }) => (
            <Sum key={_id} name={`Less: ${SETTLED_BY[kind]} ${number}`.trim()} amount={-amount} />
          ))}
          {received > 0 && <Sum name="Less: paid" amount={-received} />}
          {tds > 0 && <Sum name="Less: TDS deducted" amount={-tds} />}
          <Sum name="Balance due" amount={balance} className="rule" />
          {paying.isLess && (
            <>
              <Sum name={`Less: ${paying.rate}% TDS`} amount={subtract(paying.amount, balance)} />
              <Sum name="To pay" amount={paying.amount} className="rule" />
            </>
          )}
        </dl>
      )}
      {dueDate && (
        <p className="small soft">{`due on ${formatDate(dueDate)}, ${formatDaysTo(dueDate)}`}</p>
      )}
    </>
  );
}

const subtract = (one: Rupees, other: Rupees): Rupees =>
  (roundToPaise(one) - roundToPaise(other)) / 100;

const SETTLED_BY = { ADVANCE: "advance", CREDIT: "credit note", WRITE_OFF: "written off" } as const;

interface DueProps extends Pick<Props["shared"], "settled"> {
  document: Owed & Pick<Invoice | Note, "received">;
  paying: Paying;
}

/** The status of a document with nothing due. */
function Settled({ document, paidOn }: Exclude<SharedDocument, { entity: "estimate" }>) {
  if (document.kind === "CREDIT_NOTE") {
    return <p className="small soft">{`of ${formatDate(document.date)}`}</p>;
  }
  if (isOwed(document as Owed)) return null;
  const isPaid = document.received + document.tds > 0;
  const day = paidOn && ` on ${formatDate(paidOn)}`;
  return (
    <p className="pay-done flex items-start gap-8 text-13 strong ok">
      <Icon name="circle-check" />
      {isPaid ? `Paid${day}. Thank you.` : "Settled. Nothing to pay."}
    </p>
  );
}

export function ForWhom({ document }: { document: Pick<Invoice, "items" | "recipient"> }) {
  const [first, ...more] = document.items;
  return (
    <p className="small soft mt-4">
      {`For ${document.recipient.name}: ${first?.description}${formatMore(more.length)}`}
    </p>
  );
}

/** Many apps refuse payments above this amount (NPCI’s usual limit per person). */
const UPI_MOST = 1_00_000;

function Ways({ document, address, paying }: { document: Owed; address: string; paying: Paying }) {
  const { amount, rate, isLess, link, code } = paying;
  const current = (is: boolean) => (is ? ("true" as const) : undefined);
  return (
    <>
      {rate > 0 && (
        <nav className="seg" aria-label="What you pay">
          <a
            className="grid mid round-6 text-13 strong soft"
            href={address}
            aria-current={current(!isLess)}
          >
            Full amount
          </a>
          <a
            className="grid mid round-6 text-13 strong soft"
            href={`${address}?less=tds`}
            aria-current={current(isLess)}
          >{`Less ${rate}% TDS`}</a>
        </nav>
      )}
      {link && (
        <a className="btn btn-primary btn-lg only-narrow" href={link}>
          <Icon name="smartphone" />
          {`Pay ${moneyText(amount)} by UPI`}
        </a>
      )}
      {code && <Scanned code={code} amount={amount} upi={document.supplier.bankDetails.upi} />}
      {code && (
        <a className="btn btn-lg only-narrow show-code" href="#code">
          <Icon name="qr-code" />
          Show QR code
        </a>
      )}
      {link && amount > UPI_MOST && (
        <p className="small muted">
          Many UPI apps have a limit of ₹1,00,000; bank transfers do not.
        </p>
      )}
    </>
  );
}

/** On a phone the code is shown through the page's fragment, which needs no script. */
function Scanned({ code, amount, upi }: { code: Code; amount: Rupees; upi: string }) {
  return (
    <div
      className="qr grid items-mid gap-8 p-12 framed round-10 on-surface breaks text-mid small soft"
      id="code"
    >
      <svg
        viewBox={`0 0 ${code.side} ${code.side}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={`UPI code for ${moneyText(amount)} to ${upi}`}
      >
        <path d={code.path} />
      </svg>
      <span>
        Scan with any UPI app
        <br />
        <b>{upi}</b>
      </span>
    </div>
  );
}
