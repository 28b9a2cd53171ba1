import type { ReactNode } from "react";
import { formatInr, type RupeeSum } from "../../domain/money.ts";

interface Props {
  /** In rupees. */
  amount: RupeeSum;
  /** Shows a plus sign too. */
  signed?: boolean;
  /** Makes the paise smaller, for a figure shown on its own. */
  big?: boolean;
}

/** The longest amount that fits at the usual size: tens of crores. */
const ROOM = "99,99,99,999.99".length;

/** An amount in rupees: `−₹1,23,456.50`. The minus is U+2212, as wide as a digit. */
export function Money({ amount, signed, big }: Props) {
  const figures = formatInr(amount).replace(/^-?₹/, "");
  const [whole, paise] = figures.split(".");
  return (
    <span className={figures.length > ROOM ? "num money-long" : "num"}>
      {amount < 0 ? "−" : signed && amount > 0 ? "+" : ""}
      <span className="cur">₹</span>
      {big ? (
        <>
          {whole}
          <span className="paise">.{paise}</span>
        </>
      ) : (
        figures
      )}
    </span>
  );
}

export const moneyText = (amount: RupeeSum): string => formatInr(amount).replace("-", "−");

interface SumProps {
  name: string;
  amount?: RupeeSum;
  className?: string;
  /** The colour of the amount. */
  tone?: string;
  /** Its colour in the chart above. */
  swatch?: string;
  /** Shown instead of the amount. */
  children?: ReactNode;
}

/** A line with a name and a total. */
export const Sum = ({ name, amount = 0, className, tone, swatch, children }: SumProps) => (
  <div className={className}>
    <dt className={swatch && "key"}>
      {swatch && <span className={`swatch ${swatch}`} />}
      {name}
    </dt>
    <dd className={tone}>{children ?? <Money amount={amount} />}</dd>
  </div>
);
