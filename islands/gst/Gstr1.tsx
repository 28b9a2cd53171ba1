import { useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import type { Figures, GstPeriod, SectionRow } from "../../domain/gst/returns/filings.ts";
import { TABLES, type Table } from "../../domain/gst/returns/placement.ts";
import { roundToPaise } from "../../domain/money.ts";
import { IconButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { Empty } from "../ui/states.tsx";
import { Figure, figureText } from "./words.tsx";

const NAMES: Record<Table, [name: string, what: string]> = {
  "4A": ["B2B", "to clients with a GSTIN"],
  "4B": ["B2B, reverse charge", "the client pays the tax"],
  "5": ["B2C large", "to another State, above the limit"],
  "6A": ["Exports", "with tax and under LUT"],
  "6B": ["SEZ", "with tax and under LUT"],
  "7": ["B2C small", "by State and rate, less notes"],
  "8": ["Nil, exempt, non-GST", ""],
  "9A": ["Amended invoices", "difference from what was filed"],
  "9B registered": ["Notes, registered", "credit notes subtract, debit notes add"],
  "9B unregistered": ["Notes, unregistered", "credit notes subtract, debit notes add"],
  "9C": ["Amended notes", "difference from what was filed"],
  "11A": ["Advances received", "unused, less refunds"],
  "11B": ["Advances used", "tax already paid"],
};

const toTableNumber = (table: Table) => table.split(" ")[0];

/** The tables of GSTR-1. Each opens its documents. */
export function Gstr1({ data }: { data: GstPeriod }) {
  const [open, setOpen] = useState<Table>();
  const { sections, documents, name } = data;
  const rows = Object.values(sections).flat();
  if (rows.length === 0) {
    return (
      <Empty
        label="GSTR-1"
        icon="file-text"
        title={`Nothing to report for ${name}`}
        text="You still need to file a nil return."
      />
    );
  }
  const sums = TABLES.map((table) => [table, toFigures(data, table)] as const);
  const total = (head: keyof Figures) =>
    sums.reduce((sum, [table, figures]) => {
      return table === "4B" ? sum : sum + roundToPaise(figures[head]);
    }, 0) / 100;
  return (
    <div className={open ? "gst-drill" : undefined}>
      <section className="panel" aria-label="Tables">
        <table className="tbl gst to-list">
          <caption className="sr-only">{`GSTR-1 for ${name} by table`}</caption>
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col">Description</th>
              <th scope="col" className="r drop">
                Documents
              </th>
              <th scope="col" className="r">
                Taxable value
              </th>
              <TaxHeads />
            </tr>
          </thead>
          <tbody>
            {sums.map(([table, figures]) => (
              <TableRow
                key={table}
                table={table}
                figures={figures}
                count={rows.filter((row) => row.table === table).length}
                note={table === "8" ? nilWords(data) : NAMES[table][1]}
                isOpen={open === table}
                onOpen={() => setOpen(open === table ? undefined : table)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className="drop" />
              <th scope="row" colSpan={3}>
                {`${reported(documents)}; tax payable, excluding 4B`}
              </th>
              <td className="r taxes only-phone">
                {figureText(total("igst") + total("cgst") + total("sgst"))}
              </td>
              {(["igst", "cgst", "sgst"] as const).map((head) => (
                <td className="r drop" key={head}>
                  <Figure amount={total(head)} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      {open && (
        <Drill
          table={open}
          rows={rows.filter((row) => row.table === open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

const reported = (documents: number) =>
  pluralize(documents, "invoice or note", "invoices and notes");

/** The headers of the taxes, or one header for all on a narrow screen. */
export const TaxHeads = () => (
  <>
    <th scope="col" className="r only-phone">
      Tax
    </th>
    {["IGST", "CGST", "SGST"].map((head) => (
      <th key={head} scope="col" className="r drop">
        {head}
      </th>
    ))}
  </>
);

function toFigures({ summary }: GstPeriod, table: Table): Figures {
  // Advances that were used are subtracted.
  if (table === "11B") return negate(summary[table]);
  if (table !== "8") return summary[table];
  const { nil, exempt, nonGst } = summary["8"];
  return { taxable: nil + exempt + nonGst, igst: 0, cgst: 0, sgst: 0 };
}

const negate = ({ taxable, igst, cgst, sgst }: Figures): Figures => ({
  taxable: 0 - taxable,
  igst: 0 - igst,
  cgst: 0 - cgst,
  sgst: 0 - sgst,
});

const nilWords = ({ summary: { "8": nil } }: GstPeriod) =>
  [nil.nil, nil.exempt, nil.nonGst].map(figureText).join(", ");

interface RowProps {
  table: Table;
  figures: Figures;
  count: number;
  note: string;
  isOpen: boolean;
  onOpen(): void;
}

function TableRow({ table, figures, count, note, isOpen, onOpen }: RowProps) {
  const tax = figures.igst + figures.cgst + figures.sgst;
  return (
    <tr className={isOpen ? "is-current" : undefined}>
      <td className="no">{toTableNumber(table)}</td>
      <th scope="row" className="name">
        {count > 0 ? (
          <button type="button" className="st-open" aria-expanded={isOpen} onClick={onOpen}>
            {NAMES[table][0]}
            <Icon name="chevron-right" />
          </button>
        ) : (
          NAMES[table][0]
        )}
        <span className="of">{note}</span>
      </th>
      <td className="r drop">{count === 0 ? <span className="muted">–</span> : count}</td>
      <td className="r val">
        <Figure amount={figures.taxable} />
      </td>
      <td className="r taxes only-phone">{tax !== 0 && `tax ${figureText(tax)}`}</td>
      <td className="r drop">
        <Figure amount={figures.igst} />
      </td>
      <td className="r drop">
        <Figure amount={figures.cgst} />
      </td>
      <td className="r drop">
        <Figure amount={figures.sgst} />
      </td>
    </tr>
  );
}

interface DrillProps {
  table: Table;
  rows: SectionRow[];
  onClose(): void;
}

const SHOWN = 200;

function Drill({ table, rows, onClose }: DrillProps) {
  const taxable = rows.reduce((sum, row) => sum + roundToPaise(row.taxable), 0) / 100;
  const name = `${toTableNumber(table)} ${NAMES[table][0]}`;
  return (
    <section className="panel" aria-label={name}>
      <div className="drill-head row between">
        <h2>{name}</h2>
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      <ul className="drill-scroll">
        {rows.slice(0, SHOWN).map((row) => (
          <li className="entry pad" key={`${row.documentId}${row.taxable}`}>
            <div>
              <a className="doc" href={linkTo(row)}>
                {row.number}
              </a>
              <div className="cell-sub">{`${row.client}, ${formatDate(row.date)}`}</div>
            </div>
            <div className="amt">
              <Money amount={row.taxable} />
              <div className="cell-sub num">{taxText(row)}</div>
            </div>
          </li>
        ))}
      </ul>
      <div className="entry-sum">
        <span>{pluralize(rows.length, "document")}</span>
        <span className="num">{figureText(taxable)}</span>
      </div>
      {rows.length > SHOWN && (
        <p className="aside-note">{`The first ${SHOWN}; the sheets list all of them.`}</p>
      )}
    </section>
  );
}

const linkTo = ({ kind, documentId }: SectionRow) => {
  const folder =
    kind === "RECEIPT_VOUCHER" ? "vouchers" : kind.endsWith("_NOTE") ? "notes" : "invoices";
  return `/${folder}/${documentId}`;
};

const taxText = ({ igst, cgst, sgst }: Figures) => {
  if (igst !== 0) return `IGST ${figureText(igst)}`;
  return cgst === 0 && sgst === 0 ? "no tax" : `tax ${figureText(cgst + sgst)}`;
};
