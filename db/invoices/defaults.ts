import { eq } from "drizzle-orm";
import type { Hundredths } from "../../domain/gst.ts";
import type { BankDetails } from "../../domain/invoiceSettings.ts";
import type { Write } from "../atomically.ts";
import { invoiceSettings } from "../invoiceSchema.ts";
import type { Tenant } from "../tenant.ts";

/** Contract, "GST arithmetic": 18 % where nothing is set. */
const USUAL = {
  defaultTaxPct: 18_00 as Hundredths,
  defaultPlaceOfSupply: "",
  bankDetails: { accountName: "", bankName: "", accountNo: "", ifsc: "", upi: "", branch: "" },
};

/** What new invoices begin with, and where clients pay to. Tax in hundredths of a percent. */
export async function findInvoiceDefaults(
  from: Pick<Write, "select">,
  { agencyId }: Tenant,
): Promise<{ defaultTaxPct: Hundredths; defaultPlaceOfSupply: string; bankDetails: BankDetails }> {
  const [row] = await from
    .select()
    .from(invoiceSettings)
    .where(eq(invoiceSettings.agencyId, agencyId));
  return row ?? USUAL;
}
