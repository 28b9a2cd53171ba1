import type { ReactNode } from "react";
import { toRupees } from "../../domain/money.ts";
import { Money } from "../ui/Money.tsx";
import type { sumLines } from "./values.ts";

interface Props {
  sums: ReturnType<typeof sumLines>;
  children: ReactNode;
}

/** The totals of both sides, below their columns. */
export const Totals = ({ sums, children }: Props) => (
  <div className="sides-foot row wrap gap-4-12 text-13">
    {children}
    <dl className="sides-sums grid gap-6 end semi">
      {(
        [
          ["Debit", sums.debit],
          ["Credit", sums.credit],
        ] as const
      ).map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money amount={toRupees(sum)} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
