import { TITLES } from "../../domain/documents/kinds.ts";
import type { VoucherRow } from "../../domain/documents/vouchers.ts";
import { saveDocument } from "../ui/downloads.ts";

/** The status: the use of an advance, or that a refund was paid. */
export function VoucherPill({ voucher }: { voucher: VoucherRow }) {
  const [label, className] = toPill(voucher);
  return <span className={`pill dot ${className}`}>{label}</span>;
}

function toPill({ kind, status, held, used }: VoucherRow): [label: string, className: string] {
  if (status === "CANCELLED") return ["Cancelled", "pill-line"];
  if (kind === "REFUND_VOUCHER") return ["Refunded", "pill-line"];
  if (held > 0) return ["Open", "pill-info"];
  return used > 0 ? ["Used", "pill-pos"] : ["Refunded", "pill-pos"];
}

export const saveVoucher = (voucher: VoucherRow): Promise<void> =>
  saveDocument("vouchers", TITLES[voucher.kind], voucher);
