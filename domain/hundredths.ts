import { type Paise, toPaise, toRupees } from "./money.ts";

declare const unit: unique symbol;
/** A quantity or a percentage with 2 decimals as a whole number: 18% is 1800. */
export type Hundredths = number & { readonly [unit]: "hundredths" };

/** Converts a number to hundredths. Returns undefined if it has more than 2 decimals or is too large. */
export const toHundredths = (number: number): Hundredths | undefined =>
  toPaise(number) as number | undefined as Hundredths | undefined;

export const fromHundredths = (hundredths: Hundredths): number =>
  toRupees(hundredths as number as Paise);
