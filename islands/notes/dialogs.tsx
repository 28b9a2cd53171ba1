import type { ReactNode } from "react";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import type { Application } from "../../domain/documents/notes.ts";
import { send, toastError } from "../browser/api.ts";
import { useSearched } from "../browser/useSearched.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { moneyText } from "../ui/Money.tsx";
import { useAccountsDialog } from "../ui/useAccountsDialog.ts";
import { useLazyDialog } from "../ui/useBusy.ts";
import type { Holder } from "./holder.ts";

// The actions on a client's credit from a credit note or advance: settle invoices, or refund it.

interface Opened {
  open(): void;
  dialog: ReactNode;
}

/** Settles an open invoice of the client. Its code and the invoices are loaded on demand. */
export function useApplying(
  holder: Holder & { folder: "notes" | "vouchers" },
  onChanged: () => void,
): Opened {
  const form = useLazyDialog(() => import("./ApplyForm.tsx").then((module) => module.ApplyForm));
  const query = `clientId=${holder.clientId._id}&status=UNPAID&sort=date`;
  const invoices = useSearched<InvoiceRow>(
    form.isOpen ? `/api/invoices?${query}` : null,
    (failure) => {
      form.close();
      toastError("Failed to load invoices")(failure);
    },
  );
  return {
    open: () => form.open(undefined),
    dialog: form.draw(
      (Form) =>
        invoices.data && (
          <Form holder={holder} invoices={invoices} onChanged={onChanged} onClose={form.close} />
        ),
    ),
  };
}

/** Refunds the credit to the client. */
export function useRefunding(holder: Holder, onChanged: () => void): Opened {
  const form = useAccountsDialog(() => import("./RefundForm.tsx").then((m) => m.RefundForm));
  return {
    open: () => form.open(undefined),
    dialog: form.draw((Form, accounts) => (
      <Form holder={holder} onChanged={onChanged} accounts={accounts} onClose={form.close} />
    )),
  };
}

interface DeleteProps {
  application: Pick<Application, "_id" | "amount" | "invoiceNumber">;
  onChanged(): void;
  onClose(): void;
}

/** Undoes a settlement. */
export function DeleteApplication({ application, ...props }: DeleteProps) {
  const { _id, invoiceNumber, amount } = application;
  return (
    <ConfirmDelete
      {...props}
      onRefused={props.onChanged}
      title="Undo"
      verb="Undo"
      run={() => send("DELETE", `/api/applications/${_id}`)}
      success="Undone"
      otherwise="Error undoing it"
    >
      <p>{`Unapply ${moneyText(amount)} from ${invoiceNumber}?`}</p>
      <p>The amount becomes due again.</p>
    </ConfirmDelete>
  );
}
