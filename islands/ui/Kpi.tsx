import type { ReactNode } from "react";
import type { RupeeSum } from "../../domain/money.ts";
import { Money } from "./Money.tsx";

interface Props {
  name: string;
  /** Undefined while it loads. */
  amount: RupeeSum | undefined;
  note: ReactNode;
  className?: string;
}

/** Shown while a note loads, to keep its line. */
export const WAITING = "\u00a0";

/** A card above a list that shows one total. */
export const Kpi = ({ name, amount, note, className = "" }: Props) => (
  <div className={`card kpi ${className}`.trim()}>
    <dt className="kpi-label">{name}</dt>
    <dd>
      <div className="kpi-value">{amount === undefined ? "–" : <Money amount={amount} big />}</div>
      <div className="kpi-note row gap-6 small muted">{note}</div>
    </dd>
  </div>
);
