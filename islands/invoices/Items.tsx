import { memo, type ReactNode, useId, useMemo, useState } from "react";
import type { Item } from "../../domain/documents/items.ts";
import { drawableWarning } from "../../domain/drawable.ts";
import { COMMON_SACS, hsnSacWarning } from "../../domain/gst/sac.ts";
import { LINE_TREATMENTS, TREATMENT_NAMES } from "../../domain/gst/supply.ts";
import { ratesOn } from "../../domain/gst/taxRates.ts";
import { UNITS } from "../../domain/gst/units.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { isSum, readTypedAmount } from "../../domain/typedAmounts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { Warning } from "../ui/Warning.tsx";
import { Figure } from "./Summary.tsx";
import type { useInvoice, useLines } from "./useInvoice.ts";
import { CELLS, type Cell, evaluateCell, isNumber, isUntaxed, type Row } from "./values.ts";

interface Props {
  form: ReturnType<typeof useInvoice>;
  lines: ReturnType<typeof useLines>;
  hasUnits: boolean;
  /** Drawn above the lines. */
  above?: ReactNode;
  /** Drawn below the lines. */
  children?: ReactNode;
}

/** The lines of an invoice, in a grid that works like a spreadsheet. */
export function Items({ form, lines, hasUnits, above, children }: Props) {
  const { values, errorAt, supplier } = form;
  const services = useServices();
  const [hasDiscount, setDiscount] = useState(false);
  // The column must not disappear while the user changes a discount back to 0.
  if (!hasDiscount && values.items.some(({ discountPct }) => Number(discountPct) !== 0))
    setDiscount(true);
  const columns = useMemo(
    () =>
      COLUMNS.filter(
        ({ cell }) => (hasUnits || cell !== "unit") && (hasDiscount || cell !== "discountPct"),
      ),
    [hasUnits, hasDiscount],
  );
  const untold = form.warnings.find(({ code }) => code === "TREATMENT_MISSING");
  return (
    <section className="section" aria-labelledby="items">
      <div className="section-head">
        <h2 id="items">Items</h2>
        <span className="spring flex gap-8">
          {!hasDiscount && (
            <Button look="quiet" icon="plus" label="Discount %" onClick={() => setDiscount(true)} />
          )}
          <Button icon="plus" label="Add Item" onClick={lines.addLine} />
        </span>
      </div>
      {above}
      <div className="items">
        <div className="items-head" aria-hidden="true">
          {columns.map(({ cell, label, isRequired }) => (
            <span key={cell} className={isNumber(cell) ? "r" : ""}>
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
            totalPaise={findLineTotal(form, index)}
            columns={columns}
            asksWhy={supplier.gstin !== "" && !supplier.isComposition && isUntaxed(row)}
            errors={CELLS.map((cell) => errorAt(`items.${index}.${cell}`) ?? "").join("\n")}
            isOnly={values.items.length === 1}
            lines={lines}
            services={services}
          />
        ))}
      </div>
      {untold && (
        <p className="help mt-8">
          <Warning>{untold.message}</Warning>
        </p>
      )}
      {children}
      <p className="help not-phone mt-8">
        Enter goes to the next field, and after the last to a new item; Alt ↑ ↓ moves an item, Ctrl
        Backspace removes it. Amounts can be sums, such as 28800/12. Spreadsheet rows can be pasted.
      </p>
      <Suggestions date={values.date} services={services} />
    </section>
  );
}

/** Excludes the tax that the client pays under reverse charge. */
const findLineTotal = ({ lines, values }: Props["form"], index: number) =>
  lines[index]?.[values.reverseCharge ? "taxable" : "totalPaise"] ?? (0 as Paise);

type Services = ReadonlyMap<string, Item>;

const NO_SERVICES: Services = new Map();

/** Loads the agency's items, by their names in lower case. */
function useServices(): Services {
  const { data } = useFetch<{ items: Item[] }>("/api/items");
  return useMemo(
    () => (data ? new Map(data.items.map((item) => [nameKey(item.name), item])) : NO_SERVICES),
    [data],
  );
}

function Suggestions({ date, services }: { date: string; services: Services }) {
  return (
    <>
      <datalist id={LISTS.description}>
        {[...services.values()].map(({ _id, name, rate }) => (
          <option key={_id} value={name} label={rate === null ? undefined : moneyText(rate)} />
        ))}
      </datalist>
      <datalist id={LISTS.unit}>
        {UNITS.map(({ code, name }) => (
          <option key={code} value={code} label={name} />
        ))}
      </datalist>
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

const COLUMNS: { cell: Cell; label: string; className: string; isRequired?: true }[] = [
  { cell: "description", label: "Description", className: "i-desc", isRequired: true },
  { cell: "hsnSac", label: "HSN/SAC", className: "i-hsn" },
  { cell: "qty", label: "Quantity", className: "i-qty", isRequired: true },
  { cell: "unit", label: "Unit", className: "i-unit" },
  { cell: "rate", label: "Rate", className: "i-rate", isRequired: true },
  { cell: "discountPct", label: "Discount %", className: "i-disc" },
  { cell: "taxPct", label: "Tax % (GST)", className: "i-tax" },
];

/** The ids of the suggestion lists that the fields share, by cell. */
const LISTS: Partial<Record<Cell, string>> = {
  description: "services",
  hsnSac: "sacs",
  unit: "units",
  taxPct: "rates",
};

interface RowProps {
  row: Row;
  index: number;
  totalPaise: Paise;
  columns: typeof COLUMNS;
  /** Whether no tax is charged, so that the reason is asked for. */
  asksWhy: boolean;
  /** The error messages of the cells as one text, so that the props are equal if nothing changed. */
  errors: string;
  isOnly: boolean;
  lines: ReturnType<typeof useLines>;
  services: Services;
}

/** A line: a group of fields, its total, and its errors below. */
const ItemRow = memo(function ItemRow(props: RowProps) {
  const { row, index, totalPaise, columns, asksWhy, isOnly, lines, services } = props;
  const sentences = props.errors.split("\n");
  const cellError = (cell: Cell) => sentences[CELLS.indexOf(cell)] || undefined;
  const id = useId();
  const name = `Item ${index + 1}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a sheet is no fieldset.
    <div className="item" role="group" aria-label={name}>
      {columns.map((column) => (
        <CellField
          key={column.cell}
          {...column}
          row={row}
          index={index}
          lines={lines}
          services={services}
          error={cellError(column.cell)}
          id={`${id}-${column.cell}`}
        />
      ))}
      <div className="total end text-13 strong">
        <span className="sr-only">{`${name} total `}</span>
        <Figure amountPaise={totalPaise} />
      </div>
      {!isOnly && (
        <IconButton
          icon="x"
          label={`Remove item ${index + 1}`}
          className="i-del"
          onClick={() => lines.removeLine(index)}
        />
      )}
      {asksWhy && <Why row={row} index={index} lines={lines} id={`${id}-why`} />}
      {CELLS.map((cell) => {
        const error = cellError(cell);
        const warning = cellWarning(cell, row[cell] ?? "");
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

/** Asks for the reason why no tax is charged on a line. */
function Why({ row, index, lines, id }: Pick<CellProps, "row" | "index" | "lines" | "id">) {
  return (
    <p className="i-why">
      <label htmlFor={id}>Why no tax</label>
      <select
        className="input"
        id={id}
        name={`items.${index}.treatment`}
        value={row.treatment ?? ""}
        onChange={(event) => lines.changeCell(index, "treatment", event.target.value)}
      >
        <option value="">Choose</option>
        {LINE_TREATMENTS.map((treatment) => (
          <option key={treatment} value={treatment}>
            {TREATMENT_NAMES[treatment]}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Returns a warning about input that is accepted but looks wrong. */
function cellWarning(cell: Cell, text: string): string | undefined {
  if (cell === "hsnSac") return hsnSacWarning(text);
  return cell === "description" || cell === "unit" ? drawableWarning(text) : undefined;
}

type CellProps = Pick<RowProps, "row" | "index" | "lines" | "services"> &
  (typeof COLUMNS)[number] & { id: string; error: string | undefined };

function CellField(props: CellProps) {
  const { row, index, lines, services, error, cell, label, className, isRequired, id } = props;
  const [hasFocus, setFocus] = useState(false);
  const isFigure = isNumber(cell);
  const text = row[cell] ?? ""; // A draft stored by an older version may lack the cell.
  const hasNote = error || cellWarning(cell, text);
  return (
    <div className={`${className} relative`}>
      <label className="cell-label" htmlFor={id}>
        {label}
        {isRequired && <Star />}
      </label>
      <input
        className={`input ${isFigure ? "num" : ""}`}
        id={id}
        name={`items.${index}.${cell}`}
        value={text}
        list={cell === "description" && services.size === 0 ? undefined : LISTS[cell]}
        inputMode={isFigure ? "decimal" : undefined}
        autoComplete="off"
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={hasNote ? `${id}-note` : undefined}
        onChange={({ target }) => {
          lines.changeCell(index, cell, target.value);
          const item = cell === "description" && services.get(nameKey(target.value));
          if (item) lines.fillFrom(index, item);
        }}
        onKeyDown={(event) => lines.onKey(event, index, cell)}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text/plain");
          if (cell === "description" && lines.pasteLines(index, text)) event.preventDefault();
        }}
        onFocus={(event) => {
          setFocus(true);
          if (isFigure) event.target.select();
        }}
        onBlur={() => {
          setFocus(false);
          lines.leaveCell(index, cell, text);
        }}
      />
      {isFigure && hasFocus && <Result cell={cell} text={text} />}
    </div>
  );
}

const Star = () => (
  <span className="bad" aria-hidden="true">
    {" *"}
  </span>
);

/** Shows the result of a sum below the field while typing. */
function Result({ cell, text }: { cell: Cell; text: string }) {
  const result = isSum(text) ? readTypedAmount(text) : undefined;
  if (result === undefined) return null;
  const shown = cell === "rate" ? moneyText(toRupees(result)) : evaluateCell(cell, text);
  return (
    <span
      className="calc-tip num row gap-8 round-6 on-raised shadow-pop nowrap small"
      role="status"
    >
      {`= ${shown}`}
      <Key name="↵" />
    </span>
  );
}
