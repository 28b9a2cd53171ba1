import type { ReactNode } from "react";
import { groupIndian, type RupeeSum, sumInPaise, toRupees } from "../../domain/money.ts";
import { Button } from "./Button.tsx";
import { savePdf } from "./downloads.ts";
import { Money, moneyText } from "./Money.tsx";
import { useBusy } from "./useBusy.ts";

/** A total of the selected rows, with its name. */
export interface Sum {
  name: string;
  amount: RupeeSum;
}

/** Adds amounts without rounding errors, however many there are. */
export const addUp = (amounts: RupeeSum[]): RupeeSum =>
  toRupees(amounts.reduce<bigint>((sum, amount) => sum + sumInPaise(amount), 0n));

interface Props {
  count: number;
  sums: Sum[];
  onClear(): void;
  /** The actions for all selected rows. */
  children: ReactNode;
}

/** Shows the number of selected rows, their totals and the actions for them. */
export function SelectionBar({ count, sums, onClear, children }: Props) {
  const text = `${groupIndian(count)} selected`;
  const summary = [text, ...sums.map(({ name, amount }) => `${name} ${moneyText(amount)}`)].join(
    ", ",
  );
  return (
    <>
      <p className="sr-only" role="status">
        {count > 0 && summary}
      </p>
      {count > 0 && (
        <section className="selection" aria-label="Selected">
          <span className="strong num">{text}</span>
          {sums.map(({ name, amount }) => (
            <span key={name}>
              <span className="muted">{name}</span> <Money amount={amount} />
            </span>
          ))}
          <div className="actions spring">
            {children}
            <Button look="quiet" icon="x" label="Clear" keyName="Esc" onClick={onClear} />
          </div>
        </section>
      )}
    </>
  );
}

interface DownloadProps {
  list: "invoices" | "receipts";
  documents: { _id: string }[];
}

/** Downloads the PDFs of the selected rows as one zip file. */
export function DownloadPdfsButton({ list, documents }: DownloadProps) {
  const [isBusy, save] = useBusy(() =>
    savePdf({
      url: `/api/${list}/pdfs`,
      type: "application/zip",
      body: { ids: documents.map(({ _id }) => _id) },
      name: list === "invoices" ? "Invoices.zip" : "Receipts.zip",
      success: "PDFs downloaded successfully",
    }),
  );
  return <Button icon="download" label="Download PDFs" isBusy={isBusy} onClick={save} />;
}
