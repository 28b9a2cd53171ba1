import type { Invoice } from "../../domain/documents/invoices.ts";
import { Refusal } from "../../domain/refusal.ts";

export const CANCEL_THERE_FIRST =
  "cancel its IRN on the portal first, then upload the portal's response";

/**
 * @throws Refusal "conflict" if the document is registered with the Invoice Registration Portal, which locks
 * it
 */
export function assertNotRegistered(
  { irn, number }: Pick<Invoice, "irn" | "number">,
  remedy: string,
): void {
  if (irn) throw new Refusal("conflict", `${number} is registered as an e-invoice: ${remedy}`);
}
