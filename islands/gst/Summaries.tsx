import type { GstPeriod, HsnRowView } from "../../domain/gst/returns/filings.ts";
import { Empty } from "../ui/states.tsx";
import { TaxHeads } from "./Gstr1.tsx";
import { Figure, figureText } from "./words.tsx";

interface Props {
  data: GstPeriod;
}

/** Table 12, in the two parts that the portal compares with the other tables. */
export function Hsn({ data: { hsn } }: Props) {
  return (
    <div className="stack">
      <Half title="To registered clients" rows={hsn.b2b} />
      <Half title="To all others" rows={hsn.b2c} />
    </div>
  );
}

function Half({ title, rows }: { title: string; rows: HsnRowView[] }) {
  const id = `hsn-${title.split(" ")[1]}`;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
      </div>
      {rows.length === 0 ? (
        <p className="entry-none">No supplies in this period.</p>
      ) : (
        <table className="tbl gst to-list">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">HSN or SAC</th>
              <th scope="col">Description</th>
              <th scope="col" className="r">
                Rate
              </th>
              <th scope="col" className="r">
                Taxable value
              </th>
              <TaxHeads />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.code} ${row.rate}`}>
                <th scope="row" className="name num">
                  {row.code}
                </th>
                <td className="trunc drop" title={row.description}>
                  {row.description}
                </td>
                <td className="r no2">{`${row.rate} %`}</td>
                <td className="r val">
                  <Figure amount={row.taxable} />
                </td>
                <td className="r taxes only-phone">
                  {`tax ${figureText(row.igst + row.cgst + row.sgst)}`}
                </td>
                <td className="r drop">
                  <Figure amount={row.igst} />
                </td>
                <td className="r drop">
                  <Figure amount={row.cgst} />
                </td>
                <td className="r drop">
                  <Figure amount={row.sgst} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Table 13: the issued numbers. A range ends at a gap. */
export function Issued({ data: { documentsIssued, preflight, name } }: Props) {
  if (documentsIssued.length === 0) {
    return <Empty label="Documents issued" icon="file-text" title="No document has a number" />;
  }
  const gaps = preflight.filter(({ code }) => code === "NUMBER_GAP").map(({ subject }) => subject);
  const drafts = preflight.filter(({ code }) => code === "DRAFT_IN_PERIOD");
  return (
    <section className="panel" aria-label="Documents issued">
      <table className="tbl gst to-list">
        <caption className="sr-only">{`Documents issued in ${name}`}</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Numbers</th>
            <th scope="col" className="r">
              Total
            </th>
            <th scope="col" className="r">
              Cancelled
            </th>
            <th scope="col" className="r drop">
              Net
            </th>
          </tr>
        </thead>
        <tbody>
          {documentsIssued.flatMap((kind) =>
            kind.ranges.map(({ from, to, total, cancelled }) => (
              <tr key={from}>
                <th scope="row" className="name">
                  {kind.name}
                </th>
                <td className="no2">{from === to ? from : `${from} to ${to}`}</td>
                <td className="r val">{total}</td>
                <td className="r taxes">
                  {cancelled === 0 ? <span className="muted">–</span> : cancelled}
                </td>
                <td className="r drop">{total - cancelled}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {(gaps.length > 0 || drafts.length > 0) && (
        <p className="aside-note">
          {gaps.length > 0 && `No document has ${gaps.join(", ")}. `}
          {drafts.length > 0 &&
            `Drafts count as cancelled: ${drafts.map(({ subject }) => subject).join(", ")}.`}
        </p>
      )}
    </section>
  );
}
