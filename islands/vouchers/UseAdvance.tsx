import type { Invoice } from "../../domain/documents/invoices.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
import { useSearched } from "../browser/useSearched.ts";
import { Button } from "../ui/Button.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";

interface Props {
  invoice: Invoice;
  onChanged(): void;
}

/** Settles an invoice with an advance of its client, if there is one. */
export function UseAdvance({ invoice, onChanged }: Props) {
  const query = `clientId=${invoice.clientId._id}&held=true`;
  const vouchers = useSearched<VoucherRow>(`/api/vouchers?${query}`);
  const form = useLazyDialog(() => import("./UseForm.tsx").then((module) => module.UseForm));
  const used = () => {
    vouchers.reload();
    onChanged();
  };
  if (vouchers.total === 0) return null;
  return (
    <>
      <Button
        needs="enter books"
        look="link"
        label="Use advance"
        onClick={() => form.open(undefined)}
      />
      {form.draw((Form) => (
        <Form invoice={invoice} vouchers={vouchers} onChanged={used} onClose={form.close} />
      ))}
    </>
  );
}
