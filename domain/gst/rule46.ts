import type { CalendarDate } from "../dates.ts";
import type { Paise } from "../money.ts";
import { ADDRESS_FROM, valueOn } from "./returns/law.ts";
import { findStateByGstin, formatState, type State } from "./states.ts";

// Particulars that Rule 46 of the CGST Rules requires on a tax invoice. Missing ones are a warning,
// never an error: the agency may know better, and an unregistered agency issues no tax invoices.

interface Particulars {
  date: CalendarDate;
  taxablePaise: Paise;
  recipient: { gstin: string; address: string; stateCode: string };
  /** In the order of the invoice. */
  items: { description: string; hsnSac: string }[];
}

/**
 * Returns a warning if a registered client's GSTIN is in another state than the place of supply. They
 * usually agree. If not, one is probably wrong, and so is the choice of CGST and SGST or IGST (sections
 * 10 and 12 of the IGST Act). Returns undefined if they agree or one is unknown.
 */
export function placeWarning(gstin: string, place: State | undefined): string | undefined {
  const found = otherState(gstin, place);
  if (!found) return undefined;
  const what = `The client's GSTIN is for ${found.of}, but the place of supply is ${found.here}`;
  return `${what}: check which is right, because the tax depends on the place.`;
}

/** Returns the same warning for a client's state, which is the usual place of supply. */
export function stateWarning(gstin: string, state: State | undefined): string | undefined {
  const found = otherState(gstin, state);
  return found && `The GSTIN is for ${found.of}, but the state is ${found.here}`;
}

function otherState(gstin: string, place: State | undefined) {
  const registered = findStateByGstin(gstin);
  if (!registered || !place || registered.code === place.code) return undefined;
  return { of: formatState(registered), here: formatState(place) };
}

/** Only a registered agency may charge GST (CGST Act, s. 32). */
export const UNREGISTERED = "GST is charged, but the agency has no GSTIN.";

/** Returns a sentence for each particular missing on a registered agency's invoice. */
export function missingParticulars({
  date,
  taxablePaise,
  recipient,
  items,
}: Particulars): string[] {
  const missing: string[] = [];
  const { gstin, address, stateCode } = recipient;
  const isNamed = Boolean(gstin.trim() || (address.trim() && stateCode.trim()));
  if (!isNamed && taxablePaise >= valueOn(ADDRESS_FROM, date)) {
    missing.push(
      "From ₹50,000, an invoice without the client's GSTIN must show their address and state.",
    );
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
