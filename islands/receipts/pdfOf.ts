import { type Receipt, receiptFileName } from "../../domain/receipts.ts";

/** A receipt's PDF, as savePdf takes it. */
export const pdfOf = ({ _id, receiptNumber }: Receipt) => ({
  url: `/api/receipts/${_id}/pdf`,
  name: receiptFileName(receiptNumber),
  success: "Receipt PDF downloaded successfully",
});
