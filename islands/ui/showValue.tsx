import type { ReactNode } from "react";
import type { FieldDescription } from "../../domain/describeField.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { Money } from "./Money.tsx";

/** Shows the value of a record's field: an amount, the name of a choice, or text with its unit. */
export function showValue({ kind, names, unit = "" }: FieldDescription, value: unknown): ReactNode {
  if (value === undefined || value === null || value === "") return "";
  if (kind === "rupees") return <Money amount={value as RupeeSum} />;
  return names?.[String(value)] ?? `${value}${unit}`;
}
