import { useId, useState } from "react";
import { ratesOn } from "../../domain/gst/taxRates.ts";
import { listBookable } from "../../domain/ledger/categories.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { BLOCKED_BY, BLOCKED_NAMES } from "../../domain/purchases/credit.ts";
import { isSum, readTypedAmount } from "../../domain/typedAmounts.ts";
import { Figure } from "../invoices/Summary.tsx";
import { evaluateCell } from "../invoices/values.ts";
import { amountText } from "../ui/AmountField.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { Common } from "./Common.tsx";
import type { BillForm } from "./useBill.ts";
import { HEADS, type Head, newRow, type Row } from "./values.ts";

interface Props {
  form: BillForm;
}

/** The lines of a bill, with the treatment of their tax. */
export function BillItems({ form }: Props) {
  const { values, change, errorAt } = form;
  const { items } = values;
  const isTyped = items.some((row) => row.hsnSac || HEADS.some((head) => row[head]));
  const [isOpen, setOpen] = useState(isTyped);
  const hasWrong = items.some((_, n) => HEADS.some((head) => errorAt(`items.${n}.${head}`)));
  const isPrinted = isOpen || hasWrong;
  const last = items.at(-1);
  const add = () =>
    change("items", [
      ...items,
      newRow({ categoryId: last?.categoryId ?? "", taxPct: last?.taxPct ?? "18" }),
    ]);
  return (
    <section className="section" aria-labelledby="items">
      <div className="section-head">
        <h2 id="items">Items</h2>
        <span className="note-acts flex gap-12 spring">
          <Button
            look="link"
            label={isPrinted ? "Hide taxes" : "Taxes as printed"}
            aria-expanded={isPrinted}
            onClick={() => setOpen(!isPrinted)}
          />
          <Button icon="plus" label="Add Item" onClick={add} />
        </span>
      </div>
      <div className="items bill-items">
        <div className="items-head" aria-hidden="true">
          {["Description", "Category"].map((name) => (
            <span key={name}>{name}</span>
          ))}
          <span className="r">Taxable</span>
          <span className="r">GST %</span>
          <span>ITC</span>
          <span className="r">Total</span>
        </div>
        {items.map((row, index) => (
          <Item key={row.key} form={form} row={row} index={index} isPrinted={isPrinted} />
        ))}
      </div>
      <datalist id="gst-rates">
        {ratesOn(values.date).map((rate) => (
          <option key={rate} value={rate} />
        ))}
      </datalist>
      {errorAt("items") && (
        <p className="error" role="alert">
          {errorAt("items")}
        </p>
      )}
    </section>
  );
}

interface ItemProps extends Props {
  row: Row;
  index: number;
  isPrinted: boolean;
}

const CELLS = ["description", "categoryId", "taxable", "taxPct", "hsnSac", ...HEADS] as const;

function Item({ form, row, index, isPrinted }: ItemProps) {
  const { values, change, errorAt, lines, isOwnTax, usual, itc } = form;
  const { line } = lines[index] as (typeof lines)[number];
  const tax = line.cgst + line.sgst + line.igst + line.cess;
  const total = (line.taxable + (isOwnTax ? 0 : tax)) as Paise;
  const name = `Item ${index + 1}`;
  const becomes = itc[index];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a sheet is no fieldset.
    <div className="item" role="group" aria-label={name}>
      <Cell
        form={form}
        row={row}
        index={index}
        cell="description"
        label="Description"
        className="i-desc"
      />
      <CategoryCell form={form} row={row} index={index} />
      <Cell
        form={form}
        row={row}
        index={index}
        cell="taxable"
        label="Taxable"
        className="i-amt"
        isMoney
      />
      <Cell
        form={form}
        row={row}
        index={index}
        cell="taxPct"
        label="GST %"
        className="i-tax"
        list="gst-rates"
      />
      <label className="tick i-itc">
        <span className="cell-label">Input credit</span>
        <input
          type="checkbox"
          checked={becomes === "ELIGIBLE"}
          disabled={usual[index] === "NONE"}
          onChange={({ target }) =>
            change(`items[${index}].itc`, target.checked ? "ELIGIBLE" : "BLOCKED")
          }
        />
      </label>
      <div className="total end text-13 strong">
        <span className="sr-only">{`${name} total `}</span>
        <Figure amountPaise={total} />
      </div>
      {values.items.length > 1 && (
        <IconButton
          icon="x"
          label={`Remove item ${index + 1}`}
          className="i-del"
          onClick={() =>
            change(
              "items",
              values.items.filter((one) => one !== row),
            )
          }
        />
      )}
      {becomes === "BLOCKED" && <Why form={form} row={row} index={index} taxPaise={tax as Paise} />}
      {becomes === "ELIGIBLE" && tax > 0 && <Common form={form} row={row} index={index} />}
      {becomes === "NONE" && tax > 0 && (
        <p className="i-note help across">{`${noCredit(form)}; ${joins(tax as Paise)}`}</p>
      )}
      {isPrinted && <Printed form={form} row={row} index={index} />}
      {CELLS.map((cell) => {
        const error = errorAt(`items.${index}.${cell}`);
        return (
          error && (
            <p className="i-note error across" key={cell} id={`item-${index}-${cell}-note`}>
              <Icon name="circle-alert" />
              {error}
            </p>
          )
        );
      })}
    </div>
  );
}

const joins = (tax: Paise) => `${moneyText(toRupees(tax))} is added to the cost`;

const noCredit = ({ vendor }: BillForm) =>
  vendor?.kind === "COMPOSITION"
    ? "No credit: the vendor is a composition dealer"
    : vendor && !vendor.gstin
      ? "No credit: the vendor has no GSTIN"
      : "No credit: the agency has no GSTIN, or is under composition";

type PartProps = Omit<ItemProps, "isPrinted">;

/** Asks why the law blocks a line's credit. */
function Why({ form, row, index, taxPaise }: PartProps & { taxPaise: Paise }) {
  const id = useId();
  const category = form.categories.find(({ _id }) => _id === row.categoryId);
  return (
    <p className="i-why">
      <Icon name="info" />
      <label htmlFor={id}>No input credit:</label>
      <select
        className="input"
        id={id}
        name={`items.${index}.blockedBy`}
        value={row.blockedBy || category?.blockedBy || ""}
        onChange={({ target }) => form.change(`items[${index}].blockedBy`, target.value)}
      >
        <option value="">Choose why</option>
        {BLOCKED_BY.map((reason) => (
          <option key={reason} value={reason}>
            {BLOCKED_NAMES[reason]}
          </option>
        ))}
      </select>
      <span className="help">{joins(taxPaise)}</span>
    </p>
  );
}

const HEAD_NAMES: Record<Head, string> = { cgst: "CGST", sgst: "SGST", igst: "IGST", cess: "Cess" };

/** The printed taxes, if they differ from the rate's. */
function Printed({ form, row, index }: PartProps) {
  const heads: Head[] = form.place.mode === "IGST" ? ["igst", "cess"] : ["cgst", "sgst", "cess"];
  const shown = HEADS.filter((head) => heads.includes(head) || row[head]);
  const due = form.lines[index]?.due;
  return (
    <div className="i-printed grid across gap-6">
      <Cell
        form={form}
        row={row}
        index={index}
        cell="hsnSac"
        label="HSN/SAC"
        className="is-shown"
      />
      {shown.map((head) => (
        <Cell
          key={head}
          form={form}
          row={row}
          index={index}
          cell={head}
          label={HEAD_NAMES[head]}
          className="is-shown"
          placeholder={amountText(due?.[head] ?? (0 as Paise))}
          isMoney
        />
      ))}
    </div>
  );
}

interface CellProps extends PartProps {
  cell: Exclude<(typeof CELLS)[number], "categoryId">;
  label: string;
  className: string;
  isMoney?: boolean;
  placeholder?: string;
  list?: string;
}

function Cell({ form, row, index, cell, label, className, isMoney, placeholder, list }: CellProps) {
  const id = useId();
  const path = `items.${index}.${cell}`;
  const text = row[cell];
  const isFigure = isMoney || cell === "taxPct";
  const error = form.errorAt(path);
  const leave = () => {
    const next = isFigure && text.trim() ? evaluateCell(isMoney ? "rate" : "taxPct", text) : text;
    if (next !== text) form.change(`items[${index}].${cell}`, next);
    form.leave(`items[${index}].${cell}`);
  };
  const sum = isMoney && isSum(text) ? readTypedAmount(text) : undefined;
  return (
    <div className={`${className} relative`}>
      <label className="cell-label" htmlFor={id}>
        {label}
      </label>
      <input
        className={`input ${isFigure ? "num" : ""}`}
        id={id}
        name={path}
        value={text}
        list={list}
        placeholder={placeholder}
        inputMode={isFigure ? "decimal" : undefined}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error ? `item-${index}-${cell}-note` : undefined}
        onChange={({ target }) => form.change(`items[${index}].${cell}`, target.value)}
        onFocus={({ target }) => isFigure && target.select()}
        onBlur={leave}
      />
      {sum !== undefined && (
        <span
          className="calc-tip num row gap-8 round-6 on-raised shadow-pop nowrap small"
          role="status"
        >{`= ${moneyText(toRupees(sum))}`}</span>
      )}
    </div>
  );
}

function CategoryCell({ form, row, index }: PartProps) {
  const id = useId();
  const offered = listBookable(form.categories, "Expense", row.categoryId);
  return (
    <div className="i-cat">
      <label className="cell-label" htmlFor={id}>
        Category
      </label>
      <select
        className="input"
        id={id}
        name={`items.${index}.categoryId`}
        value={row.categoryId}
        onChange={({ target }) => {
          form.change(`items[${index}].categoryId`, target.value);
          // The credit was chosen for the previous category.
          form.change(`items[${index}].itc`, "");
        }}
      >
        <option value="">Choose...</option>
        {offered.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
