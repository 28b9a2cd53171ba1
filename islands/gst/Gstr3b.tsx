import type {
  Figures,
  GstPeriod,
  Gstr3bShown,
  PlaceRow,
} from "../../domain/gst/returns/filings.ts";
import { findState, printedState } from "../../domain/gst/states.ts";
import { sayFailure } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { TaxHeads } from "./Gstr1.tsx";
import { DueText } from "./Steps.tsx";
import { dayName, Figure, figureText, saveGst } from "./words.tsx";

/** GSTR-3B: what was supplied, and what falls due. What was bought comes with bills. */
export function Gstr3b({ data: { period } }: { data: GstPeriod }) {
  const { data, failure, reload } = useFetch<Gstr3bShown>(
    `/api/gst/${period}/gstr3b`,
    sayFailure("Failed to load GSTR-3B"),
  );
  if (data) return <Shown shown={data} />;
  if (failure === undefined) return <Loading label="GSTR-3B" />;
  const otherwise = "Failed to load GSTR-3B";
  return <FailedToLoad label="GSTR-3B" {...{ failure, otherwise }} onRetry={reload} />;
}

const ROWS = [
  ["3.1a", "(a)", "Taxable, other than zero rated"],
  ["3.1b", "(b)", "Zero rated: exports, SEZ"],
  ["3.1c", "(c)", "Nil rated, exempt"],
  ["3.1e", "(e)", "Outside GST"],
] as const;

function Shown({ shown }: { shown: Gstr3bShown }) {
  const { tables, reverseCharge } = shown;
  const ofIt = `(a) includes ${figureText(reverseCharge)} under reverse charge, without tax.`;
  return (
    <div className="gstr3b">
      <section className="panel" aria-labelledby="b31">
        <div className="panel-head">
          <h2 id="b31">3.1 Outward supplies</h2>
        </div>
        <table className="tbl gst to-list">
          <caption className="sr-only">Table 3.1</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">What</th>
              <th scope="col" className="r">
                Taxable value
              </th>
              <TaxHeads />
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([key, row, what]) => (
              <SupplyRow key={key} row={row} what={what} figures={tables[key]} />
            ))}
          </tbody>
        </table>
        <p className="aside-note">
          {`The portal fills this table from GSTR-1. ${reverseCharge === 0 ? "" : ofIt}`}
        </p>
      </section>
      <div className="stack">
        <Payable shown={shown} />
        <Across tables={tables["3.2"]} />
      </div>
    </div>
  );
}

interface RowProps {
  row: string;
  what: string;
  figures: Figures;
}

function SupplyRow({ row, what, figures }: RowProps) {
  const { taxable, igst, cgst, sgst } = figures;
  const tax = igst + cgst + sgst;
  return (
    <tr>
      <td className="no">{row}</td>
      <th scope="row" className="name">
        {what}
      </th>
      <td className="r val">
        <Copied amount={taxable} />
      </td>
      <td className="r taxes only-phone">{tax !== 0 && `tax ${figureText(tax)}`}</td>
      {[igst, cgst, sgst].map((amount, n) => (
        <td className="r drop" key={n}>
          <Copied amount={amount} />
        </td>
      ))}
    </tr>
  );
}

/** A press copies it as the portal takes it: `113403.28`. */
function Copied({ amount }: { amount: number }) {
  if (amount === 0) return <Figure amount={0} />;
  const plain = amount.toFixed(2);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(plain);
      showToast("success", `Copied ${plain}`);
    } catch {
      showToast("info", plain); // No clipboard without TLS.
    }
  };
  return (
    <button type="button" className="copy" title={`Copy ${plain}`} onClick={copy}>
      {figureText(amount)}
    </button>
  );
}

function Payable({ shown }: { shown: Gstr3bShown }) {
  const { payable, interest, lateFee, due, filing, period } = shown;
  const [isSaving, save] = useBusy(() => saveGst(`${period}/gstr3b.pdf`, "application/pdf"));
  const [isJson, saveJson] = useBusy(() => saveGst(`${period}/gstr3b.json`, "application/json"));
  const late = [interest.igst, interest.cgst, interest.sgst].reduce((sum, one) => sum + one, 0);
  return (
    <section className="card" aria-labelledby="payable">
      <h2 className="soft small" id="payable">
        Tax due before credit
      </h2>
      <div className="due">
        <Money amount={payable.total} big />
      </div>
      <p className="small muted">
        {filing ? `filed ${dayName(filing.date)}` : <DueText due={due} />}, rounded per head
      </p>
      <dl className="sums gap-top">
        <Sum name="IGST" amount={payable.igst} />
        <Sum name="CGST" amount={payable.cgst} />
        <Sum name="SGST" amount={payable.sgst} />
        {interest.days > 0 && (
          <>
            <Sum
              name={`Interest, about, for ${interest.days} days`}
              amount={late}
              className="rule"
            />
            <Sum name="Late fee, about" amount={lateFee.cgst + lateFee.sgst} />
          </>
        )}
      </dl>
      <p className="small muted gap-top">
        Your input tax credit is not taken off: enter it on the portal.
      </p>
      <div className="summary-acts">
        <Button icon="download" label="PDF to pay by" isBusy={isSaving} onClick={save} />
        <Button label="JSON for the utility" isBusy={isJson} onClick={saveJson} />
      </div>
    </section>
  );
}

const WHOM = [
  ["unregistered", "To clients without GSTIN"],
  ["composition", "To composition dealers"],
  ["uin", "To UIN holders"],
] as const;

function Across({ tables }: { tables: Gstr3bShown["tables"]["3.2"] }) {
  if (WHOM.every(([key]) => tables[key].length === 0)) return null;
  return (
    <section className="card" aria-labelledby="b32">
      <h2 id="b32">3.2 To other States</h2>
      {WHOM.map(
        ([key, name]) =>
          tables[key].length > 0 && <Places key={key} {...{ name }} rows={tables[key]} />,
      )}
    </section>
  );
}

function Places({ name, rows }: { name: string; rows: PlaceRow[] }) {
  return (
    <>
      <p className="small muted gap-top">{name}</p>
      <dl className="sums">
        {rows.map(({ pos, taxable, igst }) => {
          const state = findState(pos);
          return (
            <Sum key={pos} name={state ? printedState(state) : pos}>
              {figureText(taxable)}
              <span className="cell-sub">{`IGST ${figureText(igst)}`}</span>
            </Sum>
          );
        })}
      </dl>
    </>
  );
}
