import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
import { documentColumns } from "../ui/documentColumns.tsx";
import { saveVoucher, VoucherPill } from "./status.tsx";

export const VOUCHER_COLUMNS = documentColumns<VoucherRow>({
  number: "Voucher No.",
  folder: "vouchers",
  about: { id: "kind", header: "Kind", draw: ({ kind }) => KIND_NAMES[kind] },
  pill: (voucher) => <VoucherPill voucher={voucher} />,
  total: { id: "amount", header: "Amount", amount: ({ amount }) => amount },
  rest: {
    id: "held",
    header: "Held",
    className: "strong",
    amount: ({ held }) => held > 0 && held,
  },
  save: saveVoucher,
});
