import type { GstMode } from "../../domain/gst.ts";
import { COMMON_SACS } from "../../domain/sac.ts";
import { ratesOn } from "../../domain/taxRates.ts";
import { Icon } from "../ui/Icon.tsx";
import { COLUMNS, ItemRow, LISTS, Star } from "./ItemRow.tsx";
import type { useLines } from "./useLines.ts";
import { CELLS, type Values } from "./values.ts";

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
        <button className="btn spring" type="button" onClick={lines.addLine}>
          <Icon name="plus" />
          Add Item
        </button>
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
        Backspace removes it. Amounts take sums, 28800/12. Spreadsheet rows can be pasted.
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
