import { formatDate } from "../../domain/dates.ts";
import {
  cellText,
  NIL,
  type Sheet,
  type SheetHead,
  type SheetRow,
} from "../../domain/ledger/sheet.ts";

interface Props {
  sheet: Sheet;
  isLoading: boolean;
}

/** A report as a table. The row of a figure links to the entries behind it. */
export function SheetTable({ sheet, isLoading }: Props) {
  const { title, of, period, about, first, rows, notes, isWide, sides } = sheet;
  const last = rows.findIndex(({ level }) => level === "total") + 1;
  const parts: [string, SheetRow[]][] = sides
    ? [
        [sides[0], rows.slice(0, last)],
        [sides[1], rows.slice(last)],
      ]
    : [[first, rows]];
  return (
    <section className="panel" aria-label={title} aria-busy={isLoading}>
      <div className="row wrap between gap-4-16 p-12-16">
        <h2 className="min-0 breaks text-13">{of ? `${of}, ${period}` : period}</h2>
        <span className="muted small">{about}</span>
      </div>
      <div
        className={`tbl-wrap scroll-x ${sides ? "sheet-sides" : ""}`}
        {...(isWide && { tabIndex: 0, role: "group", "aria-label": title })}
      >
        {parts.map(([first, rows]) => (
          <Rows key={first} sheet={sheet} first={first} rows={rows} />
        ))}
      </div>
      {notes.length > 0 && <p className="p-12-16 line-above small muted">{notes.join(" ")}</p>}
    </section>
  );
}

interface RowsProps {
  sheet: Sheet;
  /** The header of the names. */
  first: string;
  rows: SheetRow[];
}

function Rows({ sheet, first, rows }: RowsProps) {
  const { title, of, period, isDated, heads, isWide, sides } = sheet;
  const fullTitle = `${title}, ${of ? `${of}, ` : ""}${period}`;
  return (
    <table className={`tbl sheet ${isWide ? "is-wide" : "to-list"}`}>
      <caption className="sr-only">{sides ? `${fullTitle}: ${first}` : fullTitle}</caption>
      <thead>
        <tr>
          {isDated && <th scope="col">Date</th>}
          <th scope="col">{first}</th>
          {heads.map((head) => (
            <th key={head.name} scope="col" className={toClassName(head)}>
              {head.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Row key={at} row={row} sheet={sheet} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, sheet: { heads, isDated } }: { row: SheetRow; sheet: Sheet }) {
  const { level, name, note, date, cells, href, hrefs } = row;
  if (level === "part") {
    return (
      <tr className="is-part">
        <th scope="colgroup" colSpan={heads.length + 1 + (isDated ? 1 : 0)}>
          {name}
        </th>
      </tr>
    );
  }
  return (
    <tr className={`is-${level}`}>
      {isDated && <td className="day">{date && formatDate(date)}</td>}
      <th scope="row" className="name">
        {href ? (
          <a className="inline-row min-24" href={href}>
            {name}
          </a>
        ) : (
          name
        )}
        {note && <span className="of">{note}</span>}
      </th>
      {heads.map((head, at) => {
        const text = cellText(cells[at]);
        const className = toClassName(head, text === NIL);
        const page = hrefs ? hrefs[at] : href;
        const isFigure = !head.isText && text !== "" && text !== NIL;
        return (
          <td key={head.name} className={className} data-mark={head.mark} data-head={head.name}>
            {page && isFigure ? (
              // The name is the tab stop of its row.
              <a href={page} {...(page === href && { tabIndex: -1 })}>
                {text}
              </a>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}

const toClassName = ({ isText, phone }: SheetHead, isNil = false) =>
  `${isText ? "words" : "r"} ${phone ?? "drop"}${isNil ? " is-nil" : ""}`;
