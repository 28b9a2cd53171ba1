// A GSTIN has 15 characters: the state code (2), usually a PAN (10), the number of the registration, a
// letter for its kind, and a check character over the other 14. A malformed GSTIN is a warning, never an
// error: people try bahi with made-up numbers, and the portal's sandbox numbers fail the check.

// Patterns published on the GST developer portal.
const SHAPES = [
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/, // regular, composition, SEZ, ISD, casual
  /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ\d$/, // a government department with a TAN
  /^\d{2}[A-Z]{4}[A-Z0-9]\d{4}[A-Z][1-9A-Z]D[0-9A-Z]$/, // tax deductor
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[0-9A-Z]$/, // e-commerce collector
  /^\d{4}[A-Z]{3}\d{5}[UO]N[A-Z0-9]$/, // UN body, embassy
  /^\d{4}[A-Z]{3}\d{5}NR[0-9A-Z]$/, // non-resident taxable person
];
const FOREIGN_SUPPLIER = /^99\d{2}[A-Z]{3}\d{5}OS[0-9A-Z]$/;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns a warning about a malformed GSTIN, or undefined if it looks right or is empty. */
export function gstinWarning(text: string): string | undefined {
  const gstin = text.trim().toUpperCase();
  if (gstin === "") return undefined;
  if (gstin.length !== 15) return `A GSTIN has 15 characters; this has ${gstin.length}`;

  const isForeign = FOREIGN_SUPPLIER.test(gstin);
  if (!isForeign && !SHAPES.some((shape) => shape.test(gstin))) {
    return "This does not look like a GSTIN, such as 27AAACB1234C1ZF";
  }
  const state = gstin.slice(0, 2);
  if (!isForeign && !isState(state)) return `No state has the code ${state}`;

  const expected = checkCharacter(gstin);
  if (gstin.at(-1) === expected) return undefined;
  return `The last character of this GSTIN should be ${expected}; check the number`;
}

/** 01 to 38, including the former 25 and 28, and 97 (Other Territory). */
function isState(code: string): boolean {
  const number = Number(code);
  return (number >= 1 && number <= 38) || number === 97;
}

/**
 * Computes the check character: multiplies the first 14 characters, as base 36 digits, by 1, 2, 1, 2 …,
 * adds each product's quotient and remainder by 36, and takes the complement to 36.
 */
function checkCharacter(gstin: string): string {
  let sum = 0;
  for (const [place, character] of [...gstin.slice(0, 14)].entries()) {
    const product = DIGITS.indexOf(character) * (1 + (place % 2));
    sum += Math.floor(product / 36) + (product % 36);
  }
  return DIGITS.charAt((36 - (sum % 36)) % 36);
}
