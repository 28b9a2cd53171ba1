import { monthName } from "../../domain/months.ts";
import { useKeys } from "../browser/keys.ts";
import { goTo } from "../browser/urlQuery.ts";
import { IconButton } from "./Button.tsx";

interface Props {
  /** `2026-10` */
  month: string;
  /** Available months, oldest first. */
  months: string[];
  address(month: string): string;
}

/** Steps to the previous or next month, or to any month in the list. */
export function MonthStepper({ month, months, address }: Props) {
  const at = months.indexOf(month);
  const [before, after] = [months[at - 1], months[at + 1]];
  useKeys({
    ...(before && { ArrowLeft: goTo(address(before)) }),
    ...(after && { ArrowRight: goTo(address(after)) }),
  });
  const step = (to: string | undefined, icon: "chevron-left" | "chevron-right", label: string) => (
    <IconButton
      icon={icon}
      label={to ? monthName(to) : label}
      disabled={!to}
      onClick={to ? goTo(address(to)) : undefined}
    />
  );
  return (
    <div className="stepper">
      {step(before, "chevron-left", "No earlier month")}
      <select
        aria-label="Month"
        className="stepper-month"
        value={month}
        onChange={({ target }) => goTo(address(target.value))()}
      >
        {months.toReversed().map((label) => (
          <option key={label} value={label}>
            {monthName(label)}
          </option>
        ))}
      </select>
      {step(after, "chevron-right", "No later month")}
    </div>
  );
}
