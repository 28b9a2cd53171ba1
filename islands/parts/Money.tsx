import { formatInr, type Rupees } from "../../domain/money.ts";

interface Props {
  /** In rupees. */
  amount: Rupees;
  /** Says a plus too. */
  signed?: boolean;
  /** Makes less of the paise, where the figure stands by itself. */
  big?: boolean;
}

/** An amount of rupees: `−₹1,23,456.50`. The minus is U+2212, as wide as a figure. */
export function Money({ amount, signed, big }: Props) {
  const figures = formatInr(Math.abs(amount)).slice(1);
  const [whole, paise] = figures.split(".");
  return (
    <span className="num">
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
export const moneyText = (amount: Rupees): string => formatInr(amount).replace("-", "−");
