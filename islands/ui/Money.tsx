import type { ReactNode } from "react";
import { formatInr, type RupeeSum } from "../../domain/money.ts";

interface Props {
  /** In rupees. */
  amount: RupeeSum;
  /** Says a plus too. */
  signed?: boolean;
  /** Makes less of the paise, where the figure stands by itself. */
  big?: boolean;
}

/** What a big figure has room for at its usual size: tens of crores. */
const ROOM = "99,99,99,999.99".length;

/** An amount of rupees: `−₹1,23,456.50`. The minus is U+2212, as wide as a figure. */
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

/** The same as text, for names and titles. */
export const moneyText = (amount: RupeeSum): string => formatInr(amount).replace("-", "−");

interface SumProps {
  name: string;
  amount?: RupeeSum;
  className?: string;
  /** Of the amount. */
  tone?: string;
  /** Its colour in the picture above. */
  swatch?: string;
  /** In place of the amount. */
  children?: ReactNode;
}

/** A line of what something comes to. */
export const Sum = ({ name, amount = 0, className, tone, swatch, children }: SumProps) => (
  <div className={className}>
    <dt className={swatch && "key"}>
      {swatch && <span className={`swatch ${swatch}`} />}
      {name}
    </dt>
    <dd className={tone}>{children ?? <Money amount={amount} />}</dd>
  </div>
);
