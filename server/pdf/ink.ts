/** The screen's colours, for white paper. */
export const INK = {
  text: "#1b1a17",
  quiet: "#54524b",
  faint: "#6b6961",
  line: "#e8e6e0",
  strong: "#928f86",
  income: "#0a7248",
  expense: "#c2552f",
  balance: "#4a50d0",
  negative: "#b3261e",
  stamp: "#e9e7e2",
  black: "#000000",
};

/** The eight category colours, used in rotation. */
export const CATEGORY_INKS = [
  "#4a50d0",
  "#0b8c80",
  "#bf7208",
  "#be4267",
  "#2380c2",
  "#8450c4",
  "#66822a",
  "#78756c",
];

const operands = new Map<string, string>();

/** Returns a colour as operands of `rg` and `RG`. */
export function operand(hex: string): string {
  const known = operands.get(hex);
  if (known) return known;
  const parts = hex.match(/[0-9a-f]{2}/g) ?? [];
  const text = parts.map((part) => Math.round(Number.parseInt(part, 16) / 2.55) / 100).join(" ");
  operands.set(hex, text);
  return text;
}
