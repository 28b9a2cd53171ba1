import { memo, useId, useState } from "react";
import { drawableWarning } from "../../domain/drawable.ts";
import { type GstMode, lineFigures } from "../../domain/gst/figures.ts";
import { COMMON_SACS, hsnSacWarning } from "../../domain/gst/sac.ts";
import { ratesOn } from "../../domain/gst/taxRates.ts";
import { toRupees } from "../../domain/money.ts";
import { isSum, readTypedAmount } from "../../domain/typedAmounts.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { Warning } from "../ui/Warning.tsx";
import { Figure } from "./Summary.tsx";
import type { useLines } from "./useInvoice.ts";
import { CELLS, type Cell, type Row, settled, toLine, type Values } from "./values.ts";

interface Props {
  values: Values;
  mode: GstMode;
  lines: ReturnType<typeof useLines>;
  errorAt(path: string): string | undefined;
}

/** The lines of the invoice: a grid that behaves like a sheet. */
export function Items({ values, mode, lines, errorAt }: Props) {
  return (
    <section className="section" aria-labelledby="items">
      <div className="section-head">
        <h2 id="items">Items</h2>
        <Button icon="plus" label="Add Item" className="spring" onClick={lines.addLine} />
      </div>
      <div className="items">
        <div className="items-head" aria-hidden="true">
          {COLUMNS.map(({ cell, label, isRequired }) => (
            <span key={cell} className={cell === "description" || cell === "hsnSac" ? "" : "r"}>
              {label}
              {isRequired && <Star />}
            </span>
          ))}
          <span className="r">Total</span>
        </div>
        {values.items.map((row, index) => (
          <ItemRow
            key={row.key}
            row={row}
            index={index}
            mode={mode}
            errors={CELLS.map((cell) => errorAt(`items.${index}.${cell}`) ?? "").join("\n")}
            isOnly={values.items.length === 1}
            lines={lines}
          />
        ))}
      </div>
      <p className="help items-hint not-phone">
        Enter goes to the next field, and after the last to a new item; Alt ↑ ↓ moves an item, Ctrl
        Backspace removes it. Amounts can be sums, such as 28800/12. Spreadsheet rows can be pasted.
      </p>
      <Suggestions date={values.date} />
    </section>
  );
}

function Suggestions({ date }: { date: string }) {
  return (
    <>
      <datalist id={LISTS.hsnSac}>
        {COMMON_SACS.map(({ code, service }) => (
          <option key={code} value={code} label={service} />
        ))}
      </datalist>
      <datalist id={LISTS.taxPct}>
        {ratesOn(date).map((rate) => (
          <option key={rate} value={rate} />
        ))}
      </datalist>
    </>
  );
}

/** What a column is called, and how it is typed in. */
const COLUMNS: { cell: Cell; label: string; className: string; isRequired?: true }[] = [
  { cell: "description", label: "Description", className: "i-desc", isRequired: true },
  { cell: "hsnSac", label: "HSN/SAC", className: "i-hsn" },
  { cell: "qty", label: "Quantity", className: "i-qty", isRequired: true },
  { cell: "rate", label: "Rate", className: "i-rate", isRequired: true },
  { cell: "discountPct", label: "Discount %", className: "i-disc" },
  { cell: "taxPct", label: "Tax % (GST)", className: "i-tax" },
];

/** The lists of suggestions that the fields share, by their cell. */
const LISTS: Partial<Record<Cell, string>> = { hsnSac: "sacs", taxPct: "rates" };

interface RowProps {
  row: Row;
  index: number;
  mode: GstMode;
  /** Sentences, one a cell, as one text: the same when nothing has changed. */
  errors: string;
  isOnly: boolean;
  lines: ReturnType<typeof useLines>;
}

/** One line: a group of fields, what it comes to, and beneath it what is wrong with it. */
const ItemRow = memo(function ItemRow(props: RowProps) {
  const { row, index, mode, isOnly, lines } = props;
  const sentences = props.errors.split("\n");
  const cellError = (cell: Cell) => sentences[CELLS.indexOf(cell)] || undefined;
  const id = useId();
  const name = `Item ${index + 1}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a sheet is no fieldset.
    <div className="item" role="group" aria-label={name}>
      {COLUMNS.map((column) => (
        <CellField
          key={column.cell}
          {...column}
          row={row}
          index={index}
          lines={lines}
          error={cellError(column.cell)}
          id={`${id}-${column.cell}`}
        />
      ))}
      <div className="total">
        <span className="sr-only">{`${name} total `}</span>
        <Figure amount={lineFigures(toLine(row), mode).total} />
      </div>
      {!isOnly && (
        <IconButton
          icon="x"
          label={`Remove item ${index + 1}`}
          className="i-del"
          onClick={() => lines.removeLine(index)}
        />
      )}
      {CELLS.map((cell) => {
        const error = cellError(cell);
        const warning = cellWarning(cell, row[cell]);
        return (
          (error || warning) && (
            <p className="i-note" key={cell} id={`${id}-${cell}-note`}>
              <span className={error ? "error" : "help"}>
                {error && <Icon name="circle-alert" />}
                {error || <Warning>{warning}</Warning>}
              </span>
            </p>
          )
        );
      })}
    </div>
  );
});

/** What looks wrong with it and is taken all the same. */
function cellWarning(cell: Cell, text: string): string | undefined {
  if (cell === "hsnSac") return hsnSacWarning(text);
  return cell === "description" ? drawableWarning(text) : undefined;
}

type CellProps = Pick<RowProps, "row" | "index" | "lines"> &
  (typeof COLUMNS)[number] & { id: string; error: string | undefined };

function CellField(props: CellProps) {
  const { row, index, lines, error, cell, label, className, isRequired, id } = props;
  const [hasFocus, setFocus] = useState(false);
  const isNumber = cell !== "description" && cell !== "hsnSac";
  const text = row[cell];
  const hasNote = error || cellWarning(cell, text);
  return (
    <div className={`${className} calc`}>
      <label className="cell-label" htmlFor={id}>
        {label}
        {isRequired && <Star />}
      </label>
      <input
        className={`input ${isNumber ? "num" : ""}`}
        id={id}
        name={`items.${index}.${cell}`}
        value={text}
        list={LISTS[cell]}
        inputMode={isNumber ? "decimal" : undefined}
        autoComplete="off"
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={hasNote ? `${id}-note` : undefined}
        onChange={(event) => lines.changeCell(index, cell, event.target.value)}
        onKeyDown={(event) => lines.onKey(event, index, cell)}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text/plain");
          if (cell === "description" && lines.pasteLines(index, text)) event.preventDefault();
        }}
        onFocus={(event) => {
          setFocus(true);
          if (isNumber) event.target.select();
        }}
        onBlur={() => {
          setFocus(false);
          lines.leaveCell(index, cell, text);
        }}
      />
      {isNumber && hasFocus && <Result cell={cell} text={text} />}
    </div>
  );
}

const Star = () => (
  <span className="req" aria-hidden="true">
    {" *"}
  </span>
);

/** What a sum comes to, under the field in which it is being typed. */
function Result({ cell, text }: { cell: Cell; text: string }) {
  const result = isSum(text) ? readTypedAmount(text) : undefined;
  if (result === undefined) return null;
  const shown = cell === "rate" ? moneyText(toRupees(result)) : settled(cell, text);
  return (
    <span className="calc-tip num" role="status">
      {`= ${shown}`}
      <Key name="↵" />
    </span>
  );
}
