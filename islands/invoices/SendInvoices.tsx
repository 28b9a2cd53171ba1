import type { InvoiceRow } from "../../domain/invoices.ts";
import { groupIndian } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";

interface Props {
  invoices: InvoiceRow[];
  onChanged(): void;
  onClose(): void;
}

/** Asks first: what was sent keeps agency and client as they are now, and is a draft no more. */
export function SendInvoices({ invoices, ...props }: Props) {
  const ids = invoices.map(({ _id }) => _id);
  const count = ids.length === 1 ? "1 invoice" : `${groupIndian(ids.length)} invoices`;
  const they = ids.length === 1 ? "It keeps" : "They keep";
  return (
    <ConfirmDelete
      {...props}
      title="Mark as sent"
      verb="Mark as sent"
      keep="Not yet"
      isSafe
      run={() => send("POST", "/api/invoices/send", { ids })}
      success={`${count} marked as sent`}
      otherwise="Error sending invoices"
    >
      <p>{`Mark ${count} as sent? ${they} agency and client as they are now.`}</p>
    </ConfirmDelete>
  );
}
