import type { Invoice } from "../../domain/documents/invoices.ts";
import type { VoucherList } from "../../domain/documents/vouchers.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";

interface Props {
  invoice: Invoice;
  onChanged(): void;
}

/** Settles an invoice with an advance of its client, where there is one. */
export function UseAdvance({ invoice, onChanged }: Props) {
  const query = `clientId=${invoice.clientId._id}&held=true&limit=100`;
  const { data, reload } = useFetch<VoucherList>(`/api/vouchers?${query}`);
  const form = useLazyDialog(() => import("./UseForm.tsx").then((module) => module.UseForm));
  const vouchers = data?.items ?? [];
  const used = () => {
    reload();
    onChanged();
  };
  if (vouchers.length === 0) return null;
  return (
    <>
      <Button
        needs="enter books"
        look="link"
        label="Use advance"
        onClick={() => form.open(undefined)}
      />
      {form.draw((Form) => (
        <Form {...{ invoice, vouchers }} onChanged={used} onClose={form.close} />
      ))}
    </>
  );
}
