import type { BankLine } from "../../domain/banking/statements.ts";
import { type Category, listBookable } from "../../domain/ledger/categories.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import type { sumUp } from "./choices.ts";

interface SumProps {
  count: number;
  sum: ReturnType<typeof sumUp>;
  line: BankLine;
  /** Whether the choices and the category amount add up to the line. */
  isEven: boolean;
}

export function MatchSum({ count, sum, line, isEven }: SumProps) {
  const { pays, tds, toBank, left } = sum;
  const figures: [string, number][] = [
    [`${count} selected`, pays / 100],
    ["− TDS", tds / 100],
    ["= Net amount", toBank / 100],
    ["Bank transaction", Math.abs(line.amount)],
  ];
  return (
    <div className="match-sum wrap gap-8-24 text-13" role="status">
      {figures.map(([name, amount]) => (
        <span className="match-figure" key={name}>
          <span className="muted">{name}</span>
          <Money amount={amount} />
        </span>
      ))}
      <span className={`match-verdict ${isEven ? "pos" : left < 0 ? "neg" : "muted"}`}>
        <Icon name={isEven ? "circle-check" : "circle-alert"} />
        {verdict(left, isEven)}
      </span>
    </div>
  );
}

function verdict(left: number, isEven: boolean): string {
  const size = formatPaise(Math.abs(left) as Paise);
  if (left === 0) return "Equal, ₹0.00 left";
  if (left < 0) return `${size} too much`;
  return isEven ? `${size} assigned to a category` : `${size} left`;
}

interface RestProps {
  line: BankLine;
  /** In paise. */
  left: number;
  /** Undefined until the user asks for it. */
  chosen: string | undefined;
  onChoose(categoryId: string | undefined): void;
}

/** Assigns the remaining amount to a category. */
export function RestCategory({ line, left, chosen, onChoose }: RestProps) {
  const isOpen = chosen !== undefined && left > 0;
  const categories = useFetch<{ categories: Category[] }>(isOpen ? "/api/categories" : null);
  const type = line.amount > 0 ? "Income" : "Expense";
  if (!isOpen) {
    return (
      <Button
        look="quiet"
        icon="plus"
        label="Assign the rest to a category"
        className="match-rest"
        disabled={left <= 0}
        onClick={() => onChoose("")}
      />
    );
  }
  return (
    <select
      className="input match-rest"
      aria-label="Category for the rest"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Category for the rest</option>
      {listBookable(categories.data?.categories ?? [], type).map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
