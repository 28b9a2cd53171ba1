import type { SupplierReturnRow } from "../../domain/purchases/supplierReturns.ts";
import { sendJson } from "../api.ts";
import { failUsage } from "../failure.ts";
import { printList } from "../listing.ts";
import { findVendorId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { parsePeriodLabel } from "./gst.ts";

const COLUMNS: Column<SupplierReturnRow>[] = [
  { title: "Vendor", text: ({ vendorId }) => vendorId.displayName, minWidth: 10 },
  { title: "Bills of", text: ({ period }) => period },
  { title: "Bills", text: ({ bills }) => String(bills), dropOrder: 1 },
  { title: "Reversed", text: ({ unfiledOn }) => unfiledOn },
  { title: "Reclaimed", text: ({ filedOn }) => filedOn, dropOrder: 2 },
  rupeesColumn("Credit", ({ credit }) => credit),
];

export async function listSuppliers(options: GlobalOptions & { vendor?: string }): Promise<void> {
  const { api } = open(options);
  const query = { vendorId: options.vendor && (await findVendorId(api, options.vendor)) };
  const answer = await api.json<{ suppliers: SupplierReturnRow[] }>("/gst/suppliers", "suppliers", {
    query,
  });
  const footer = () => count(answer.suppliers.length, "month");
  await printList(answer, answer.suppliers, COLUMNS, options, footer);
}

interface MarkOptions extends GlobalOptions {
  filed?: boolean;
  notFiled?: boolean;
  date?: string;
}

/** Reverses the credit of a vendor's month, or reclaims it (Rule 37A). */
export async function markSupplier(
  vendor: string,
  month: string,
  options: MarkOptions,
): Promise<void> {
  const { filed, notFiled, date } = options;
  if (Boolean(filed) === Boolean(notFiled)) {
    throw failUsage("choose whether the vendor has filed", "add either --filed or --not-filed");
  }
  const body = { period: parsePeriodLabel(month), ...(date && { date: readDay("--date", date) }) };
  const { api, output } = open(options);
  const id = await findVendorId(api, vendor);
  const path = `/gst/suppliers/${id}/${filed ? "filed" : "not-filed"}`;
  const answer = await api.json<{ bills: number }>(path, "bills", sendJson("POST", body));
  const what = filed ? "reclaimed" : "reversed";
  const bills = count(answer.bills, "bill");
  await output.result(answer, () => `Credit of ${bills} of ${oneLine(vendor)} is ${what}`);
}
