import { type Receipt, receiptFileName } from "../../domain/documents/receipts.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { savePdf } from "../ui/downloads.ts";
import { moneyText } from "../ui/Money.tsx";

export const saveReceipt = ({ _id, receiptNumber }: Receipt): Promise<void> =>
  savePdf({
    url: `/api/receipts/${_id}/pdf`,
    name: receiptFileName(receiptNumber),
    success: "Receipt PDF downloaded successfully",
  });

interface Props {
  receipt: Receipt;
  onChanged(): void;
  onClose(): void;
}

/** Has no Undo: an owner can restore the receipt from the trash. */
export function DeleteReceipt({ receipt, ...props }: Props) {
  const { _id, receiptNumber, client, amount } = receipt;
  return (
    <ConfirmDelete
      {...props}
      title="Delete Receipt"
      run={() => send("DELETE", `/api/receipts/${_id}`)}
      success="Receipt deleted successfully"
      otherwise="Failed to delete receipt"
    >
      <p>
        The linked transaction is also deleted. This cannot be undone, and the number is not reused.
      </p>
      <p className="strong">{`${receiptNumber}, ${client.name}, ${moneyText(amount)}`}</p>
    </ConfirmDelete>
  );
}
