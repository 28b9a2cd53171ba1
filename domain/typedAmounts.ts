import { LARGEST_AMOUNT, type Paise, readAmount, readDigits } from "./money.ts";

// Amount fields accept arithmetic: `1200*1.18`, `(500+250)/3`, `4500-10%`. It is computed exactly with
// fractions, and rounded once, half up, at the end.

/** A fraction. `below` is always positive. */
interface Fraction {
  above: bigint;
  below: bigint;
}

/** Evaluates an amount or an expression to paise. Returns undefined if it is neither. */
export function readTypedAmount(text: string): Paise | undefined {
  const amount = readAmount(text);
  if (amount !== undefined) return amount;
  if (text.length > 200 || !isSum(text)) return undefined;

  const tokens = tokenize(text);
  const result = tokens && sum(tokens);
  if (!result || tokens.length > 0) return undefined;
  return roundToPaise(result);
}

/** Whether a text is an expression: it has an operator after its first character. */
export function isSum(text: string): boolean {
  return /[-+−*×/÷%]/.test(text.trim().slice(1)) && readAmount(text) === undefined;
}

const TOKEN = /\s*(\d[\d,]*(?:\.\d+)?|\.\d+|[-+*/()%])/y;

function tokenize(text: string): string[] | undefined {
  const plain = text
    .replaceAll("−", "-")
    .replaceAll("×", "*")
    .replaceAll("÷", "/")
    .replaceAll("₹", "");
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let match = TOKEN.exec(plain); match; match = TOKEN.exec(plain)) {
    tokens.push(match[1] ?? "");
    end = TOKEN.lastIndex;
  }
  return plain.slice(end).trim() === "" ? tokens : undefined;
}

// Each function parses what it can from the front of the tokens.

function sum(tokens: string[]): Fraction | undefined {
  let total = product(tokens);
  while (total && (tokens[0] === "+" || tokens[0] === "-")) {
    const sign = tokens.shift() === "-" ? -1n : 1n;
    const next = product(tokens);
    if (!next) return undefined;
    // `4500-10%` subtracts a tenth of 4,500.
    const part = takesPercent(tokens)
      ? times(total, { above: next.above, below: next.below * 100n })
      : next;
    total = plus(total, { above: part.above * sign, below: part.below });
  }
  return total;
}

function product(tokens: string[]): Fraction | undefined {
  let total = parseOperand(tokens);
  while (total && (tokens[0] === "*" || tokens[0] === "/")) {
    const operator = tokens.shift();
    let next = parseOperand(tokens);
    if (!next) return undefined;
    if (takesPercent(tokens)) next = { above: next.above, below: next.below * 100n };
    if (operator === "/" && next.above === 0n) return undefined;
    total = operator === "*" ? times(total, next) : times(total, invert(next));
  }
  return total;
}

function parseOperand(tokens: string[]): Fraction | undefined {
  const token = tokens.shift();
  if (token === "-") {
    const value = parseOperand(tokens);
    return value && { above: -value.above, below: value.below };
  }
  if (token === "(") {
    const inside = sum(tokens);
    return tokens.shift() === ")" ? inside : undefined;
  }
  const digits = token && /^[\d.]/.test(token) ? readDigits(token) : undefined;
  return digits && toFraction(digits);
}

function takesPercent(tokens: string[]): boolean {
  if (tokens[0] !== "%") return false;
  tokens.shift();
  return true;
}

const toFraction = ({ whole, fraction }: { whole: string; fraction: string }): Fraction => ({
  above: BigInt(`${whole}${fraction}`),
  below: 10n ** BigInt(fraction.length),
});

const plus = (a: Fraction, b: Fraction): Fraction => ({
  above: a.above * b.below + b.above * a.below,
  below: a.below * b.below,
});

const times = (a: Fraction, b: Fraction): Fraction => ({
  above: a.above * b.above,
  below: a.below * b.below,
});

const invert = ({ above, below }: Fraction): Fraction =>
  above < 0n ? { above: -below, below: -above } : { above: below, below: above };

/** Rounds half away from zero. */
function roundToPaise({ above, below }: Fraction): Paise | undefined {
  const size = above < 0n ? -above : above;
  const paise = (size * 200n + below) / (below * 2n);
  if (paise > BigInt(LARGEST_AMOUNT)) return undefined;
  return Number(above < 0n ? -paise : paise) as Paise;
}
