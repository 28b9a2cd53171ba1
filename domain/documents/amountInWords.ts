import { type Paise, toDecimal } from "../money.ts";

const TEENS =
  "Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(" ");
const SMALL = [..."Zero One Two Three Four Five Six Seven Eight Nine".split(" "), ...TEENS];
const TENS = "Zero Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");
const SCALES = [
  { size: 10_000_000, word: "Crore" },
  { size: 100_000, word: "Lakh" },
  { size: 1_000, word: "Thousand" },
  { size: 100, word: "Hundred" },
];

/**
 * Spells out an amount as Indian invoices do: `Rupees One Lakh Twenty-Three Thousand and Fifty Paise
 * Only`. The only "and" comes before the paise. Above 99 crore, the number of crores is spelled out the
 * same way.
 */
export function amountInWords(amount: Paise): string {
  const [whole, fraction] = toDecimal(Math.abs(amount) as Paise).split(".");
  const [rupees, paise] = [Number(whole), Number(fraction)];
  const parts: string[] = [];
  if (rupees > 0 || paise === 0) parts.push(`Rupees ${inWords(rupees)}`);
  if (paise > 0) parts.push(`${inWords(paise)} ${paise === 1 ? "Paisa" : "Paise"}`);
  return `${amount < 0 ? "Minus " : ""}${parts.join(" and ")} Only`;
}

function inWords(number: number): string {
  const scale = SCALES.find(({ size }) => number >= size);
  if (scale) {
    const rest = number % scale.size;
    const count = `${inWords(Math.floor(number / scale.size))} ${scale.word}`;
    return rest ? `${count} ${inWords(rest)}` : count;
  }
  if (number < 20) return SMALL[number] ?? "";
  const unit = number % 10;
  return `${TENS[Math.floor(number / 10)]}${unit ? `-${SMALL[unit]}` : ""}`;
}
