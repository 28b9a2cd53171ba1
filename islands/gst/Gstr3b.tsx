import { formatWeekday } from "../../domain/dates.ts";
import type {
  Figures,
  GstPeriod,
  Gstr3bView,
  HeadsView,
  PlaceRow,
} from "../../domain/gst/returns/filings.ts";
import { toSettlementRows } from "../../domain/gst/returns/settlementRows.ts";
import { findState, formatState } from "../../domain/gst/states.ts";
import { roundToPaise } from "../../domain/money.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy, useLazyDialog } from "../ui/useBusy.ts";
import { Copied } from "./Copied.tsx";
import { TaxHeads } from "./Gstr1.tsx";
import { InputCredit } from "./InputCredit.tsx";
import { DueText } from "./Steps.tsx";
import { figureText, saveGst } from "./words.tsx";

/** GSTR-3B: supplies, purchases, the tax payable and how it is paid. */
export function Gstr3b({ data: { period } }: { data: GstPeriod }) {
  const { data, failure, reload } = useFetch<Gstr3bView>(
    `/api/gst/${period}/gstr3b`,
    toastError("Failed to load GSTR-3B"),
  );
  if (data) return <Shown shown={data} onChanged={reload} />;
  if (failure === undefined) return <Loading label="GSTR-3B" />;
  const otherwise = "Failed to load GSTR-3B";
  return <FailedToLoad label="GSTR-3B" failure={failure} otherwise={otherwise} onRetry={reload} />;
}

const ROWS = [
  ["3.1a", "(a)", "Taxable, other than zero rated"],
  ["3.1b", "(b)", "Zero rated: exports, SEZ"],
  ["3.1c", "(c)", "Nil rated, exempt"],
  ["3.1d", "(d)", "Inward supplies under reverse charge"],
  ["3.1e", "(e)", "Non-GST supplies"],
] as const;

function Shown({ shown, onChanged }: { shown: Gstr3bView; onChanged(): void }) {
  const { tables, reverseCharge } = shown;
  const ofIt = `(a) includes ${figureText(reverseCharge)} under reverse charge, without tax.`;
  return (
    <div className="gstr3b">
      <div className="stack">
        <section className="panel" aria-labelledby="b31">
          <div className="panel-head">
            <h2 id="b31">3.1 Outward supplies, and inward supplies under reverse charge</h2>
          </div>
          <table className="tbl gst to-list">
            <caption className="sr-only">Table 3.1</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Description</th>
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
        <InputCredit shown={shown} />
        {shown.notes.map((note) => (
          <p className="notice" key={note}>
            {note}
          </p>
        ))}
        <Settlement shown={shown} />
      </div>
      <div className="stack">
        <Payable shown={shown} onChanged={onChanged} />
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

function Payable({ shown, onChanged }: { shown: Gstr3bView; onChanged(): void }) {
  const { toPay, brought, due, filing, period, isProvisional } = shown;
  const dialog = useLazyDialog(() => import("./CreditDialog.tsx").then((m) => m.CreditDialog));
  const [isSaving, save] = useBusy(() => saveGst(`${period}/gstr3b.pdf`, "application/pdf"));
  const [isJson, saveJson] = useBusy(() => saveGst(`${period}/gstr3b.json`, "application/json"));
  return (
    <section className="card" aria-labelledby="payable">
      <h2 className="soft small" id="payable">
        Estimated cash payment
      </h2>
      <div className="due">
        <Money amount={toPay.total} big />
      </div>
      <p className="small muted">
        {filing ? `filed ${formatWeekday(filing.date)}` : <DueText due={due} />}
        {isProvisional && ", provisional"}
      </p>
      <dl className="sums mt-16">
        {toSettlementRows(shown).map(({ words, heads, isSum }) => (
          <Sum
            key={words}
            name={words}
            amount={sumHeads(heads)}
            className={isSum ? "rule" : undefined}
          />
        ))}
      </dl>
      <p className="small muted mt-16">
        {brought.isTyped
          ? "Includes the opening credit balance from the portal."
          : "Credit and negative amounts are brought forward from the last filed return."}
      </p>
      <div className="summary-acts">
        {!filing && (
          <Button
            label={brought.isTyped ? "Change opening credit" : "Enter opening credit"}
            onClick={() => dialog.open(undefined)}
          />
        )}
        <Button icon="download" label="Payment summary (PDF)" isBusy={isSaving} onClick={save} />
        <Button label="JSON for the offline tool" isBusy={isJson} onClick={saveJson} />
      </div>
      {dialog.draw((Dialog) => (
        <Dialog
          period={period}
          onChanged={onChanged}
          opening={brought.credit}
          onClose={dialog.close}
        />
      ))}
    </section>
  );
}

const sumHeads = ({ igst, cgst, sgst }: HeadsView) =>
  [igst, cgst, sgst].reduce((paise, rupees) => paise + roundToPaise(rupees), 0) / 100;

/** Table 6.1, by tax. */
function Settlement({ shown }: { shown: Gstr3bView }) {
  return (
    <section className="panel" aria-labelledby="b61">
      <div className="panel-head">
        <h2 id="b61">6.1 Payment of tax</h2>
      </div>
      <table className="tbl gst to-list">
        <caption className="sr-only">Table 6.1, by head</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <TaxHeads />
          </tr>
        </thead>
        <tbody>
          {toSettlementRows(shown).map(({ words, heads }) => (
            <tr key={words}>
              <th scope="row" className="name">
                {words}
              </th>
              <td className="r taxes only-phone">{figureText(sumHeads(heads))}</td>
              {[heads.igst, heads.cgst, heads.sgst].map((amount, n) => (
                <td className="r drop" key={n}>
                  <Copied amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const WHOM = [
  ["unregistered", "To clients without GSTIN"],
  ["composition", "To composition dealers"],
  ["uin", "To UIN holders"],
] as const;

function Across({ tables }: { tables: Gstr3bView["tables"]["3.2"] }) {
  if (WHOM.every(([key]) => tables[key].length === 0)) return null;
  return (
    <section className="card" aria-labelledby="b32">
      <h2 id="b32">3.2 To other States</h2>
      {WHOM.map(
        ([key, name]) =>
          tables[key].length > 0 && <Places key={key} name={name} rows={tables[key]} />,
      )}
    </section>
  );
}

function Places({ name, rows }: { name: string; rows: PlaceRow[] }) {
  return (
    <>
      <p className="small muted mt-16">{name}</p>
      <dl className="sums">
        {rows.map(({ pos, taxable, igst }) => {
          const state = findState(pos);
          return (
            <Sum key={pos} name={state ? formatState(state) : pos}>
              {figureText(taxable)}
              <span className="cell-sub">{`IGST ${figureText(igst)}`}</span>
            </Sum>
          );
        })}
      </dl>
    </>
  );
}
