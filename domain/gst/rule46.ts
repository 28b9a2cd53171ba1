import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { ADDRESS_FROM, valueOn } from "./returns/law.ts";
import { findStateByGstin, formatState, type State } from "./states.ts";

// What Rule 46 of the CGST Rules wants on a tax invoice and the books may lack. It is told and never
// refused: an agency may know better, and an unregistered one issues no tax invoice.

interface Particulars {
  date: CalendarDate;
  taxable: Paise;
  recipient: { gstin: string; address: string; stateCode: string };
  /** Lines by their order on the invoice. */
  items: { description: string; hsnSac: string }[];
}

/**
 * A registered client is supplied in the state of their GSTIN, mostly: where another is written, one of the
 * two is likely wrong, and with it CGST and SGST, or IGST (sections 10 and 12 of the IGST Act). Undefined
 * where both agree, or one is not known.
 */
export function placeWarning(gstin: string, place: State | undefined): string | undefined {
  const found = otherState(gstin, place);
  if (!found) return undefined;
  const what = `The client's GSTIN is for ${found.of}, but the place of supply is ${found.here}`;
  return `${what}: see which is right, for the tax follows the place.`;
}

/** The same of a client, whose invoices are mostly supplied in their state. */
export function stateWarning(gstin: string, state: State | undefined): string | undefined {
  const found = otherState(gstin, state);
  return found && `The GSTIN is for ${found.of}, but the state is ${found.here}`;
}

function otherState(gstin: string, place: State | undefined) {
  const registered = findStateByGstin(gstin);
  if (!registered || !place || registered.code === place.code) return undefined;
  return { of: formatState(registered), here: formatState(place) };
}

/** Only who is registered may charge GST (CGST Act, s. 32). */
export const UNREGISTERED = "GST is charged, but the agency has no GSTIN.";

/** What is missing on a registered agency's invoice, each as a sentence. */
export function missingParticulars({ date, taxable, recipient, items }: Particulars): string[] {
  const missing: string[] = [];
  const { gstin, address, stateCode } = recipient;
  const isNamed = Boolean(gstin.trim() || (address.trim() && stateCode.trim()));
  if (!isNamed && taxable >= valueOn(ADDRESS_FROM, date)) {
    missing.push("From ₹50,000 a client without GSTIN is named with address and state.");
  }
  const uncoded = items.flatMap(({ description, hsnSac }, index) =>
    description.trim() && !hsnSac.trim() ? [index + 1] : [],
  );
  if (uncoded.length > 0) {
    const shown = uncoded.slice(0, 5).join(", ") + (uncoded.length > 5 ? " and others" : "");
    missing.push(`HSN/SAC is missing on item ${shown}.`);
  }
  return missing;
}
