import type { ReactNode } from "react";
import type { RupeeSum } from "../../domain/money.ts";
import { Money } from "./Money.tsx";

interface Props {
  name: string;
  /** Undefined while it is on its way. */
  amount: RupeeSum | undefined;
  note: ReactNode;
  className?: string;
}

/** In place of a note that is on its way: its line is kept. */
export const WAITING = "\u00a0";

/** What a list comes to, as one of the cards above it. */
export const Kpi = ({ name, amount, note, className = "" }: Props) => (
  <div className={`card kpi ${className}`.trim()}>
    <dt className="kpi-label">{name}</dt>
    <dd>
      <div className="kpi-value">{amount === undefined ? "–" : <Money amount={amount} big />}</div>
      <div className="kpi-note">{note}</div>
    </dd>
  </div>
);
