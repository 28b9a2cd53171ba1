import { formatDate } from "../../domain/dates.ts";
import type { EinvoiceRow, GstPeriod } from "../../domain/gst/returns/filings.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { Empty, FailedToLoad, Loading } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { AnswerDrop } from "./AnswerDrop.tsx";
import { saveGst } from "./words.tsx";

const NEEDED =
  "E-invoicing applies to invoices and notes for clients with a GSTIN or abroad, once turnover in any " +
  "past year has exceeded ₹5 crore. Enter your turnover in Settings.";

interface Props {
  data: GstPeriod;
  onChanged(): void;
}

export const EINVOICE_PILLS = {
  CANCELLED: ["Cancelled", "pill-line"],
  MISSING_DETAILS: ["Details missing", "pill-neg dot"],
  NOT_NEEDED: ["Not needed", "pill-line"],
  REGISTERED: ["Registered", "pill-pos dot"],
  TO_DO: ["To do", "pill-warn dot"],
} as const;

/** The e-invoices of a period: registered, and still to be registered. */
export function Einvoices({ data, onChanged }: Props) {
  const { period } = data;
  const {
    data: listed,
    failure,
    reload,
  } = useFetch<{ einvoices: EinvoiceRow[] }>(`/api/gst/${period}/einvoices`);
  const changed = () => {
    reload();
    onChanged();
  };
  if (listed) return <Listed data={data} einvoices={listed.einvoices} onChanged={changed} />;
  if (failure === undefined) return <Loading label="E-invoices" />;
  const otherwise = "Failed to load e-invoices";
  return (
    <FailedToLoad label="E-invoices" failure={failure} otherwise={otherwise} onRetry={reload} />
  );
}

function Listed({ data, einvoices, onChanged }: Props & { einvoices: EinvoiceRow[] }) {
  const { period, name } = data;
  const toDo = einvoices.filter(({ state }) => state === "TO_DO").length;
  const [isSaving, save] = useBusy(() => saveGst(`${period}/einvoices.json`, "application/json"));
  if (einvoices.length === 0) {
    return (
      <Empty label="E-invoices" icon="file-text" title={`No e-invoices in ${name}`} text={NEEDED} />
    );
  }
  return (
    <>
      <div className="row wrap gap-8-16 mb-12">
        <Button
          look={toDo > 0 && "primary"}
          icon="download"
          label={`Download JSON (${toDo} to register)`}
          disabled={toDo === 0}
          isBusy={isSaving}
          onClick={save}
        />
        <AnswerDrop onStored={onChanged} />
      </div>
      <section className="panel" aria-label="E-invoices">
        <ul>
          {einvoices.map((row) => (
            <Row key={row.documentId} row={row} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Row({ row }: { row: EinvoiceRow }) {
  const [label, className] = EINVOICE_PILLS[row.state];
  return (
    <li className="entry pad">
      <div>
        <a className="doc" href={row.link}>
          {row.number}
        </a>
        <div className="cell-sub">{`${row.client}, ${formatDate(row.date)}`}</div>
        {row.errors.map((error) => (
          <div className="cell-sub error-text" key={error}>
            {error}
          </div>
        ))}
      </div>
      <div className="amt">
        <Money amount={row.total} />
        <div>
          <span className={`pill ${className}`}>{label}</span>
        </div>
        {row.until && <div className="cell-sub">{`last day ${formatDate(row.until)}`}</div>}
      </div>
    </li>
  );
}
