import { type InvoiceRow, invoiceFileName } from "../../domain/invoices.ts";

/** An invoice's PDF, as savePdf takes it. */
export const pdfOf = ({ _id, invoiceNumber }: InvoiceRow) => ({
  url: `/api/invoices/${_id}/pdf`,
  name: invoiceFileName(invoiceNumber),
  success: "PDF downloaded successfully",
});
