import type { ReactNode } from "react";
import { type CloseFigures, computeOtherIncome } from "../../domain/closing/closing.ts";
import { Money } from "../ui/Money.tsx";

interface Props {
  figures: CloseFigures;
  className?: string;
  /** Shown after the profit. */
  children: ReactNode;
}

/** A month's income, expense and profit. */
export function Figures({ figures, className, children }: Props) {
  const other = computeOtherIncome(figures);
  return (
    <dl className={className}>
      <Figure name="Billed, before GST" amount={figures.billed} />
      {Number(other) !== 0 && <Figure name="Income without an invoice" amount={other} />}
      <Figure name="Spent" amount={figures.spent} />
      <Figure name="Profit" amount={figures.profit} isSum />
      {children}
    </dl>
  );
}

type FigureProps = { name: string; amount: number | bigint; isSum?: boolean };

export function Figure({ name, amount, isSum = false }: FigureProps) {
  return (
    <div className={isSum ? "is-sum" : undefined}>
      <dt>{name}</dt>
      <dd className="num">
        <Money amount={amount} />
      </dd>
    </div>
  );
}
