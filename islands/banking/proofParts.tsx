import type { ReactNode } from "react";
import type { RupeeSum } from "../../domain/money.ts";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";

/** A figure in a sum, with its name. */
export function Term(props: {
  op?: string;
  name: string;
  amount: RupeeSum | null;
  isSum?: boolean;
}) {
  const { op, name, amount, isSum } = props;
  return (
    <td className={isSum ? "sum" : undefined}>
      <span className="proof-term">
        {op && <span className="op">{op}</span>}
        {name}
      </span>
      {amount === null ? <span className="num">–</span> : <Money amount={amount} />}
    </td>
  );
}

const LOOKS = {
  right: ["pos", "circle-check"],
  wrong: ["warn", "triangle-alert"],
  open: ["", "circle"],
  none: ["muted", "circle"],
} as const;

/** The result of a row. */
export function Verdict(props: { look: keyof typeof LOOKS; words: string; children?: ReactNode }) {
  const { look, words, children } = props;
  const [tone, icon] = LOOKS[look];
  return (
    <td className="verdict">
      <span className={`verdict-line ${tone}`}>
        <Icon className="rigid" name={icon} />
        {words}
      </span>
      {children && <span className="help">{children}</span>}
    </td>
  );
}
