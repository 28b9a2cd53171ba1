import { useId } from "react";
import type { Paise } from "../../domain/money.ts";
import { toRupees } from "../../domain/money.ts";
import { amountText } from "../ui/AmountField.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { AmountCell, amountError } from "./AmountCell.tsx";
import { createSideFields } from "./sides.ts";
import { Totals } from "./Totals.tsx";
import type { JournalForm } from "./useJournal.ts";
import { newRow, type Row, sumLines } from "./values.ts";

interface Props {
  form: JournalForm;
}

/** The lines of a journal, and the difference between both sides. */
export function Lines({ form }: Props) {
  const { values, change, offered } = form;
  const { lines } = values;
  const add = () => change("lines", [...lines, newRow()]);
  return (
    <section className="section" aria-labelledby="lines">
      <div className="section-head">
        <h2 id="lines">Lines</h2>
        <Button className="spring" icon="plus" label="Add Line" onClick={add} />
      </div>
      <div className="items sides">
        <div className="items-head" aria-hidden="true">
          <span>Ledger or category</span>
          <span className="r">Debit</span>
          <span className="r">Credit</span>
        </div>
        {lines.map((row, index) => (
          <Line key={row.key} form={form} row={row} index={index} />
        ))}
        <Foot form={form} />
      </div>
      <datalist id="ledgers">
        {offered.map(({ name, line }) => (
          <option key={name} value={name}>
            {line}
          </option>
        ))}
      </datalist>
    </section>
  );
}

interface LineProps extends Props {
  row: Row;
  index: number;
}

function Line({ form, row, index }: LineProps) {
  const id = useId();
  const { lines } = form.values;
  const ledger = form.field(`lines[${index}].ledger`);
  const { debit, credit } = createSideFields(form, row, index);
  const errors = [ledger.error, amountError(debit), amountError(credit)].filter(Boolean);
  const note = `${id}-note`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a sheet is no fieldset.
    <div className="item" role="group" aria-label={`Line ${index + 1}`}>
      <div className="i-desc">
        <label className="cell-label" htmlFor={id}>
          Ledger or category
        </label>
        <input
          id={id}
          className="input"
          name={ledger.name}
          value={ledger.value}
          list="ledgers"
          autoComplete="off"
          aria-invalid={ledger.error !== undefined}
          aria-describedby={ledger.error ? note : undefined}
          onChange={({ target }) => ledger.change(target.value)}
          onBlur={ledger.blur}
        />
      </div>
      <AmountCell label="Debit" field={debit} note={note} />
      <AmountCell label="Credit" field={credit} note={note} />
      {lines.length > 2 && (
        <IconButton
          icon="x"
          label={`Remove line ${index + 1}`}
          className="i-del"
          onClick={() =>
            form.change(
              "lines",
              lines.filter((one) => one !== row),
            )
          }
        />
      )}
      {errors.length > 0 && (
        <p className="i-note error" id={note}>
          <Icon name="circle-alert" />
          {errors.join(". ")}
        </p>
      )}
    </div>
  );
}

/** The totals of both sides, their difference, and a button that fills it in. */
function Foot({ form: { values, change, errorAt } }: Props) {
  const { lines } = values;
  const { debit, credit, excess } = sumLines(lines);
  const isEven = excess === 0n;
  const more = excess > 0n ? "Debits exceed credits" : "Credits exceed debits";
  const error = !isEven && errorAt("lines");
  const fill = () => {
    const text = amountText(Number(excess < 0n ? -excess : excess) as Paise);
    const given = excess > 0n ? { credit: text } : { debit: text };
    const empty = lines.findIndex((row) => !(row.debit + row.credit).trim());
    change(
      "lines",
      empty < 0
        ? [...lines, newRow(given)]
        : lines.map((row, at) => (at === empty ? { ...row, ...given } : row)),
    );
  };
  return (
    <Totals sums={{ debit, credit, excess }}>
      <output name="lines" tabIndex={-1} className={error ? "error" : isEven ? "pos" : "soft"}>
        {isEven ? (
          debit > 0n && (
            <>
              <Icon name="circle-check" />
              Debits equal credits
            </>
          )
        ) : (
          <>
            {error && <Icon name="circle-alert" />}
            {`${more} by ${moneyText(toRupees(excess < 0n ? -excess : excess))}`}
          </>
        )}
      </output>
      {!isEven && <Button look="link" label="Fill in the difference" onClick={fill} />}
    </Totals>
  );
}
